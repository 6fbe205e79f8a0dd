import { execFileSync } from 'node:child_process';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IS_WINDOWS } from '../../test/support/machine.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { keepAttributes } from './keep-attributes.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

function twoFiles(name: string): readonly [from: string, to: string] {
  const folder = temporaryFolder();
  const [from, to] = [join(folder, name), join(folder, `new ${name}`)];
  for (const path of [from, to]) writeFileSync(path, path);
  chmodSync(from, 0o640);
  chmodSync(to, 0o600);
  return [from, to];
}

describe.skipIf(IS_WINDOWS)('keepAttributes()', () => {
  test.each(['plain', `it's "odd" $HOME; \`x\``, 'two\nlines', '-n', 'Zürich \\ \u{1f4b0}'])(
    'accepts any file name: %j',
    async (name) => {
      const [from, to] = twoFiles(name);
      expect(await keepAttributes(from, to)).toBe(true);
      expect(modeOf(to)).toBe(0o640);
    },
  );

  test('copies the attributes of 20 files at once', async () => {
    const pairs = Array.from({ length: 20 }, (_, index) => twoFiles(`file ${index}`));
    expect(await Promise.all(pairs.map(([from, to]) => keepAttributes(from, to)))).toEqual(pairs.map(() => true));
    expect(pairs.map(([, to]) => modeOf(to))).toEqual(pairs.map(() => 0o640));
  });

  test('returns false for a missing file, and true for the next file', async () => {
    const [from, to] = twoFiles('file');
    expect(await keepAttributes(`${from} that is missing`, to)).toBe(false);
    expect(await keepAttributes(from, to)).toBe(true);
  });

  test.skipIf(process.platform !== 'linux')('starts a new helper shell after the shell was killed', async () => {
    const [from, to] = twoFiles('file');
    await keepAttributes(from, to);
    chmodSync(from, 0o644);
    execFileSync('pkill', ['-P', String(process.pid), '-x', 'sh']);
    await expect.poll(() => keepAttributes(from, to)).toBe(true);
    expect(modeOf(to)).toBe(0o644);
  });
});
