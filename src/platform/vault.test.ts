import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { expectMode, IS_WINDOWS } from '../../test/support/machine.ts';
import {
  chooseVaultKey,
  passedInKey,
  createVault,
  openVault,
  createSecrets,
  type SecretBox,
  VAULT_KEY_BYTES,
} from './vault.ts';

const key = randomBytes(32);
const vault = createVault(key);
const wrongKey = expect.objectContaining({ code: 'vault_wrong_key' });

describe('the vault', () => {
  it('opens a sealed secret under the name with which it was sealed', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), (name, plain) => {
        expect(vault.open(name, vault.seal(name, plain))).toEqual(Buffer.from(plain));
      }),
    );
  });

  it('seals the same secret to different bytes each time, which do not contain the secret', () => {
    const secret = Buffer.from('https://user:password@bridge.example/simplefin');
    const box = vault.seal('connection', secret);
    expect(vault.seal('connection', secret).equals(box)).toBe(false);
    expect(box.includes('password')).toBe(false);
  });

  it('rejects sealed bytes in which any bit was changed', () => {
    const box = vault.seal('grant', Buffer.from('secret'));
    fc.assert(
      fc.property(fc.nat(box.length * 8 - 1), (bit) => {
        const changed = Buffer.from(box);
        changed[bit >> 3] = (box[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(() => vault.open('grant', changed)).toThrow(wrongKey);
      }),
    );
  });

  it('rejects truncated bytes, the bytes of another secret, and another key', () => {
    const box = vault.seal('grant', Buffer.from('secret'));
    for (let length = 0; length < box.length; length += 1) {
      expect(() => vault.open('grant', box.subarray(0, length))).toThrow(wrongKey);
    }
    expect(() => vault.open('other', box)).toThrow(wrongKey);
    expect(() => createVault(randomBytes(32)).open('grant', box)).toThrow(wrongKey);
  });

  it('throws errors that contain a remedy but not the secret', () => {
    const box = createVault(randomBytes(32)).seal('grant', Buffer.from('hush'));
    expect(() => vault.open('grant', box)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('“grant”'),
        remedy: expect.stringContaining('PENNYROW_VAULT_KEY'),
      }),
    );
  });
});

describe('the vault key', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pennyrow-vault-'));
    path = join(folder, 'vault.key');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is created once in a private file, also by concurrent calls', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => chooseVaultKey(path, undefined).provideKey()));
    expect(new Set(keys.map((each) => each.toString('hex'))).size).toBe(1);
    expectMode(path, 0o600);
  });

  it('can be passed in an environment variable, and then no file is created', async () => {
    const passedIn = await openVault(chooseVaultKey(path, key.toString('base64')));
    expect(passedIn.open('a', vault.seal('a', Buffer.from('x'))).toString()).toBe('x');
    expect(() => statSync(path)).toThrow('ENOENT');
  });

  it('is accepted in the environment variable exactly as the file contains it', async () => {
    const inFile = await chooseVaultKey(path, undefined).provideKey();
    expect(await chooseVaultKey(path, readFileSync(path, 'utf8')).provideKey()).toEqual(inFile);
  });

  it('can be passed as the path of a file, which is ignored if the key itself is passed', () => {
    const text = key.toString('base64');
    writeFileSync(path, `${text}\n`);
    expect(passedInKey({ PENNYROW_VAULT_KEY_FILE: path })).toBe(`${text}\n`);
    expect(passedInKey({ PENNYROW_VAULT_KEY_FILE: path, PENNYROW_VAULT_KEY: 'other' })).toBe('other');
    expect(passedInKey({ PENNYROW_VAULT_KEY_FILE: '', PENNYROW_VAULT_KEY: '' })).toBeFalsy();
    expect(passedInKey({})).toBeUndefined();
  });

  it('is rejected if its file is missing or invalid, and no file is created', () => {
    const from = { PENNYROW_VAULT_KEY_FILE: path };
    expect(() => passedInKey(from)).toThrow(expect.objectContaining({ code: 'vault_key_unreadable' }));
    expect(() => statSync(path)).toThrow('ENOENT');
    writeFileSync(path, 'short');
    expect(() => passedInKey(from)).toThrow(expect.objectContaining({ code: 'vault_bad_key' }));
  });

  it.skipIf(IS_WINDOWS).each([0o640, 0o604, 0o660])(
    'is rejected if other users can read its file (mode %o), with a command that fixes it',
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
    'is rejected unless it is 32 bytes in Base64: %j',
    async (text) => {
      writeFileSync(path, text, { mode: 0o600 });
      await expect(chooseVaultKey(path, undefined).provideKey()).rejects.toMatchObject({ code: 'vault_bad_key' });
      await expect(chooseVaultKey(path, `${text} `).provideKey()).rejects.toMatchObject({ code: 'vault_bad_key' });
    },
  );
});

function boxOf(sealed: Map<string, Buffer>): SecretBox {
  return {
    read: (name) => sealed.get(name) ?? null,
    save: (name, bytes) => void sealed.set(name, bytes),
    remove: (name) => void sealed.delete(name),
  };
}

test('a saved secret can be read again, and the stored bytes do not contain it', async () => {
  const kept = new Map<string, Buffer>();
  const secrets = createSecrets(async () => createVault(randomBytes(VAULT_KEY_BYTES)), boxOf(kept));
  await secrets.save('grant', 'very secret é');
  expect(await secrets.read('grant')).toBe('very secret é');
  expect(kept.get('grant')?.includes('secret')).toBe(false);
  await secrets.remove('grant');
  expect(await secrets.read('grant')).toBeNull();
});

test('reading a secret that is not stored returns null without opening the vault', async () => {
  const secrets = createSecrets(() => Promise.reject(new Error('opened')), boxOf(new Map()));
  expect(await secrets.read('grant')).toBeNull();
});

test('a secret cannot be read under another name', async () => {
  const kept = new Map<string, Buffer>();
  const secrets = createSecrets(async () => createVault(randomBytes(VAULT_KEY_BYTES)), boxOf(kept));
  await secrets.save('one', 'text');
  kept.set('two', kept.get('one') as Buffer);
  await expect(secrets.read('two')).rejects.toMatchObject({ code: 'vault_wrong_key' });
});
