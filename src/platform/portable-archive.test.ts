import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decrypter } from 'age-encryption';
import { expect, test } from 'vitest';
import { flipByte } from '../../test/support/damage.ts';
import { seeded } from '../../test/support/seeded.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { readArchive, writeArchive, type Manifest } from './portable-archive.ts';

const PASSPHRASE = 'four words nobody joins';
/** A guess need not be expensive here. */
const WORK = 4;
const POSITIONS = 40;

async function packed(name = 'folder/one.db') {
  const folder = temporaryFolder();
  const source = join(folder, 'source');
  writeFileSync(source, Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index) % 251)));
  const path = join(folder, 'a.backup');
  await writeArchive(
    path,
    PASSPHRASE,
    [{ name, path: source }],
    (files): Manifest => ({ format: 1, pennyrow: '1', files }),
    WORK,
  );
  return { folder, source, path };
}

function target(): string {
  const folder = join(temporaryFolder(), 'out');
  mkdirSync(folder);
  return folder;
}

test('opens with its passphrase alone, and not when any byte of it was changed or it was cut', async () => {
  const { folder, source, path } = await packed();
  const out = target();
  expect(await readArchive(path, PASSPHRASE, out)).toMatchObject({
    files: [{ name: 'folder/one.db', bytes: 200_000 }],
  });
  expect(readFileSync(join(out, 'folder/one.db'))).toEqual(readFileSync(source));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).toSorted()).toEqual(['a.backup', 'source']);
  await expect(readArchive(path, 'another', target())).rejects.toMatchObject({ code: 'input_passphrase' });

  const random = seeded(3);
  const { size } = statSync(path);
  const codes = new Set<string>();
  for (let each = 0; each < POSITIONS; each += 1) {
    const copy = join(temporaryFolder(), 'copy');
    copyFileSync(path, copy);
    if (each % 2 === 0) truncateSync(copy, Math.floor(random() * size));
    else flipByte(copy, Math.floor(random() * size));
    const problem = await readArchive(copy, PASSPHRASE, target()).catch((thrown: unknown) => thrown);
    codes.add(String((problem as { code?: unknown }).code));
  }
  expect(
    [...codes].filter((code) => !['data_backup_damaged', 'input_not_a_backup', 'input_passphrase'].includes(code)),
  ).toEqual([]);
});

test('is opened by another program that knows the age format', async () => {
  const { path } = await packed();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(PASSPHRASE);
  const gzip = await decrypter.decrypt(readFileSync(path));
  expect([...gzip.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
});

test('never replaces a file', async () => {
  const { path } = await packed();
  const before = readFileSync(path);
  await expect(writeArchive(path, PASSPHRASE, [], (files) => ({ files }), WORK)).rejects.toMatchObject({
    code: 'input_file_exists',
  });
  expect(readFileSync(path)).toEqual(before);
});

test('takes no name that leads out of the folder', async () => {
  for (const name of ['../outside', '/outside', 'a/../../outside', '.hidden']) {
    const { path } = await packed(name);
    const out = target();
    await expect(readArchive(path, PASSPHRASE, out)).rejects.toMatchObject({ code: 'data_backup_damaged' });
    expect(readdirSync(join(out, '..'))).toEqual(['out']);
  }
});
