import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentHash, moveToImported } from './imported-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennyrow-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

test('contentHash is the same for the same content under any name', async () => {
  const hash = await contentHash(await put('a.ofx', 'content'));
  expect(await contentHash(await put('b.ofx', 'content'))).toBe(hash);
  expect(await contentHash(await put('c.ofx', 'Content'))).not.toBe(hash);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test('contentHash identifies an oversized file without reading it', async () => {
  const path = await put('disk-image', '');
  await truncate(path, 20 * 1024 ** 3);
  const identity = await contentHash(path);
  expect(identity).not.toMatch(/^[0-9a-f]{64}$/);
  expect(await contentHash(path)).toBe(identity);
});

test('moveToImported moves a file into a folder beside it, and never replaces another file', async () => {
  const names = [];
  for (const content of ['one', 'two', 'three']) names.push(await moveToImported(await put('january.ofx', content)));
  const imported = join(folder, 'imported');
  expect(names).toEqual(['january.ofx', 'january (2).ofx', 'january (3).ofx'].map((name) => join(imported, name)));
  expect(await Promise.all(names.map((name) => readFile(name, 'utf8')))).toEqual(['one', 'two', 'three']);
  expect(await readdir(folder)).toEqual(['imported']);
});

test('moveToImported keeps all files that are moved concurrently', async () => {
  const paths = await Promise.all(Array.from({ length: 8 }, (_, index) => put(`x${index}.ofx`, String(index))));
  await Promise.all(paths.map(moveToImported));
  expect(await readdir(join(folder, 'imported'))).toHaveLength(8);
});

test('moveToImported leaves nothing in the target folder if the file was removed', async () => {
  await expect(moveToImported(join(folder, 'gone.ofx'))).rejects.toThrow('ENOENT');
  expect(await readdir(join(folder, 'imported'))).toEqual([]);
});
