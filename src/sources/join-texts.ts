import type { BankTransaction } from '../core/bank-transaction.ts';
import { oneLine } from '../core/one-line.ts';

/** Each is cut before they are joined, so that a long one does not push out the next. */
const LONGEST_PART = 400;

/** What a bank says of a transaction in several fields as one line; what another part says already is said once. Never empty. */
export function joinTexts(parts: readonly (string | null)[]): string {
  return joinedTexts(parts) || 'No description';
}

/** The same with its parts: `payee` is whom the money went to or came from, the others are what else is said. */
export function describe(
  payee: string | null,
  ...others: readonly (string | null)[]
): Pick<BankTransaction, 'description' | 'parts'> {
  const description = joinTexts([payee, ...others]);
  const parts = { payee: oneLine(payee ?? '', LONGEST_PART), notes: joinedTexts(others) };
  const isTold = parts.payee !== '' && parts.notes !== '' && !says(parts.payee, parts.notes);
  return isTold ? { description, parts } : { description };
}

function joinedTexts(parts: readonly (string | null)[]): string {
  return parts.map((part) => oneLine(part ?? '', LONGEST_PART)).reduce(joined, '');
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
