import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll } from 'vitest';
import { build } from 'rolldown';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Bundles a program of `test/support` into a few files, for tests that start it many times: Node takes longer to load its
 * three hundred modules than the program takes to run. Lazy imports stay separate files, so that a start does not read
 * them. Deleted after the test file.
 */
export async function bundled(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pennyrow-bundled-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Without this file, Node parses each file twice to detect the module type.
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await build({
    input: program,
    platform: 'node',
    external: ['better-sqlite3'],
    output: { dir: folder, format: 'esm' },
    logLevel: 'silent',
  });
  return join(folder, `${basename(program, '.ts')}.js`);
}
