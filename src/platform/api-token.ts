import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

// Base 62, so that a double click selects the whole token. Scanners find tokens with /\bpennyrow_[0-9A-Za-z]{60}\b/.
const PREFIX = 'pennyrow_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_BYTES = 8;
const ID_LENGTH = 11; // 62 ** 11 > 2 ** 64
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43; // 62 ** 43 > 2 ** 256
const CHECKSUM_LENGTH = 6; // 62 ** 6 > 2 ** 32
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${ID_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** `secretHash` is the only stored form of the secret. */
export function mintToken() {
  const id = base62(randomBytes(ID_BYTES), ID_LENGTH);
  const secret = base62(randomBytes(SECRET_BYTES), SECRET_LENGTH);
  const body = `${PREFIX}${id}${secret}`;
  return { id, token: body + checksum(body), secretHash: hashSecret(secret) };
}

/** Null for malformed text, so that truncated, mistyped or unrelated text costs no database access. */
export function parseToken(text: string) {
  if (!SHAPE.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (checksum(body) !== text.slice(-CHECKSUM_LENGTH)) return null;
  const secretStart = PREFIX.length + ID_LENGTH;
  return { id: body.slice(PREFIX.length, secretStart), secret: body.slice(secretStart) };
}

/** SHA-256. Slow hashes protect guessable passwords; 256 random bits do not need them. */
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
