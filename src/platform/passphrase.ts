import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { Decrypter, Encrypter, Stanza, type Identity, type Recipient } from 'age-encryption';

/**
 * Encrypts and opens streams with a passphrase in the age format (https://age-encryption.org/v1), so that `age -d` opens
 * them, too. The library derives keys in JavaScript, which would hold up everything else for seconds: here Node does.
 */

/** 2 ** 18 rounds, as `age -p` takes: about a second and 256 MB for each guess. */
const WORK = 18;
/** A file that asks for more is an attack on the memory of this machine. */
const MOST_WORK = 22;
const LABEL = 'age-encryption.org/v1/scrypt';
const CIPHER = 'chacha20-poly1305';
const TAG_BYTES = 16;
/** The key that it encrypts is used once. */
const NONCE = Buffer.alloc(12);

type Bytes = ReadableStream<Uint8Array>;

/** `work`: how expensive each guess is, as a power of two. */
export async function encryptStream(plain: Bytes, passphrase: string, work: number = WORK): Promise<Bytes> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipientOf(passphrase, work));
  return encrypter.encrypt(plain);
}

/** Null when the passphrase is another one. What comes out is authentic up to there; a cut or changed file fails while it is read. */
export async function decryptStream(encrypted: Bytes, passphrase: string): Promise<Bytes | null> {
  const decrypter = new Decrypter();
  let isOpened = false;
  const identity = identityOf(passphrase, () => {
    isOpened = true;
  });
  decrypter.addIdentity(identity.asked);
  try {
    return await decrypter.decrypt(encrypted);
  } catch (thrown) {
    if (identity.wasAsked() && !isOpened) return null;
    throw thrown;
  }
}

function recipientOf(passphrase: string, work: number): Recipient {
  return {
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(16);
      const cipher = createCipheriv(CIPHER, await derive(passphrase, salt, work), NONCE, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(['scrypt', salt.toString('base64').replaceAll('=', ''), String(work)], body)];
    },
  };
}

function identityOf(passphrase: string, opened: () => void): { readonly asked: Identity; wasAsked(): boolean } {
  let wasAsked = false;
  return {
    wasAsked: () => wasAsked,
    asked: {
      unwrapFileKey: async ([stanza]) => {
        const [kind, salt = '', work = ''] = stanza?.args ?? [];
        if (stanza === undefined || kind !== 'scrypt' || !/^[1-9]\d?$/.test(work) || Number(work) > MOST_WORK)
          return null;
        const key = await derive(passphrase, Buffer.from(salt, 'base64'), Number(work));
        wasAsked = true;
        const fileKey = open(stanza.body, key);
        if (fileKey !== null) opened();
        return fileKey;
      },
    },
  };
}

function open(body: Uint8Array, key: Buffer): Uint8Array | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES }).setAuthTag(
      body.subarray(-TAG_BYTES),
    );
    return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function derive(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const options = { N: 2 ** work, r: 8, p: 1, maxmem: 2 ** work * 8 * 128 * 2 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), 32, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
