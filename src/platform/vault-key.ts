import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exists } from './exists.ts';
import { problem } from '../messages/problem.ts';
import { createFileAtomically } from './atomic-file.ts';
import { PennyrowError } from './errors.ts';
import { VAULT_KEY_BYTES, type VaultKeyProvider } from './vault.ts';

const OTHERS = 0o077;

/** Replaces the key file on the desktop: the key, sealed by the keychain of the system. */
export const KEYCHAIN_FILE = 'vault.keychain';

/**
 * The key from the environment, or from a key file in the data folder. `beside`: only callers that also open the keychain may read a key
 * file after the key was moved to the keychain.
 */
export function chooseVaultKey(
  keyFile: string,
  passedIn: string | undefined,
  { beside }: { readonly beside?: 'keychain' } = {},
): VaultKeyProvider {
  if (passedIn !== undefined && passedIn !== '') return inText(passedIn);
  const sealed = join(dirname(keyFile), KEYCHAIN_FILE);
  return {
    async provideKey() {
      // Otherwise a second key would be created, and neither could open the secrets of the other.
      if (beside === undefined && exists(sealed)) throw inKeychain(sealed);
      return inFile(keyFile).provideKey();
    },
  };
}

/**
 * The key from the environment: PENNYROW_VAULT_KEY, or the content of the file in PENNYROW_VAULT_KEY_FILE, as containers and systemd
 * provide secrets. Undefined without either. Such a file is never created, and its permissions are not checked.
 *
 * @throws PennyrowError vault_key_unreadable, vault_bad_key
 */
export function passedInKey(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const { PENNYROW_VAULT_KEY: key, PENNYROW_VAULT_KEY_FILE: path } = environment;
  if (key || !path) return key;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PennyrowError(problem('vault_key_unreadable', { path }), { cause });
  }
  if (decodeKey(text) === null) throw damaged(path);
  return text;
}

/** A private file, created on first use. Its content is a valid PENNYROW_VAULT_KEY. */
function inFile(path: string): VaultKeyProvider {
  return {
    async provideKey() {
      // Linked into place, so that concurrent processes get the same key.
      const existing = readKeyFile(path);
      if (existing !== null) return existing;
      createFileAtomically(path, `${randomBytes(VAULT_KEY_BYTES).toString('base64')}\n`, 0o600);
      const made = readKeyFile(path);
      if (made === null) throw damaged(path);
      return made;
    },
  };
}

function inText(text: string): VaultKeyProvider {
  return {
    async provideKey() {
      const key = decodeKey(text);
      if (key !== null) return key;
      throw new PennyrowError(problem('vault_bad_key', { path: null }));
    },
  };
}

function readKeyFile(path: string): Buffer | null {
  const file = openIfThere(path);
  if (file === null) return null;
  try {
    // Checks the open file, so that it is the file that is read.
    if (process.platform !== 'win32' && (fstatSync(file).mode & OTHERS) !== 0) throw exposed(path);
    const key = decodeKey(readFileSync(file, 'utf8'));
    if (key === null) throw damaged(path);
    return key;
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function decodeKey(text: string): Buffer | null {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, 'base64');
  // Node ignores invalid base 64, so compare the round trip.
  return key.length === VAULT_KEY_BYTES && key.toString('base64') === trimmed ? key : null;
}

function inKeychain(sealed: string): PennyrowError {
  return new PennyrowError(problem('vault_in_keychain', { path: sealed }));
}

function exposed(path: string): PennyrowError {
  return new PennyrowError(problem('vault_key_exposed', { path }));
}

function damaged(path: string): PennyrowError {
  return new PennyrowError(problem('vault_bad_key', { path }));
}
