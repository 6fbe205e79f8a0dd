import { randomBytes, hash } from 'node:crypto';
import type { Clock } from './clock.ts';

// Crockford's base 32 in lower case: texts sort like the numbers, and the easily confused letters i, l, o and u are missing.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 12;

/** Such as `run_01kaj3v8qk7f0c2m9x4t5w`: time in milliseconds and 60 random bits. Sorts by creation time. */
export function newId(kind: string, clock: Clock): string {
  let time = '';
  for (let rest = clock.now(), place = 0; place < TIME_LENGTH; place += 1, rest = Math.floor(rest / 32))
    time = ALPHABET.charAt(rest % 32) + time;
  let random = '';
  for (const byte of randomBytes(RANDOM_LENGTH)) random += ALPHABET.charAt(byte % 32);
  return `${kind}_${time}${random}`;
}

export function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 24);
}
