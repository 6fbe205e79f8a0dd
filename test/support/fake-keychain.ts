import { randomBytes } from 'node:crypto';
import type { Keychain } from '../../src/desktop/keychain/keychain.ts';
import { safeStorageDouble, type KeychainDouble } from '../desktop/double/safe-storage.ts';

export interface FakeKeychain extends Keychain {
  /** The settings of the faked system keychain. */
  readonly system: KeychainDouble;
  /** Simulates the next program start; each start queries the system once. */
  startAgain(): void;
  /** The number of the query, from 1, at which the process dies. */
  diesAt: number;
  queries: number;
}

/**
 * A separate keychain, as each user of each machine has. It opens only data that it sealed, and only while it is unlocked.
 */
export function keychain(system: Partial<KeychainDouble> = {}, platform: NodeJS.Platform = 'linux'): FakeKeychain {
  const key = randomBytes(32);
  const state: KeychainDouble = { isThere: true, hasPortal: false, ...system };
  const start = (): Keychain =>
    safeStorageDouble({ platform, key, entry: () => 'Pennyrow', isReady: () => true }, state).safeStorage;
  let storage = start();
  const step = (): void => {
    chain.queries += 1;
    if (chain.queries === chain.diesAt) throw new Error('the process died');
  };
  const chain: FakeKeychain = {
    system: state,
    startAgain: () => {
      storage = start();
    },
    diesAt: 0,
    queries: 0,
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
