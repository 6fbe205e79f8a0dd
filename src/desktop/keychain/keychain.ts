import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFileAtomically, writeFileAtomically } from '../../platform/atomic-file.ts';
import { exists } from '../../platform/exists.ts';
import { shareAttempt } from '../../platform/share-attempt.ts';
import { type PennyrowError, createError } from '../../platform/errors.ts';
import { chooseVaultKey, KEYCHAIN_FILE, VAULT_KEY_BYTES, type VaultKeyProvider } from '../../platform/vault.ts';
import type { ElectronParts } from '../electron-parts.ts';

export interface KeychainOptions {
  readonly safeStorage: Keychain;
  readonly keyFile: string;
  readonly platform: NodeJS.Platform;
  /** The key from an environment variable, or from a file whose path is in one. Never stored. Throws if the file is unreadable. */
  readonly passedIn: () => string | undefined;
  readonly agreesToKeyFile: () => Promise<boolean>;
}

const PRIVATE = 0o600;

/** Never loses the key: a new file is read back before the old file is removed. */
export function createKeychain(options: KeychainOptions): VaultKeyProvider {
  // Two callers request the key at the start, so they share one attempt.
  return { provideKey: shareAttempt(() => provide(options)) };
}

async function provide(options: KeychainOptions): Promise<Buffer> {
  const { keyFile } = options;
  const passedIn = options.passedIn();
  if (passedIn !== undefined && passedIn !== '') return chooseVaultKey(keyFile, passedIn).provideKey();
  const sealedFile = sealedFileOf(keyFile);
  const isOpen = await isKeychainOpen(options);
  if (!exists(sealedFile)) return isOpen ? moveIn(options, sealedFile) : keyInFile(options);
  if (isOpen) return sealedKey(options, sealedFile);
  if (isSealedForAll(readFileSync(sealedFile), options.platform)) return keyInFile(options);
  throw closed(sealedFile);
}

function sealedFileOf(keyFile: string): string {
  return join(dirname(keyFile), KEYCHAIN_FILE);
}

async function sealedKey(options: KeychainOptions, sealedFile: string): Promise<Buffer> {
  const { safeStorage, keyFile } = options;
  const opened = await unseal(safeStorage, sealedFile);
  const inFile = exists(keyFile) ? await chooseVaultKey(keyFile, undefined, { beside: 'keychain' }).provideKey() : null;
  // This keychain cannot open the sealed key, so the key file that the user restored or copied replaces it.
  if (opened === null && inFile !== null) {
    writeFileAtomically(`${sealedFile}.old`, readFileSync(sealedFile), PRIVATE);
    writeFileAtomically(sealedFile, await seal(options, inFile), PRIVATE);
    return dropKeyFile(options, sealedFile, inFile);
  }
  if (opened === null) throw closed(sealedFile);
  if (opened.isOutdated) writeFileAtomically(sealedFile, await seal(options, opened.key), PRIVATE);
  if (inFile === null) return opened.key;
  if (!inFile.equals(opened.key)) throw createError('vault_two_keys', { keyFile, sealedFile });
  // Both files contain the same key, because a move stopped before it removed the key file.
  return dropKeyFile(options, sealedFile, opened.key);
}

async function moveIn(options: KeychainOptions, sealedFile: string): Promise<Buffer> {
  const { keyFile } = options;
  const key = exists(keyFile) ? await chooseVaultKey(keyFile, undefined).provideKey() : randomBytes(VAULT_KEY_BYTES);
  // Uses the key of another process if that process has just created the file.
  if (!createFileAtomically(sealedFile, await seal(options, key), PRIVATE)) return sealedKey(options, sealedFile);
  return dropKeyFile(options, sealedFile, key);
}

/** Deletes the unencrypted key file only after the sealed key was read back. */
async function dropKeyFile(
  { safeStorage, keyFile }: KeychainOptions,
  sealedFile: string,
  key: Buffer,
): Promise<Buffer> {
  const proof = await unseal(safeStorage, sealedFile);
  if (proof === null || !proof.key.equals(key)) throw closed(sealedFile);
  rmSync(keyFile, { force: true });
  return key;
}

async function keyInFile(options: KeychainOptions): Promise<Buffer> {
  const { keyFile, agreesToKeyFile } = options;
  if (!(await agreesToKeyFile())) throw createError('vault_no_keychain', { reason: 'other' });
  // Does nothing if the key is already in the key file, or if there is no key yet.
  await moveKeyToFile(options);
  return chooseVaultKey(keyFile, undefined).provideKey();
}

/** Moves the key from the keychain to the key file, for use without a desktop. The service must not be running. */
export async function moveKeyToFile(
  options: Pick<KeychainOptions, 'safeStorage' | 'keyFile' | 'platform'>,
): Promise<'moved' | 'already' | 'none'> {
  const { safeStorage, keyFile } = options;
  const sealedFile = sealedFileOf(keyFile);
  if (!exists(sealedFile)) return exists(keyFile) ? 'already' : 'none';
  const isOpen = isSealedForAll(readFileSync(sealedFile), options.platform) || (await isKeychainOpen(options));
  const opened = isOpen ? await unseal(safeStorage, sealedFile) : null;
  if (opened === null) throw closed(sealedFile);
  createFileAtomically(keyFile, `${opened.key.toString('base64')}\n`, PRIVATE);
  const written = await chooseVaultKey(keyFile, undefined, { beside: 'keychain' }).provideKey();
  if (!written.equals(opened.key)) throw createError('vault_two_keys', { keyFile, sealedFile });
  rmSync(sealedFile);
  return 'moved';
}

/** Throws if the keychain encrypts with a public password, or does not return what it stored. */
async function seal(
  { safeStorage, platform }: Pick<KeychainOptions, 'safeStorage' | 'platform'>,
  key: Buffer,
): Promise<Buffer> {
  const sealed = await safeStorage.encryptStringAsync(key.toString('base64'));
  if (isSealedForAll(sealed, platform)) throw createError('vault_no_keychain', { reason: 'other' });
  const { result } = await safeStorage.decryptStringAsync(sealed);
  if (result !== key.toString('base64')) throw createError('vault_no_keychain', { reason: 'unreliable' });
  return sealed;
}

/** Null if the keychain cannot decrypt the file, because another keychain sealed it or its own key is lost. */
async function unseal(
  safeStorage: Keychain,
  path: string,
): Promise<{ readonly key: Buffer; readonly isOutdated: boolean } | null> {
  try {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(readFileSync(path));
    const key = Buffer.from(result, 'base64');
    return key.length === VAULT_KEY_BYTES ? { key, isOutdated: shouldReEncrypt } : null;
  } catch (thrown) {
    // Throws a disk error, which does not mean that the key is lost.
    if (thrown instanceof Error && 'code' in thrown && 'syscall' in thrown) throw thrown;
    return null;
  }
}

function closed(sealedFile: string): PennyrowError {
  return createError('vault_keychain_closed', { path: sealedFile });
}

export type Keychain = ElectronParts['safeStorage'];

/** On Linux, text that `safeStorage` encrypted without a keychain, with a public password, starts with this. */
const SEALED_FOR_ALL = 'v10';

function isSealedForAll(sealed: Buffer, platform: NodeJS.Platform): boolean {
  return platform === 'linux' && sealed.subarray(0, SEALED_FOR_ALL.length).toString('latin1') === SEALED_FOR_ALL;
}

/** Encrypts a text as a test, because `safeStorage` also claims to be available without a keychain. */
async function isKeychainOpen({
  safeStorage,
  platform,
}: Pick<KeychainOptions, 'safeStorage' | 'platform'>): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  try {
    return !isSealedForAll(await safeStorage.encryptStringAsync('Pennyrow'), platform);
  } catch {
    // The keychain refused, for example because the user of a Mac denied access.
    return false;
  }
}
