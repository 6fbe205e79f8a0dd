import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectMode, IS_WINDOWS } from '../../test/support/machine.ts';
import { chooseVaultKey, passedInKey } from './vault-key.ts';
import { createVault, openVault } from './vault.ts';

const key = randomBytes(32);
const vault = createVault(key);
const wrongKey = expect.objectContaining({ code: 'vault_wrong_key' });

describe('the vault', () => {
  it('gives back any secret, under any name', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), (name, plain) => {
        expect(vault.open(name, vault.seal(name, plain))).toEqual(Buffer.from(plain));
      }),
    );
  });

  it('never makes the same box twice, and shows nothing of the secret in it', () => {
    const secret = Buffer.from('https://user:password@bridge.example/simplefin');
    const box = vault.seal('connection', secret);
    expect(vault.seal('connection', secret).equals(box)).toBe(false);
    expect(box.includes('password')).toBe(false);
  });

  it('refuses a box in which any bit was changed', () => {
    const box = vault.seal('grant', Buffer.from('secret'));
    fc.assert(
      fc.property(fc.nat(box.length * 8 - 1), (bit) => {
        const changed = Buffer.from(box);
        changed[bit >> 3] = (box[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(() => vault.open('grant', changed)).toThrow(wrongKey);
      }),
    );
  });

  it('refuses a box that was cut, swapped for another secret, or sealed with another key', () => {
    const box = vault.seal('grant', Buffer.from('secret'));
    for (let length = 0; length < box.length; length += 1) {
      expect(() => vault.open('grant', box.subarray(0, length))).toThrow(wrongKey);
    }
    expect(() => vault.open('other', box)).toThrow(wrongKey);
    expect(() => createVault(randomBytes(32)).open('grant', box)).toThrow(wrongKey);
  });

  it('says in the error what to do, and nothing of the secret', () => {
    const box = createVault(randomBytes(32)).seal('grant', Buffer.from('hush'));
    expect(() => vault.open('grant', box)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('“grant”'),
        remedy: expect.stringContaining('PENNYROW_VAULT_KEY'),
      }),
    );
  });
});

describe('the key', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pennyrow-vault-'));
    path = join(folder, 'vault.key');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made once, in a file for its owner alone, also when many ask at the same moment', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => chooseVaultKey(path, undefined).provideKey()));
    expect(new Set(keys.map((each) => each.toString('hex'))).size).toBe(1);
    expectMode(path, 0o600);
  });

  it('can be passed in, and then no file is made', async () => {
    const passedIn = await openVault(chooseVaultKey(path, key.toString('base64')));
    expect(passedIn.open('a', vault.seal('a', Buffer.from('x'))).toString()).toBe('x');
    expect(() => statSync(path)).toThrow('ENOENT');
  });

  it('can be moved from the file into the environment as it stands there', async () => {
    const inFile = await chooseVaultKey(path, undefined).provideKey();
    expect(await chooseVaultKey(path, readFileSync(path, 'utf8')).provideKey()).toEqual(inFile);
  });

  it('can be passed in as a file, whose variable yields to the key itself', () => {
    const text = key.toString('base64');
    writeFileSync(path, `${text}\n`);
    expect(passedInKey({ PENNYROW_VAULT_KEY_FILE: path })).toBe(`${text}\n`);
    expect(passedInKey({ PENNYROW_VAULT_KEY_FILE: path, PENNYROW_VAULT_KEY: 'other' })).toBe('other');
    expect(passedInKey({ PENNYROW_VAULT_KEY_FILE: '', PENNYROW_VAULT_KEY: '' })).toBeFalsy();
    expect(passedInKey({})).toBeUndefined();
  });

  it('stops where the file that was passed in is missing or no key, and makes none there', () => {
    const from = { PENNYROW_VAULT_KEY_FILE: path };
    expect(() => passedInKey(from)).toThrow(expect.objectContaining({ code: 'vault_key_unreadable' }));
    expect(() => statSync(path)).toThrow('ENOENT');
    writeFileSync(path, 'short');
    expect(() => passedInKey(from)).toThrow(expect.objectContaining({ code: 'vault_bad_key' }));
  });

  it.skipIf(IS_WINDOWS).each([0o640, 0o604, 0o660])(
    'is refused when others can reach its file (mode %o), with the command that mends it',
    async (mode) => {
      await chooseVaultKey(path, undefined).provideKey();
      chmodSync(path, mode);
      await expect(chooseVaultKey(path, undefined).provideKey()).rejects.toMatchObject({
        code: 'vault_key_exposed',
        remedy: expect.stringContaining(`chmod 600 '${path}'`),
      });
    },
  );

  it.each(['short', '', Buffer.alloc(31).toString('base64'), `${'*'.repeat(43)}=`])(
    'is refused when it is not 32 bytes in base 64: %j',
    async (text) => {
      writeFileSync(path, text, { mode: 0o600 });
      await expect(chooseVaultKey(path, undefined).provideKey()).rejects.toMatchObject({ code: 'vault_bad_key' });
      await expect(chooseVaultKey(path, `${text} `).provideKey()).rejects.toMatchObject({ code: 'vault_bad_key' });
    },
  );
});
