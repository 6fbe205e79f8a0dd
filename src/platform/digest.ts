import { hash } from 'node:crypto';

/** The first 96 bits of the text's SHA-256, as 24 lower-case hex digits. */
export function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 24);
}
