import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

// Only letters, digits and `_`, so that a double click selects the whole token, and leak scanners can find it by a pattern.
const PREFIX = 'pennyrow_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_BYTES = 8;
const ID_LENGTH = 11; // 62 ** 11 > 2 ** 64
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43; // 62 ** 43 > 2 ** 256
const CHECKSUM_LENGTH = 6; // 62 ** 6 > 2 ** 32
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${ID_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Creates a token. Only `secretHash` is stored, so a stolen database does not contain usable tokens. */
export function mintToken() {
  const id = base62(randomBytes(ID_BYTES), ID_LENGTH);
  const secret = base62(randomBytes(SECRET_BYTES), SECRET_LENGTH);
  const body = `${PREFIX}${id}${secret}`;
  return { id, token: body + checksum(body), secretHash: hashSecret(secret) };
}

/** Null for malformed text: the checksum detects mistyped tokens without a database access. */
export function parseToken(text: string) {
  if (!SHAPE.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (checksum(body) !== text.slice(-CHECKSUM_LENGTH)) return null;
  const secretStart = PREFIX.length + ID_LENGTH;
  return { id: body.slice(PREFIX.length, secretStart), secret: body.slice(secretStart) };
}

/** Returns the SHA-256. A slow password hash is unnecessary, because the secret has 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export function sameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function checksum(body: string): string {
  return base62Number(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function base62(bytes: Buffer, length: number): string {
  return base62Number(BigInt(`0x${bytes.toString('hex')}`), length);
}

function base62Number(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text;
}
