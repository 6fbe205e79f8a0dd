import type { ElectronParts } from '../electron-parts.ts';

export type Keychain = ElectronParts['safeStorage'];

/**
 * On Linux, `safeStorage` also "encrypts" without a keychain, with a password that is the same everywhere; what it
 * sealed so begins with these letters. Elsewhere they stand for the system's own key.
 */
const SEALED_FOR_ALL = 'v10';

export function isSealedForAll(sealed: Buffer, platform: NodeJS.Platform): boolean {
  return platform === 'linux' && sealed.subarray(0, SEALED_FOR_ALL.length).toString('latin1') === SEALED_FOR_ALL;
}

/**
 * Found out by sealing something: `safeStorage` calls itself available wherever it has been asked, and names a keychain
 * by the name of the desktop, whether or not one runs there.
 */
export async function isKeychainOpen({
  safeStorage,
  platform,
}: {
  readonly safeStorage: Keychain;
  readonly platform: NodeJS.Platform;
}): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  try {
    return !isSealedForAll(await safeStorage.encryptStringAsync('Pennyrow'), platform);
  } catch {
    // A Mac whose person has just refused, for one.
    return false;
  }
}
