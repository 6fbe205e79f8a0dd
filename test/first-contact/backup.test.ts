import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RestoredBackup } from '../../src/backup/portable-backup.ts';
import type { Run } from '../../src/core/run.ts';
import {
  ended,
  pennyrow,
  runPennyrow,
  spawnPennyrow,
  startService,
  statementFile,
  type Ended,
} from '../cli/pennyrow.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PASSPHRASE = 'four words nobody joins';
const NAMES = ['Green Grocer', 'Café “Zoë”', 'Bike Shop'];

const withPassphrase = (folder: string, passphrase: string, ...args: readonly string[]): Promise<Ended> =>
  runPennyrow(folder, args, { PENNYROW_BACKUP_PASSPHRASE: passphrase });

function problemOf({ stderr }: Ended): { readonly code: string; readonly message: string; readonly remedy: string } {
  return (JSON.parse(stderr) as { error: { code: string; message: string; remedy: string } }).error;
}

async function rowsOf(folder: string): Promise<string[]> {
  return (await pennyrow(folder, 'export', '--format', 'json'))
    .json<{ sheet_description: string }[]>()
    .map((row) => row.sheet_description)
    .toSorted();
}

/** A data folder with rows, a token and an encrypted certificate authority, and a second workbook outside the folder. */
async function usedFolder(): Promise<{
  readonly folder: string;
  readonly statement: string;
  readonly outside: string;
}> {
  const folder = temporaryFolder();
  const statement = statementFile(temporaryFolder(), NAMES);
  expect((await pennyrow(folder, 'import', statement)).code).toBe(0);
  expect((await pennyrow(folder, 'token', 'create', '--name', 'Budget script')).code).toBe(0);
  expect((await pennyrow(folder, 'certificate', '--path')).code).toBe(0);
  const outside = join(temporaryFolder(), 'Shared.xlsx');
  const added = await pennyrow(folder, 'account', 'add', 'Shared', '--json');
  expect(
    (await pennyrow(folder, 'workbook', 'create', outside, '--account', added.json<{ id: string }>().id)).code,
  ).toBe(0);
  return { folder, statement, outside };
}

test('a backup made while the service runs restores everything on another machine, including the stored credentials', async () => {
  const { folder, statement, outside } = await usedFolder();
  const file = join(temporaryFolder(), 'pennyrow.backup');
  const service = await startService(folder);
  const written = await withPassphrase(folder, PASSPHRASE, 'backup', file, '--json');
  expect(written).toMatchObject({ code: 0, stderr: '' });
  expect(written.json()).toEqual({ path: file, workbooksLeftOut: [outside] });
  expect(await service.stop()).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const bytes = readFileSync(file);
  expect(bytes.toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
  for (const secret of ['Green Grocer', 'SQLite format', readFileSync(join(folder, 'vault.key'), 'utf8').trim()])
    expect(bytes.includes(secret)).toBe(false);
  expect(problemOf(await withPassphrase(folder, PASSPHRASE, 'backup', file, '--json'))).toMatchObject({
    code: 'input_file_exists',
  });

  const elsewhere = join(temporaryFolder(), 'pennyrow');
  rmSync(outside);
  const restored = await withPassphrase(
    elsewhere.replace(/pennyrow$/, ''),
    PASSPHRASE,
    'restore-backup',
    file,
    '--data-dir',
    elsewhere,
    '--json',
  );
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.json<RestoredBackup>()).toMatchObject({
    dataFolder: elsewhere,
    replaced: null,
    missing: [outside],
  });
  mkdirSync(join(elsewhere, 'x'));
  const there = (...args: readonly string[]): Promise<Ended> =>
    pennyrow(join(elsewhere, 'x'), ...args, '--data-dir', elsewhere);
  const [first] = (await there('account', 'list', '--json')).json<{ id: string }[]>();
  expect((await there('export', '--format', 'json', '--account', first?.id ?? '')).json<unknown[]>()).toHaveLength(
    NAMES.length,
  );
  expect((await there('import', statement, '--account', first?.id ?? '', '--json')).json<Run>()).toMatchObject({
    status: 'succeeded',
    counts: { added: 0, known: NAMES.length },
  });
  expect((await there('workbook', 'show', '--account', first?.id ?? '')).stdout).toContain(
    join(elsewhere, 'Pennyrow.xlsx'),
  );
  // The restored key decrypts the vault, so clients continue to trust the same authority.
  expect((await there('certificate', '--path')).code).toBe(0);
  expect(readFileSync(join(elsewhere, 'ca.pem'))).toEqual(readFileSync(join(folder, 'ca.pem')));
});

/** Rejects the ciphers that Electron's Node lacks, with its error. */
const ELECTRON_CIPHERS = `data:text/javascript,${encodeURIComponent(`
const crypto = process.getBuiltinModule('node:crypto');
for (const name of ['createCipheriv', 'createDecipheriv']) {
  const original = crypto[name];
  crypto[name] = (algorithm, ...rest) => {
    if (/chacha/i.test(algorithm)) throw Object.assign(new Error('Unknown cipher'), { code: 'ERR_CRYPTO_UNKNOWN_CIPHER' });
    return original(algorithm, ...rest);
  };
}
process.getBuiltinModule('node:module').syncBuiltinESMExports();`)}`;

test('a backup is written and restored if Node lacks ChaCha20-Poly1305, as in Electron', async () => {
  const folder = temporaryFolder();
  expect((await pennyrow(folder, 'token', 'create', '--name', 'Budget script')).code).toBe(0);
  const file = join(temporaryFolder(), 'pennyrow.backup');
  const elsewhere = temporaryFolder();
  const environment = { NODE_OPTIONS: `--import=${ELECTRON_CIPHERS}`, PENNYROW_BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await ended(spawnPennyrow(folder, ['backup', file], environment))).toMatchObject({ code: 0, stderr: '' });
  expect(await ended(spawnPennyrow(elsewhere, ['restore-backup', file], environment))).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect((await pennyrow(elsewhere, 'token', 'list', '--json')).json()).toMatchObject([{ name: 'Budget script' }]);
});

test('a wrong passphrase or a damaged file is reported, and a used folder is replaced only on request', async () => {
  const folder = temporaryFolder();
  expect((await pennyrow(folder, 'token', 'create', '--name', 'Budget script')).code).toBe(0);
  const secret = join(temporaryFolder(), 'passphrase');
  writeFileSync(secret, `${PASSPHRASE}\n`);
  const file = join(temporaryFolder(), 'pennyrow.backup');
  expect((await pennyrow(folder, 'backup', file, '--passphrase-file', secret)).code).toBe(0);
  expect(problemOf(await pennyrow(folder, 'backup', `${file}.2`, '--json'))).toMatchObject({
    code: 'input_passphrase',
    remedy: expect.stringContaining('--passphrase-file'),
  });

  // Each passphrase takes a second of CPU time, so only the wrong one is tried with a missing data folder.
  const [empty, nowhere] = [temporaryFolder(), join(temporaryFolder(), 'not there')];
  const { size } = statSync(file);
  const bad: readonly (readonly [string, string, (path: string) => void])[] = [
    ['data_backup_damaged', PASSPHRASE, (path) => truncateSync(path, Math.floor(size / 2))],
    ['input_not_a_backup', PASSPHRASE, (path) => writeFileSync(path, 'a text')],
    ['input_passphrase', 'another passphrase', () => {}],
  ];
  for (const [code, passphrase, damage] of bad) {
    const other = join(temporaryFolder(), 'bad.backup');
    copyFileSync(file, other);
    damage(other);
    const into = passphrase === PASSPHRASE ? empty : nowhere;
    const refused = await withPassphrase(empty, passphrase, 'restore-backup', other, '--data-dir', into, '--json');
    expect({ stdout: refused.stdout, code: problemOf(refused).code, message: problemOf(refused).message }).toEqual({
      stdout: '',
      code,
      message: expect.stringContaining(other),
    });
    expect(existsSync(join(empty, 'pennyrow.db'))).toBe(false);
  }
  expect(existsSync(nowhere)).toBe(false);

  const used = temporaryFolder();
  expect((await pennyrow(used, 'import', statementFile(temporaryFolder(), ['Mine']))).code).toBe(0);
  expect(problemOf(await pennyrow(used, 'restore-backup', file, '--passphrase-file', secret, '--json'))).toMatchObject({
    code: 'data_folder_not_empty',
    remedy: expect.stringContaining('--replace'),
  });
  expect(await rowsOf(used)).toEqual(['Mine']);
  const service = await startService(used);
  expect(
    problemOf(await pennyrow(used, 'restore-backup', file, '--passphrase-file', secret, '--replace', '--json')),
  ).toMatchObject({ code: 'store_in_use' });
  await service.stop();
  const replaced = (
    await pennyrow(used, 'restore-backup', file, '--passphrase-file', secret, '--replace', '--json')
  ).json<RestoredBackup>();
  expect(existsSync(join(replaced.replaced ?? '', 'Pennyrow.xlsx'))).toBe(true);
  expect(existsSync(join(replaced.replaced ?? '', 'pennyrow.db'))).toBe(true);
  expect((await pennyrow(used, 'token', 'list', '--json')).json()).toMatchObject([{ name: 'Budget script' }]);
});
