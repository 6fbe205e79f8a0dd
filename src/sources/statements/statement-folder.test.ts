import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentHash } from './imported-files.ts';
import { newStatements } from './statement-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennyrow-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('newStatements finds statement files by name or content, each content once, but no unfinished downloads or notes', async () => {
  const statements = { 'b.ofx': 'b', 'a.QFX': 'a', 'copy of b.ofx': 'b', 'c.txt': '!Type:Bank\nD1/31/2026\n' };
  const others = { 'empty.ofx': '', 'c.ofx.part': 'c', '~d.ofx': 'd', '.e.ofx': 'e', 'notes.txt': 'n' };
  for (const [name, content] of Object.entries({ ...statements, ...others }))
    await writeFile(join(folder, name), content);
  await mkdir(join(folder, 'folder.ofx'));
  const found = await newStatements(folder, () => true);
  expect(found.map((path) => basename(path))).toEqual(['a.QFX', 'b.ofx', 'c.txt']);
});

test('newStatements leaves out content that was imported before', async () => {
  await writeFile(join(folder, 'a.ofx'), 'a');
  const importedHash = await contentHash(join(folder, 'a.ofx'));
  expect(await newStatements(folder, (hash) => hash !== importedHash)).toEqual([]);
});

test(
  'newStatements includes a broken link, so that reading it reports the error',
  { skip: process.platform === 'win32' },
  async () => {
    await symlink('nowhere', join(folder, 'a.ofx'));
    await symlink('b.ofx', join(folder, 'b.ofx'));
    await writeFile(join(folder, 'c.ofx'), 'c');
    const found = await newStatements(folder, () => true);
    expect(found.map((path) => basename(path))).toEqual(['a.ofx', 'b.ofx', 'c.ofx']);
  },
);

test('newStatements reports a missing folder', async () => {
  await rm(folder, { recursive: true });
  await expect(newStatements(folder, () => true)).rejects.toMatchObject({
    code: 'statement_folder_unreadable',
    message: expect.stringContaining(folder),
  });
});
