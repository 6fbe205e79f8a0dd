import { Decrypter, Encrypter, type Identity } from 'age-encryption';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from './errors.ts';

/**
 * Encrypts and decrypts streams with a passphrase in the age format (https://age-encryption.org/v1), so that `age -d`
 * opens them, too. All cryptography is the library's: Electron's OpenSSL lacks the cipher of the format.
 */

/** 2 ** 18 rounds, as `age -p` takes: about a second and 256 MB for each guess. */
const WORK = 18;
/** 1 GB. A file that asks for more was made to exhaust this machine. */
const MOST_WORK = 20;

type Bytes = ReadableStream<Uint8Array>;

/**
 * Blocks its thread for a second while it derives the key.
 *
 * @param work how expensive each guess is, as a power of two.
 */
export async function encryptStream(plain: Bytes, passphrase: string, work: number = WORK): Promise<Bytes> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(work);
  return encrypter.encrypt(plain);
}

/**
 * Each piece of the result is authenticated. A file that was cut or changed fails while the result is read.
 *
 * @param path for messages
 * @throws PennyrowError input_passphrase for a wrong passphrase alone; input_not_a_backup when the key derivation is too
 * expensive; the library's error for a file that is not in the age format
 */
export async function decryptStream(encrypted: Bytes, passphrase: string, path: string): Promise<Bytes> {
  const decrypter = new Decrypter();
  // The library asks one identity after the other until one returns the key of the file.
  decrypter.addIdentity(workLimit(path));
  decrypter.addPassphrase(passphrase);
  decrypter.addIdentity(wrongPassphrase(path));
  return decrypter.decrypt(encrypted);
}

function workLimit(path: string): Identity {
  return {
    unwrapFileKey: (stanzas) => {
      const isTooExpensive = stanzas.some(({ args: [kind, , work] }) => kind === 'scrypt' && Number(work) > MOST_WORK);
      if (isTooExpensive) throw new PennyrowError(problem('input_not_a_backup', { reason: 'work', path }));
      return null;
    },
  };
}

/** Asked only when the passphrase did not decrypt the key. Files for other kinds of recipients have no passphrase. */
function wrongPassphrase(path: string): Identity {
  return {
    unwrapFileKey: (stanzas) => {
      if (stanzas.every(({ args }) => args[0] !== 'scrypt')) return null;
      throw new PennyrowError(problem('input_passphrase', { reason: 'wrong', file: path, least: 0 }));
    },
  };
}
