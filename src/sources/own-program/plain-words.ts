import { oneLine } from '../../core/one-line.ts';
import { redactLine } from '../../platform/redaction.ts';
import { redactSecrets } from '../redact-secrets.ts';

/** A PIN has four digits; in words for people nothing is damaged when something else looks the same. */
const SHORTEST_IN_WORDS = 4;
const LONGEST = 400;

/** What a program says, for people: one line, without its secrets and whatever else looks like one; null for nothing. */
export function plainWords(text: string, secrets: readonly string[]): string | null {
  const known = redactSecrets(text, secrets, SHORTEST_IN_WORDS);
  const { said } = JSON.parse(redactLine(JSON.stringify({ said: known.toWellFormed() }))) as { readonly said: string };
  return oneLine(said, LONGEST) || null;
}

const LAST_LINES = 3;

/** The end of what was printed as errors, where the reason of a failure stands. */
export function lastWords(text: string, secrets: readonly string[]): string | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return plainWords(lines.slice(-LAST_LINES).join(' · '), secrets);
}
