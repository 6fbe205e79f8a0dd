import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { codeOf, createError, type PennyrowError } from './errors.ts';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exists } from './exists.ts';
import { createFileAtomically } from './atomic-file.ts';

export type Vault = ReturnType<typeof createVault>;

export interface VaultKeyProvider {
  provideKey(): Promise<Buffer>;
}

export const VAULT_KEY_BYTES = 32;

// Sealed bytes: version (1 byte), nonce (12), tag (16), ciphertext. Random nonces allow 2 ** 32 uses of a key (NIST SP 800-38D).
const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const NONCE_END = 13;
const HEADER_END = 29;

export async function openVault(provider: VaultKeyProvider): Promise<Vault> {
  return createVault(await provider.provideKey());
}

/** Authenticates `name`, so that bytes that were sealed under one name cannot be opened under another. */
export function createVault(key: Uint8Array) {
  return {
    seal(name: string, plain: Uint8Array): Buffer {
      const nonce = randomBytes(NONCE_END - 1);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(associated(name));
      const secret = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), secret]);
    },
    open(name: string, sealed: Uint8Array): Buffer {
      if (sealed.length < HEADER_END || sealed[0] !== VERSION) throw unreadable(name);
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, NONCE_END))
          .setAAD(associated(name))
          .setAuthTag(sealed.subarray(NONCE_END, HEADER_END));
        return Buffer.concat([decipher.update(sealed.subarray(HEADER_END)), decipher.final()]);
      } catch (cause) {
        throw unreadable(name, cause);
      }
    },
  };
}

function associated(name: string): Buffer {
  return Buffer.from(`pennyrow/${VERSION}/${name}`);
}

function unreadable(name: string, cause?: unknown): PennyrowError {
  return createError('vault_wrong_key', { secret: name }, { cause });
}

export type Secrets = ReturnType<typeof createSecrets>;

export interface SecretBox {
  read(name: string): Buffer | null;
  save(name: string, sealed: Buffer): void;
  remove(name: string): void;
}

/** Opens the vault on first use, because most starts need no secret. */
export function createSecrets(openVault: () => Promise<Vault>, box: SecretBox) {
  let vault: Promise<Vault> | null = null;
  const opened = (): Promise<Vault> => (vault ??= openVault());
  return {
    read: async (name: string): Promise<string | null> => {
      const sealed = box.read(name);
      return sealed === null ? null : (await opened()).open(name, sealed).toString('utf8');
    },
    save: async (name: string, secret: string): Promise<void> =>
      box.save(name, (await opened()).seal(name, Buffer.from(secret, 'utf8'))),
    remove: async (name: string): Promise<void> => box.remove(name),
  };
}

const OTHERS = 0o077;

export const KEYCHAIN_FILE = 'vault.keychain';

/** `beside: 'keychain'`: the caller also reads the key from the keychain, so a keychain file is no reason for an error. */
export function chooseVaultKey(
  keyFile: string,
  passedIn: string | undefined,
  { beside }: { readonly beside?: 'keychain' } = {},
): VaultKeyProvider {
  const sealed = join(dirname(keyFile), KEYCHAIN_FILE);
  return {
    async provideKey() {
      if (passedIn) return requireKey(passedIn, null);
      // The key is in the keychain. `keyInFile` would create another key, which cannot open the existing secrets.
      if (beside === undefined && exists(sealed)) throw createError('vault_in_keychain', { path: sealed });
      return keyInFile(keyFile);
    },
  };
}

/** The key from the environment. Accepts any file mode of PENNYROW_VAULT_KEY_FILE, because containers and systemd choose it. */
export function passedInKey(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const { PENNYROW_VAULT_KEY: key, PENNYROW_VAULT_KEY_FILE: path } = environment;
  if (key || !path) return key;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw createError('vault_key_unreadable', { path }, { cause });
  }
  requireKey(text, path);
  return text;
}

function keyInFile(path: string): Buffer {
  const existing = readKeyFile(path);
  if (existing !== null) return existing;
  // Does not replace an existing file, so that two processes that start at once use the same key.
  createFileAtomically(path, `${randomBytes(VAULT_KEY_BYTES).toString('base64')}\n`, 0o600);
  return readKeyFile(path) ?? requireKey('', path);
}

function readKeyFile(path: string): Buffer | null {
  const file = openIfThere(path);
  if (file === null) return null;
  try {
    // Checks the mode of the open file, because the path could lead to another file by now.
    if (process.platform !== 'win32' && (fstatSync(file).mode & OTHERS) !== 0)
      throw createError('vault_key_exposed', { path });
    return requireKey(readFileSync(file, 'utf8'), path);
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function requireKey(text: string, path: string | null): Buffer {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, 'base64');
  // Node ignores invalid characters in base 64, so compares the encoded key with the text to detect them.
  if (key.length === VAULT_KEY_BYTES && key.toString('base64') === trimmed) return key;
  throw createError('vault_bad_key', { path });
}
