import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';

/** Changes of the keychain by a user or a system. A process reads its keys once: a change affects only the next process. */
export interface KeychainDouble {
  /** On Linux: true if a Secret Service or KWallet runs and was unlocked. Otherwise: true if the system gives this program its key. */
  isThere: boolean;
  /** On Linux: true if the desktop portal keeps a key as well, and new text is encrypted with that one. */
  hasPortal: boolean;
}

export interface SafeStorageDoubleOptions {
  readonly platform: NodeJS.Platform;
  /** The key of this user's keychain on this computer; another keychain cannot decrypt its texts. */
  readonly key: Buffer;
  /** The name of the entry, as it was when the app became ready. */
  readonly entry: () => string;
  readonly isReady: () => boolean;
}

/** The keys by the first three letters of the texts that they encrypted. */
type Providers = ReadonlyMap<string, Buffer>;

/** Chromium, components/os_crypt/async/browser/posix_key_provider.cc: the same password on every machine. */
const PUBLIC_KEY = createHash('sha256').update('peanuts').digest();

/** Electron, shell/browser/api/electron_api_safe_storage.cc; its key providers: shell/browser/browser_process_impl.cc. */
export function safeStorageDouble(
  options: SafeStorageDoubleOptions,
  keychain: KeychainDouble = { isThere: true, hasPortal: false },
): {
  readonly safeStorage: ElectronParts['safeStorage'];
  readonly keychain: KeychainDouble;
} {
  const { isReady } = options;
  let cachedProviders: Providers | null = null;

  // `EnsureAsyncEncryptorRequested` reads once and caches the answer, so a keychain that is unlocked later is not seen.
  const providers = (): Providers => (cachedProviders ??= providersOf(options, keychain));

  const requireReady = (): void => {
    if (!isReady()) throw new Error('safeStorage cannot be used before app is ready');
  };

  return {
    keychain,
    safeStorage: {
      // `IsAsyncEncryptionAvailable`: true as soon as the providers have answered, with any answer.
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

/**
 * The encrypting provider comes first (`CreateOSCryptAsync` sets the precedence). On Linux there is always one, with
 * the public password; on macOS and Windows, `v10` is the system's key.
 */
function providersOf({ platform, key, entry }: SafeStorageDoubleOptions, keychain: KeychainDouble): Providers {
  // "<name> Safe Storage": each name of an app is a separate entry.
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
    // Chromium, components/os_crypt/async/common/encryptor.cc: encrypted by another provider than the current one.
    const [current] = providers.keys();
    return { result, shouldReEncrypt: tag !== current };
  } catch (cause) {
    throw new Error(failure, { cause });
  }
}
