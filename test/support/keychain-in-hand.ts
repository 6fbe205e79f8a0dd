import { randomBytes } from 'node:crypto';
import type { Keychain } from '../../src/desktop/keychain/keychain.ts';
import { safeStorageDouble, type KeychainDouble } from '../desktop/double/safe-storage.ts';

export interface KeychainInHand extends Keychain {
  /** What the system has. */
  readonly system: KeychainDouble;
  /** Each start of a program asks the system once; this is the next start. */
  startAgain(): void;
  /** The process dies at this question, counted from 1. */
  diesAt: number;
  asked: number;
}

/** A keychain of its own, as each user of each machine has one: it opens only what it sealed, and only unlocked. */
export function keychain(system: Partial<KeychainDouble> = {}, platform: NodeJS.Platform = 'linux'): KeychainInHand {
  const key = randomBytes(32);
  const state: KeychainDouble = { isThere: true, hasPortal: false, ...system };
  const start = (): Keychain =>
    safeStorageDouble({ platform, key, entry: () => 'Pennyrow', isReady: () => true }, state).safeStorage;
  let storage = start();
  const step = (): void => {
    chain.asked += 1;
    if (chain.asked === chain.diesAt) throw new Error('the process died');
  };
  const chain: KeychainInHand = {
    system: state,
    startAgain: () => {
      storage = start();
    },
    diesAt: 0,
    asked: 0,
    isAsyncEncryptionAvailable: () => storage.isAsyncEncryptionAvailable(),
    encryptStringAsync: async (text) => {
      step();
      return storage.encryptStringAsync(text);
    },
    decryptStringAsync: async (sealed) => {
      step();
      return storage.decryptStringAsync(sealed);
    },
  };
  return chain;
}
