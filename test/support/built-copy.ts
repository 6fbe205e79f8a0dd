import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** What is built, what builds it, and the sample kinds. */
const COPIED = [
  'bin',
  'src',
  'renderer',
  'test/kinds',
  'build.ts',
  'catalogues.ts',
  'licences.ts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
];

/**
 * A copy of the program with more lines in some of its files, built as the project builds it. Called at the top of a
 * file of tests; the answer tells where the program is.
 */
export function builtCopy(lines: Readonly<Record<string, string>>): () => string {
  let folder = '';
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'pennyrow-copy-')));
    for (const each of COPIED) cpSync(join(ROOT, each), join(folder, each), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, line] of Object.entries(lines)) appendFileSync(join(folder, file), `${line}\n`);
    const { status, stderr } = spawnSync(process.execPath, ['build.ts'], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`The copy could not be built: ${stderr}`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => join(folder, 'bin/pennyrow.js');
}
