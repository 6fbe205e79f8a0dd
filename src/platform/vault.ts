import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from './errors.ts';

/** Encrypts secrets at rest. It keeps nothing: the caller that seals a secret also stores the sealed bytes. */
export interface Vault {
  /** `name` is bound into the box: bytes that were sealed under one name do not open under another. */
  seal(name: string, plain: Uint8Array): Buffer;
  /** Throws `vault_wrong_key` when the key is another one, or the box was changed or swapped. */
  open(name: string, sealed: Uint8Array): Buffer;
}

/** Where the vault's key comes from: a key file, the environment, or the desktop's keychain. */
export interface VaultKeyProvider {
  /** 32 bytes, the same at every call. Throws a PennyrowError of the room `vault`. */
  provideKey(): Promise<Buffer>;
}

export const VAULT_KEY_BYTES = 32;

// A box is: version (1 byte), nonce (12), tag (16), ciphertext. AES-256-GCM by NIST SP 800-38D: with random
// nonces one key is good for 2 ** 32 boxes, far more than secrets are ever saved here.
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
