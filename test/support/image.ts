import { cpSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';

const ROOT = join(import.meta.dirname, '..', '..');

/** The instructions of one stage of the Dockerfile, with continued lines joined. */
export function instructionsOf(stage: number): string[] {
  const dockerfile = DockerfileParser.parse(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const starts = dockerfile.getFROMs().map((from) => from.getRange().start.line);
  return dockerfile
    .getInstructions()
    .filter((each) => {
      const { line } = each.getRange().start;
      return line >= (starts[stage] ?? 0) && line < (starts[stage + 1] ?? Number.POSITIVE_INFINITY);
    })
    .map((each) => `${each.getInstruction()} ${each.getArgumentsContent() ?? ''}`.trim());
}

/** The commands that the first stage runs, in order. */
export function buildSteps(): string[] {
  return instructionsOf(0).flatMap((line) => (line.startsWith('RUN ') ? [line.slice('RUN '.length)] : []));
}

/** True if `.dockerignore` includes a file in the build; the last matching line decides. */
export function isSent(file: string): boolean {
  const fitting = IGNORED.findLast((line) => {
    const pattern = line.replace('!', '');
    return pattern === '*' || matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`);
  });
  return fitting?.startsWith('!') ?? true;
}

const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Copies exactly the files that are sent to the build of the image. */
export function copySent(folder: string): void {
  const files = globSync('{.*,**/*}', {
    cwd: ROOT,
    exclude: (name) => /^(node_modules|dist|release|\.git)$/.test(name),
  });
  for (const file of files)
    if (isSent(file) && statSync(join(ROOT, file)).isFile()) cpSync(join(ROOT, file), join(folder, file));
}
