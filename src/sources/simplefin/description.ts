import { oneLine } from '../../core/one-line.ts';
import { textField, type JsonObject } from './json.ts';

/** Each is cut before they are joined, so that a long one does not push out the next. */
const LONGEST_PART = 400;

/**
 * Payee, the bank's own text and memo as one line: what is said in another part already is said once. Never empty.
 */
export function describeTransaction(transaction: JsonObject): string {
  const parts = ['payee', 'description', 'memo'].map((name) =>
    oneLine(textField(transaction, name) ?? '', LONGEST_PART),
  );
  return parts.reduce(joined) || 'No description';
}

function joined(first: string, second: string): string {
  if (first === '' || says(second, first)) return second;
  return second === '' || says(first, second) ? first : `${first} - ${second}`;
}

function says(text: string, part: string): boolean {
  return comparable(text).includes(comparable(part));
}

/** Payees are the bank's text tidied up: "Corner Shop" of "CORNER-SHOP #12". */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
