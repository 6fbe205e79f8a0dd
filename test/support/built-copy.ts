import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** What is built, and what builds it. */
const COPIED = [
  'bin',
  'src',
  'renderer',
  'build.ts',
  'catalogues.ts',
  'compile-messages.ts',
  'compile-section.ts',
  'docs/guide',
  'docs/images',
  'licences.ts',
  'load-groups.ts',
  'owner.json',
  'owner.ts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
];

interface Changes {
  /** Appended to files of the program. */
  readonly lines?: Readonly<Record<string, string>>;
  /** Files more. */
  readonly files?: Readonly<Record<string, string>>;
  /** Of this checkout, copied as well. */
  readonly folders?: readonly string[];
}

/**
 * A copy of the program with these changes, built as the project builds it. Called at the top of a file of tests; the
 * answer tells where the program is.
 */
export function builtCopy(changes: Changes): () => string {
  return copyAfter(['compile-messages.ts', 'build.ts'], changes);
}

/** The same, but only its messages compiled: enough for a look at its types. */
export function copyWithMessages(changes: Changes): () => string {
  return copyAfter(['compile-messages.ts'], changes);
}

function copyAfter(steps: readonly string[], { lines = {}, files = {}, folders = [] }: Changes): () => string {
  let folder = '';
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'pennyrow-copy-')));
    for (const each of [...COPIED, ...folders])
      cpSync(join(ROOT, each), join(folder, each), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const [file, line] of Object.entries(lines)) appendFileSync(join(folder, file), `${line}\n`);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    for (const step of steps) {
      const { status, stderr } = spawnSync(process.execPath, [step], { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${step} failed in the copy: ${stderr}`);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => join(folder, 'bin/pennyrow.js');
}
