import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keychain, type FakeKeychain } from '../../../test/support/fake-keychain.ts';
import { expectMode } from '../../../test/support/machine.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { chooseVaultKey, createVault } from '../../platform/vault.ts';
import { createKeychain, moveKeyToFile, type KeychainOptions } from './keychain.ts';

interface Place {
  readonly keyFile: string;
  readonly sealedFile: string;
  readonly chain: FakeKeychain;
  options(changes?: Partial<KeychainOptions>): KeychainOptions;
  /** Requests the key in the same way as a starting desktop. */
  desktop(changes?: Partial<KeychainOptions>): Promise<Buffer>;
  headless(): Promise<Buffer>;
  files(): string[];
}

function place(chain: FakeKeychain = keychain()): Place {
  const folder = temporaryFolder();
  const keyFile = join(folder, 'vault.key');
  const options: Place['options'] = (changes) => ({
    safeStorage: chain,
    keyFile,
    platform: 'linux',
    passedIn: () => undefined,
    agreesToKeyFile: async () => false,
    ...changes,
  });
  return {
    keyFile,
    sealedFile: join(folder, 'vault.keychain'),
    chain,
    options,
    desktop: (changes) => createKeychain(options(changes)).provideKey(),
    headless: () => chooseVaultKey(keyFile, undefined).provideKey(),
    files: () => readdirSync(folder).sort(),
  };
}

describe('the key in the keychain', () => {
  it('is created once, stored sealed, and returned at every start', async () => {
    const { desktop, files, sealedFile } = place();
    const key = await desktop();
    expect(key).toHaveLength(32);
    expect(await desktop()).toEqual(key);
    expect(files()).toEqual(['vault.keychain']);
    expectMode(sealedFile, 0o600);
    expect(readFileSync(sealedFile).includes(key) || readFileSync(sealedFile).includes(key.toString('base64'))).toBe(
      false,
    );
  });

  it('is the same for concurrent requests', async () => {
    const provider = createKeychain(place().options());
    const keys = await Promise.all(Array.from({ length: 8 }, () => provider.provideKey()));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  });

  it('is the same for two processes that start at the same moment', async () => {
    const { desktop } = place();
    const [one, other] = await Promise.all([desktop(), desktop()]);
    expect(one).toEqual(other);
  });

  it('is not used or created if the environment contains a key', async () => {
    const { desktop, files } = place();
    const passedIn = randomBytes(32);
    expect(await desktop({ passedIn: () => passedIn.toString('base64') })).toEqual(passedIn);
    expect(files()).toEqual([]);
  });

  it('is sealed again when the system uses a newer encryption key', async () => {
    const { desktop, chain, sealedFile } = place();
    const key = await desktop();
    expect(readFileSync(sealedFile, 'latin1')).toMatch(/^v11/);
    chain.system.hasPortal = true;
    chain.startAgain();
    expect(await desktop()).toEqual(key);
    expect(readFileSync(sealedFile, 'latin1')).toMatch(/^v12/);
    expect(await desktop()).toEqual(key);
  });

  it('is not replaced if the keychain is locked or cannot decrypt it, and is returned by the unlocked keychain', async () => {
    const { desktop, chain, options, files } = place();
    const key = await desktop();
    const provider = createKeychain(options());
    chain.system.isThere = false;
    chain.startAgain();
    await expect(provider.provideKey()).rejects.toMatchObject({ code: 'vault_keychain_closed' });
    await expect(desktop({ safeStorage: keychain() })).rejects.toMatchObject({ code: 'vault_keychain_closed' });
    chain.system.isThere = true;
    chain.startAgain();
    expect(await provider.provideKey()).toEqual(key);
    expect(files()).toEqual(['vault.keychain']);
  });

  it('is not moved to a keychain that does not return what it stored', async () => {
    const chain = keychain();
    chain.decryptStringAsync = async () => ({ result: 'something', shouldReEncrypt: false });
    const { desktop, headless, keyFile } = place(chain);
    const key = await headless();
    await expect(desktop()).rejects.toMatchObject({ code: 'vault_no_keychain' });
    expect(await headless()).toEqual(key);
    expect(existsSync(keyFile)).toBe(true);
  });
});

describe('a Linux desktop without a keychain, which encrypts with a fixed password', () => {
  const open = (): FakeKeychain => keychain({ isThere: false });

  it('creates a key only if the user agrees to store it in a file', async () => {
    const { desktop, files, chain } = place(open());
    expect(await chain.isAsyncEncryptionAvailable()).toBe(true);
    await expect(desktop()).rejects.toMatchObject({
      code: 'vault_no_keychain',
      remedy: expect.stringContaining('GNOME Keyring'),
    });
    expect(files()).toEqual([]);
    const key = await desktop({ agreesToKeyFile: async () => true });
    expect(files()).toEqual(['vault.key']);
    chain.system.isThere = true;
    chain.startAgain();
    expect(await desktop()).toEqual(key);
    expect(files()).toEqual(['vault.keychain']);
  });

  it('keeps an existing key file', async () => {
    const { desktop, headless, files } = place(open());
    const key = await headless();
    expect(await desktop({ agreesToKeyFile: async () => true })).toEqual(key);
    expect(files()).toEqual(['vault.key']);
  });

  it('does not ask the user if the environment contains a key', async () => {
    const agreesToKeyFile = async (): Promise<boolean> => Promise.reject(new Error('asked'));
    const passedIn = randomBytes(32);
    expect(await place(open()).desktop({ passedIn: () => passedIn.toString('base64'), agreesToKeyFile })).toEqual(
      passedIn,
    );
  });
});

describe('a key that an earlier version sealed with the fixed password', () => {
  /** Writes the file as an earlier version did on a desktop without a keychain. */
  async function sealedForAll(): Promise<Place & { readonly key: Buffer }> {
    const there = place(keychain({ isThere: false }));
    const key = randomBytes(32);
    const sealed = await there.chain.encryptStringAsync(key.toString('base64'));
    expect(sealed.subarray(0, 3).toString()).toBe('v10');
    writeFileSync(there.sealedFile, sealed, { mode: 0o600 });
    return { ...there, key };
  }

  it('is sealed with a keychain as soon as one exists', async () => {
    const { desktop, key, chain, files, sealedFile } = await sealedForAll();
    chain.system.isThere = true;
    chain.startAgain();
    expect(await desktop()).toEqual(key);
    expect(readFileSync(sealedFile, 'latin1')).toMatch(/^v11/);
    expect(files()).toEqual(['vault.keychain']);
  });

  it('moves to a key file if the user agrees, and otherwise stays unchanged and unused', async () => {
    const { desktop, key, files, sealedFile } = await sealedForAll();
    const before = readFileSync(sealedFile);
    await expect(desktop()).rejects.toMatchObject({ code: 'vault_no_keychain' });
    expect(readFileSync(sealedFile)).toEqual(before);
    expect(files()).toEqual(['vault.keychain']);
    expect(await desktop({ agreesToKeyFile: async () => true })).toEqual(key);
    expect(files()).toEqual(['vault.key']);
  });

  it('moves to a key file on request without a keychain', async () => {
    const { headless, key, options, files } = await sealedForAll();
    expect(await moveKeyToFile(options())).toBe('moved');
    expect(files()).toEqual(['vault.key']);
    expect(await headless()).toEqual(key);
  });
});

describe.each(['darwin', 'win32'] as const)('a desktop on %s', (platform) => {
  it("uses a sealed key with the prefix v10, because the system's own key encrypts it", async () => {
    const { desktop, files, sealedFile } = place(keychain({}, platform));
    const key = await desktop({ platform });
    expect(readFileSync(sealedFile, 'latin1')).toMatch(/^v10/);
    expect(await desktop({ platform })).toEqual(key);
    expect(files()).toEqual(['vault.keychain']);
  });

  it('fails while the keychain refuses access, and keeps a key that was sealed before', async () => {
    const { desktop, chain, files } = place(keychain({ isThere: false }, platform));
    await expect(desktop({ platform })).rejects.toMatchObject({ code: 'vault_no_keychain' });
    chain.system.isThere = true;
    chain.startAgain();
    await desktop({ platform });
    chain.system.isThere = false;
    chain.startAgain();
    await expect(desktop({ platform })).rejects.toMatchObject({ code: 'vault_keychain_closed' });
    expect(files()).toEqual(['vault.keychain']);
  });
});

describe('a data folder that changes between headless and desktop', () => {
  it('keeps secrets readable, with their key either in a file or in the keychain', async () => {
    const { headless, desktop, files, options } = place();
    const sealed = createVault(await headless()).seal('grant', Buffer.from('secret'));
    expect(
      createVault(await desktop())
        .open('grant', sealed)
        .toString(),
    ).toBe('secret');
    expect(files()).toEqual(['vault.keychain']);
    await moveKeyToFile(options());
    expect(files()).toEqual(['vault.key']);
    expect(
      createVault(await headless())
        .open('grant', sealed)
        .toString(),
    ).toBe('secret');
    expect(
      createVault(await desktop())
        .open('grant', sealed)
        .toString(),
    ).toBe('secret');
  });

  it('gets no second key from a command that runs without the desktop', async () => {
    const { desktop, headless, files } = place();
    await desktop();
    await expect(headless()).rejects.toMatchObject({
      code: 'vault_in_keychain',
      remedy: expect.stringContaining('--key-to-file'),
    });
    expect(files()).toEqual(['vault.keychain']);
  });

  it.each([1, 2, 3, 4])('keeps its key after a crash at keychain call %i while the key moves', async (diesAt) => {
    const { headless, desktop, chain, files } = place();
    const key = await headless();
    chain.diesAt = diesAt;
    await desktop().catch(() => undefined);
    expect(files().length).toBeGreaterThan(0);
    expect(await desktop()).toEqual(key);
    expect(files()).toEqual(['vault.keychain']);
  });

  it('keeps its key if a crash left it in both the keychain and the file', async () => {
    const { headless, desktop, keyFile, options, files } = place();
    const key = await headless();
    const text = readFileSync(keyFile);
    await desktop();
    writeFileSync(keyFile, text, { mode: 0o600 });
    expect(await desktop()).toEqual(key);
    expect(files()).toEqual(['vault.keychain']);
    writeFileSync(keyFile, text, { mode: 0o600 });
    await moveKeyToFile(options());
    expect(files()).toEqual(['vault.key']);
    await moveKeyToFile(options());
    expect(await headless()).toEqual(key);
  });

  it('uses a key file that the user restored after the keychain was lost, and keeps the old sealed key', async () => {
    const { headless, desktop, keyFile, files } = place();
    const key = await headless();
    const text = readFileSync(keyFile);
    await desktop();
    writeFileSync(keyFile, text, { mode: 0o600 });
    expect(await desktop({ safeStorage: keychain() })).toEqual(key);
    expect(files()).toEqual(['vault.keychain', 'vault.keychain.old']);
  });

  it('reports two different keys, and changes neither', async () => {
    const { desktop, keyFile, options, files } = place();
    await desktop();
    writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    await expect(desktop()).rejects.toMatchObject({ code: 'vault_two_keys' });
    await expect(moveKeyToFile(options())).rejects.toMatchObject({ code: 'vault_two_keys' });
    expect(files()).toEqual(['vault.key', 'vault.keychain']);
  });

  it('does not move its key out of a locked keychain', async () => {
    const { desktop, options, chain, files } = place();
    await desktop();
    chain.system.isThere = false;
    chain.startAgain();
    await expect(moveKeyToFile(options())).rejects.toMatchObject({ code: 'vault_keychain_closed' });
    expect(files()).toEqual(['vault.keychain']);
  });
});
