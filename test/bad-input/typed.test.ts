import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AccountView } from '../../src/contract/control/accounts.ts';
import { pennyrow } from '../cli/pennyrow.ts';
import { contentOf } from '../support/before-and-after.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('names and ids such as __proto__ are treated like any others', async () => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'account', 'add', '__proto__');
  expect((await pennyrow(folder, 'token', 'create', '--name', 'constructor', '--account', '__proto__')).code).toBe(0);
  const before = contentOf(folder);
  for (const [command, id] of [
    [['token', 'revoke'], '__proto__'],
    [['undo'], 'constructor'],
    [['account', 'remove'], 'toString'],
  ] as const) {
    expect(await pennyrow(folder, ...command, id)).toMatchObject({ stdout: '', stderr: expect.stringContaining(id) });
  }
  expect(contentOf(folder)).toEqual(before);
});

test('terminal control characters are removed from a name before it is stored', async () => {
  const folder = temporaryFolder();
  const added = await pennyrow(folder, 'account', 'add', 'Home\u001b[2J\u202e', '--json');
  expect(added.json<AccountView>().name).toBe('Home [2J');
  expect(await pennyrow(folder, 'account', 'add', '\u202e')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a name has 1 to 100 characters'),
  });
});

test('an export that cannot be written reports the requested file, and leaves no file behind', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'taken'));
  for (const file of [join(folder, 'nowhere', 'all.csv'), join(folder, 'taken')]) {
    expect(await pennyrow(folder, 'export', '--output', file)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`: ${file}.`),
    });
  }
});

test('too many files in one command are rejected, with the maximum number', async () => {
  const folder = temporaryFolder();
  const files = Array.from({ length: 101 }, () => folder);
  expect(await pennyrow(folder, 'import', ...files)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('at most 100 files at a time'),
  });
});
