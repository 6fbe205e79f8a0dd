import { randomBytes, hash } from 'node:crypto';
import type { Clock } from './clock.ts';

// Crockford's base 32 in lower case: sorts numerically and has no ambiguous letters.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 12;

/**
 * A new id such as `run_01kaj3v8qk7f0c2m9x4t5w`: the kind, the time in milliseconds, and 60 random bits. Ids of one kind sort by
 * creation time, randomly within a millisecond.
 */
export function newId(kind: string, clock: Clock): string {
  let time = '';
  for (let rest = clock.now(), place = 0; place < TIME_LENGTH; place += 1, rest = Math.floor(rest / 32)) {
    time = ALPHABET.charAt(rest % 32) + time;
  }
  let random = '';
  for (const byte of randomBytes(RANDOM_LENGTH)) random += ALPHABET.charAt(byte % 32);
  return `${kind}_${time}${random}`;
}

/** The first 96 bits of the SHA-256 as 24 hex digits. */
export function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 24);
}
