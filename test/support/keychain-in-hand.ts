import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keychain } from '../../src/desktop/keychain/keychain.ts';

type Backend = ReturnType<Keychain['getSelectedStorageBackend']>;

export interface KeychainInHand extends Keychain {
  backend: Backend;
  isLocked: boolean;
  /** Its data was sealed under an older key of the system. */
  isRotated: boolean;
  /** The process dies at this question, counted from 1. */
  diesAt: number;
  asked: number;
}

/** A keychain of its own, as each user of each machine has one: it opens only what it sealed, and only unlocked. */
export function keychain(backend: Backend = 'gnome_libsecret'): KeychainInHand {
  const own = randomBytes(32);
  function step(): void {
    chain.asked += 1;
    if (chain.asked === chain.diesAt) throw new Error('the process died');
  }
  const chain: KeychainInHand = {
    backend,
    isLocked: false,
    isRotated: false,
    diesAt: 0,
    asked: 0,
    getSelectedStorageBackend: () => chain.backend,
    isAsyncEncryptionAvailable: async () => !chain.isLocked,
    encryptStringAsync: async (text) => {
      step();
      if (chain.isLocked) throw new Error('Encryption is not available.');
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', own, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    decryptStringAsync: async (sealed) => {
      step();
      if (chain.isLocked) throw new Error('Decryption is not available.');
      const decipher = createDecipheriv('aes-256-gcm', own, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(12, 28));
      const result = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
      return { result, shouldReEncrypt: chain.isRotated };
    },
  };
  return chain;
}
