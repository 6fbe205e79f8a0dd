import {
  chmodSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { digestOf } from '../support/before-and-after.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer']));
});

const inside = (name: string) => join(folder, name);

async function problemOf(...command: readonly string[]): Promise<{ code: string; message: string; remedy: string }> {
  const refused = await pennyrow(folder, ...command, '--json');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  return (JSON.parse(refused.stderr) as { error: { code: string; message: string; remedy: string } }).error;
}

describe('a damaged database', () => {
  test('is rejected by every command if pages are overwritten, and the workbook is unchanged', async () => {
    const file = openSync(inside('pennyrow.db'), 'r+');
    for (let page = 1; page < 30; page += 1) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
    closeSync(file);
    const workbook = digestOf(inside('Pennyrow.xlsx'));
    for (const command of [['status'], ['import', inside('january.ofx')], ['serve', '--port', '0']]) {
      expect(await problemOf(...command)).toMatchObject({
        code: 'store_damaged',
        remedy: expect.stringContaining('“pennyrow doctor --repair”'),
      });
    }
    expect(digestOf(inside('Pennyrow.xlsx'))).toBe(workbook);
  });

  test('is kept even if it is no database at all; once it is moved away, a new database recognizes the workbook’s rows', async () => {
    writeFileSync(inside('pennyrow.db'), 'this is no database '.repeat(1000));
    const before = digestOf(inside('pennyrow.db'));
    expect(await problemOf('status')).toMatchObject({
      code: 'store_damaged',
      message: expect.stringContaining(inside('pennyrow.db')),
    });
    expect(digestOf(inside('pennyrow.db'))).toBe(before);
    rmSync(inside('pennyrow.db'));
    expect((await pennyrow(folder, 'import', inside('january.ofx'), '--json')).json()).toMatchObject({
      status: 'succeeded',
      counts: { added: 0, known: 1 },
    });
  });
});

describe('the vault key', () => {
  const key = () => inside('vault.key');
  beforeEach(async () => void (await pennyrow(folder, 'certificate')));

  test.skipIf(process.platform === 'win32')(
    'stops the service if others can read the key, with the command that fixes it',
    async () => {
      chmodSync(key(), 0o644);
      expect(await problemOf('serve', '--port', '0')).toMatchObject({
        code: 'vault_key_exposed',
        remedy: expect.stringContaining(`chmod 600 '${key()}'`),
      });
    },
  );

  test('stops the service if the key is missing, changed or truncated; restoring it makes every secret readable', async () => {
    const [right, authority] = [readFileSync(key()), readFileSync(inside('ca.pem'), 'utf8')];
    const keys: readonly (readonly [code: string, change: () => void])[] = [
      ['vault_bad_key', () => writeFileSync(key(), right.subarray(0, 20))],
      ['vault_wrong_key', () => writeFileSync(key(), Buffer.alloc(32, 7).toString('base64'))],
      ['vault_wrong_key', () => rmSync(key())],
    ];
    for (const [code, change] of keys) {
      change();
      expect(await problemOf('serve', '--port', '0')).toMatchObject({ code });
      // Commands that need no secret continue to work.
      expect((await pennyrow(folder, 'import', inside('january.ofx'))).code).toBe(0);
    }
    writeFileSync(key(), right, { mode: 0o600 });
    expect((await pennyrow(folder, 'certificate', '--path')).code).toBe(0);
    expect(readFileSync(inside('ca.pem'), 'utf8')).toBe(authority);
  });
});

test('a folder with the name of a file that Pennyrow needs is reported with its path', async () => {
  for (const name of ['pennyrow.db.lock', 'pennyrow.log', 'pennyrow.db']) {
    const other = temporaryFolder();
    cpSync(folder, other, { recursive: true });
    rmSync(join(other, name));
    mkdirSync(join(other, name));
    const { code, stderr } = await pennyrow(other, 'status');
    expect({
      name,
      code,
      isNamed: stderr.includes(join(other, name)),
      inside: stderr.includes('inside Pennyrow'),
    }).toEqual({ name, code: 1, isNamed: true, inside: false });
  }
});
