import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { lookAtFolder } from './statement-folder.ts';

function someFolder(): string {
  const folder = temporaryFolder();
  for (const name of ['bank', 'bank old', 'Bills', '.hidden']) mkdirSync(join(folder, name));
  for (const name of ['january.ofx', 'february.CSV', 'letter.txt', '.march.ofx', 'april.ofx.part'])
    writeFileSync(join(folder, name), 'x');
  return folder;
}

test('lookAtFolder counts the statement files in a folder, and lists its subfolders', async () => {
  const folder = someFolder();
  expect(await lookAtFolder(`  ${folder} `)).toEqual({
    path: folder,
    state: 'folder',
    statements: 2,
    folders: ['Bills', 'bank', 'bank old'].map((name) => join(folder, name)),
  });
});

test('lookAtFolder suggests folders that begin with the typed name, in upper or lower case', async () => {
  const folder = someFolder();
  expect(await lookAtFolder(join(folder, 'BANK'))).toMatchObject({
    state: 'missing',
    folders: [join(folder, 'bank'), join(folder, 'bank old')],
  });
  expect(await lookAtFolder(join(folder, '.hi'))).toMatchObject({
    state: 'missing',
    folders: [join(folder, '.hidden')],
  });
  expect(await lookAtFolder(join(folder, 'nothing', 'below'))).toEqual({
    path: join(folder, 'nothing', 'below'),
    state: 'missing',
    statements: 0,
    folders: [],
  });
});

test('lookAtFolder rejects a file, and paths that begin neither at the root nor at the home folder', async () => {
  expect(await lookAtFolder(join(someFolder(), 'january.ofx'))).toMatchObject({ state: 'missing' });
  expect(await lookAtFolder('Downloads')).toMatchObject({ path: null, state: 'relative' });
  expect(await lookAtFolder('')).toMatchObject({ path: null, state: 'relative' });
  expect(await lookAtFolder('~')).toMatchObject({ path: homedir() });
  expect(await lookAtFolder('~/no-such-folder-here')).toMatchObject({
    path: join(homedir(), 'no-such-folder-here'),
    state: 'missing',
  });
});

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'lookAtFolder reports a folder that cannot be read',
  async () => {
    const folder = someFolder();
    chmodSync(folder, 0o000);
    const found = await lookAtFolder(folder);
    chmodSync(folder, 0o700);
    expect(found).toMatchObject({ state: 'closed' });
  },
);
