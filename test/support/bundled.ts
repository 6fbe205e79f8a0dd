import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll } from 'vitest';
import { build } from 'rolldown';

/** The project's root. */
const ROOT = join(import.meta.dirname, '../..');

/**
 * A program in `test/support` as a few files, for tests that start it many times: Node takes longer to read its three hundred
 * modules than such a program runs. What is imported lazily stays a file of its own, which no start reads for nothing. Goes away
 * with the test file.
 */
export async function bundled(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pennyrow-bundled-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Otherwise Node reads each file twice, to find out what it is.
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
