import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Encrypter, generateX25519Identity, identityToRecipient, Decrypter } from 'age-encryption';
import { expect, test } from 'vitest';
import { flipByte } from '../../test/support/damage.ts';
import { hasProgram, IS_WINDOWS } from '../../test/support/machine.ts';
import { seeded } from '../../test/support/seeded.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { readArchive, writeArchive, type Manifest } from './portable-archive.ts';

const PASSPHRASE = 'four words nobody joins';
/** The scrypt work factor, low to save time. */
const WORK = 4;
const POSITIONS = 40;
const FIXTURES = join(import.meta.dirname, '../../test/fixtures/backup');

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

test('readArchive rejects a wrong passphrase, and any changed or truncated archive', async () => {
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

test('writeArchive writes archives that another implementation of age opens', async () => {
  const { path } = await packed();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(PASSPHRASE);
  const gzip = await decrypter.decrypt(readFileSync(path));
  expect([...gzip.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
});

test("readArchive reads backups of earlier versions, which used Node's cipher", async () => {
  const out = target();
  const { files } = await readArchive(join(FIXTURES, 'node-cipher.backup'), PASSPHRASE, out);
  expect(files.map(({ name }) => name)).toEqual(['folder/one.db']);
  expect(readFileSync(join(out, 'folder/one.db'), 'utf8')).toBe('kept by an earlier version\n');
});

test('readArchive reports a wrong passphrase only if the passphrase does not decrypt the key', async () => {
  const { path } = await packed();
  const written = readFileSync(path, 'latin1');
  const [version, stanza = '', key = '', mac = ''] = written.split('\n');
  const withHeader = (...lines: readonly (string | undefined)[]): string => {
    const changed = join(temporaryFolder(), 'changed.backup');
    const header = [version, stanza, key, mac].join('\n');
    writeFileSync(changed, Buffer.from(lines.join('\n') + written.slice(header.length), 'latin1'));
    return changed;
  };
  const codeOf = async (file: string): Promise<unknown> =>
    ((await readArchive(file, PASSPHRASE, target()).catch((thrown: unknown) => thrown)) as { code?: unknown }).code;
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(await generateX25519Identity()));
  const forKey = join(temporaryFolder(), 'key.age');
  writeFileSync(forKey, await encrypter.encrypt('for the owner of a key'));

  expect(await codeOf(forKey)).toBe('input_not_a_backup');
  expect(await codeOf(join(temporaryFolder(), 'missing.backup'))).toBe('ENOENT');
  expect(await codeOf(withHeader(version, stanza.replace(/\d+$/, '5'), key, mac))).toBe('input_passphrase');
  // The key is correct, but the header was changed.
  expect(await codeOf(withHeader(version, stanza, key, `${mac.slice(0, -2)}AA`))).toBe('input_not_a_backup');
  expect(await codeOf(withHeader(version, stanza.replace('scrypt', 'unknown'), key, mac))).toBe('input_not_a_backup');
});

test('readArchive rejects excessive key derivation costs', async () => {
  const { path } = await packed();
  for (const work of ['21', '30', '999999999999', '1e9']) {
    const costly = join(temporaryFolder(), 'costly.backup');
    const written = readFileSync(path, 'latin1');
    writeFileSync(costly, Buffer.from(written.replace(/^(-> scrypt \S+) \d+$/m, `$1 ${work}`), 'latin1'));
    await expect(readArchive(costly, PASSPHRASE, target())).rejects.toMatchObject({
      code: 'input_not_a_backup',
      params: { reason: 'work' },
    });
  }
});

test('readArchive reports the system error if the disk rejects unpacked files', async () => {
  const { path } = await packed();
  const folder = join(temporaryFolder(), 'file');
  writeFileSync(folder, 'no folder');
  await expect(readArchive(path, PASSPHRASE, folder)).rejects.toMatchObject({ code: 'ENOTDIR' });
});

/** Runs age on a terminal, because otherwise it does not ask for the passphrase. */
async function age(command: string, questions: number): Promise<void> {
  const child = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let answered = 0;
  child.stdout.setEncoding('utf8').on('data', (output: string) => {
    if (!/passphrase/.test(output) || answered === questions) return;
    answered += 1;
    // `age` prints the prompt before it turns off the echo, and discards earlier input.
    void wait(300).then(() => child.stdin.write(`${PASSPHRASE}\n`));
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
}

test.runIf(!IS_WINDOWS && hasProgram('age') && hasProgram('script'))(
  'the age program reads archives of writeArchive, and readArchive reads archives of the age program',
  async () => {
    const { folder, path } = await packed();
    const [gzip, again] = [join(folder, 'a.tar.gz'), join(folder, 'again.backup')];
    await age(`age -d -o ${gzip} ${path}`, 1);
    expect(gunzipSync(readFileSync(gzip)).includes('manifest.json')).toBe(true);
    await age(`age -p -o ${again} ${gzip}`, 2);
    expect(await readArchive(again, PASSPHRASE, target())).toMatchObject({ files: [{ name: 'folder/one.db' }] });
  },
);

test('writeArchive never overwrites a file', async () => {
  const { path } = await packed();
  const before = readFileSync(path);
  await expect(writeArchive(path, PASSPHRASE, [], (files) => ({ files }), WORK)).rejects.toMatchObject({
    code: 'input_file_exists',
  });
  expect(readFileSync(path)).toEqual(before);
});

test('readArchive rejects file names that lead out of the folder', async () => {
  for (const name of ['../outside', '/outside', 'a/../../outside', '.hidden']) {
    const { path } = await packed(name);
    const out = target();
    await expect(readArchive(path, PASSPHRASE, out)).rejects.toMatchObject({ code: 'data_backup_damaged' });
    expect(readdirSync(join(out, '..'))).toEqual(['out']);
  }
});
