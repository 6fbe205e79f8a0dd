import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from './errors.ts';

/** Encrypts secrets at rest. The caller stores the sealed bytes. */
export interface Vault {
  /** `name` is authenticated: bytes that were sealed under one name cannot be opened under another. */
  seal(name: string, plain: Uint8Array): Buffer;
  /** Throws `vault_wrong_key` if the key differs or the bytes were changed or swapped. */
  open(name: string, sealed: Uint8Array): Buffer;
}

/** Provides the key of the vault: from a key file, the environment, or the keychain of the desktop. */
export interface VaultKeyProvider {
  /** 32 bytes, the same for every call. Throws a PennyrowError with a `vault_…` code. */
  provideKey(): Promise<Buffer>;
}

export const VAULT_KEY_BYTES = 32;

// Format: version (1 byte), nonce (12), tag (16), ciphertext. AES-256-GCM by NIST SP 800-38D: with random nonces, a key is good for 2 **
// 32 messages.
const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const NONCE_END = 13;
const HEADER_END = 29;

export async function openVault(provider: VaultKeyProvider): Promise<Vault> {
  return createVault(await provider.provideKey());
}

/** `key`: 32 random bytes. */
export function createVault(key: Uint8Array): Vault {
  return {
    seal(name, plain) {
      const nonce = randomBytes(NONCE_END - 1);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(associated(name));
      const secret = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), secret]);
    },
    open(name, sealed) {
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
  return new PennyrowError(problem('vault_wrong_key', { secret: name }), { cause });
}

/** Small secrets as text, encrypted at rest. Names are not secret. */
export interface Secrets {
  /** Null if there is none. Throws `vault_wrong_key`. */
  read(name: string): Promise<string | null>;
  /** Resolves when the secret is stored durably. */
  save(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The storage of the sealed bytes. */
export interface SecretBox {
  read(name: string): Buffer | null;
  save(name: string, sealed: Buffer): void;
  remove(name: string): void;
}

/** The vault is opened on first use, because most starts need no secret. */
export function createSecrets(openVault: () => Promise<Vault>, box: SecretBox): Secrets {
  let vault: Promise<Vault> | null = null;
  const opened = (): Promise<Vault> => (vault ??= openVault());
  return {
    read: async (name) => {
      const sealed = box.read(name);
      return sealed === null ? null : (await opened()).open(name, sealed).toString('utf8');
    },
    save: async (name, secret) => box.save(name, (await opened()).seal(name, Buffer.from(secret, 'utf8'))),
    remove: async (name) => box.remove(name),
  };
}
