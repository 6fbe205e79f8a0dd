import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';

/** The keychain of the system. A change affects only the next process, because a process reads its keys once. */
export interface KeychainDouble {
  /** True if the keychain is unlocked: on Linux a Secret Service or KWallet, otherwise the keychain of the system. */
  isThere: boolean;
  /** On Linux, true if the desktop portal has a key, which then encrypts new texts. */
  hasPortal: boolean;
}

export interface SafeStorageDoubleOptions {
  readonly platform: NodeJS.Platform;
  /** The key of this user's keychain on this computer; another keychain cannot decrypt its texts. */
  readonly key: Buffer;
  /** The name of the keychain's entry: the name of the app when it became ready. */
  readonly entry: () => string;
  readonly isReady: () => boolean;
}

/** The keys by the prefix of the texts that they encrypt, such as `v11`. The first key encrypts new texts. */
type Providers = ReadonlyMap<string, Buffer>;

/** Chromium's password without a keychain, the same on every machine (components/os_crypt/async/browser/posix_key_provider.cc). */
const PUBLIC_KEY = createHash('sha256').update('peanuts').digest();

/** Like Electron's shell/browser/api/electron_api_safe_storage.cc, with the keys of shell/browser/browser_process_impl.cc. */
export function safeStorageDouble(
  options: SafeStorageDoubleOptions,
  keychain: KeychainDouble = { isThere: true, hasPortal: false },
): {
  readonly safeStorage: ElectronParts['safeStorage'];
  readonly keychain: KeychainDouble;
} {
  const { isReady } = options;
  let cachedProviders: Providers | null = null;

  // Like Electron, reads the keys only once, so that a keychain that is unlocked later has no effect.
  const providers = (): Providers => (cachedProviders ??= providersOf(options, keychain));

  const requireReady = (): void => {
    if (!isReady()) throw new Error('safeStorage cannot be used before app is ready');
  };

  return {
    keychain,
    safeStorage: {
      // Like Electron, returns true even if there is no keychain.
      isAsyncEncryptionAvailable: async () => isReady(),
      encryptStringAsync: async (text) => {
        requireReady();
        return sealed(text, providers());
      },
      decryptStringAsync: async (encrypted) => {
        requireReady();
        if (encrypted.length === 0) return { result: '', shouldReEncrypt: false };
        return opened(encrypted, providers());
      },
    },
  };
}

/** The first key encrypts. On Linux, the last one is the public password `v10`; elsewhere, `v10` is the key of the system. */
function providersOf({ platform, key, entry }: SafeStorageDoubleOptions, keychain: KeychainDouble): Providers {
  // The entry is called "<name> Safe Storage", so that each app name has a separate key.
  const own = (tag: string): Buffer =>
    createHash('sha256').update(key).update(`${entry()} Safe Storage ${tag}`).digest();
  if (platform !== 'linux') return new Map(keychain.isThere ? [['v10', own('v10')]] : []);
  return new Map([
    ...(keychain.isThere && keychain.hasPortal ? [['v12', own('v12')] as const] : []),
    ...(keychain.isThere ? [['v11', own('v11')] as const] : []),
    ['v10', PUBLIC_KEY],
  ]);
}

function sealed(text: string, providers: Providers): Buffer {
  const [first] = providers;
  if (first === undefined)
    throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
  const [tag, key] = first;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([Buffer.from(tag), nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function opened(
  encrypted: Buffer,
  providers: Providers,
): { readonly result: string; readonly shouldReEncrypt: boolean } {
  const tag = encrypted.subarray(0, 3).toString('latin1');
  const key = providers.get(tag);
  const failure = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.';
  if (key === undefined) throw new Error(failure);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(3, 15)).setAuthTag(
      encrypted.subarray(-16),
    );
    const result = Buffer.concat([decipher.update(encrypted.subarray(15, -16)), decipher.final()]).toString('utf8');
    // Like Chromium: true if the text was not encrypted with the first key.
    const [current] = providers.keys();
    return { result, shouldReEncrypt: tag !== current };
  } catch (cause) {
    throw new Error(failure, { cause });
  }
}
