import type { BankAccount, BankTransaction } from '../core/bank-transaction.ts';
import { oneLine } from '../core/one-line.ts';

/** Each part is cut to this many characters before joining, so that a long part does not displace the next. */
const LONGEST_PART = 400;

export function joinTexts(parts: readonly (string | null)[]): string {
  return joinedTexts(parts) || 'No description';
}

export function describe(
  payee: string | null,
  ...others: readonly (string | null)[]
): Pick<BankTransaction, 'description' | 'parts'> {
  const description = joinTexts([payee, ...others]);
  const parts = { payee: oneLine(payee ?? '', LONGEST_PART), notes: joinedTexts(others) };
  const hasBoth = parts.payee !== '' && parts.notes !== '' && !contains(parts.payee, parts.notes);
  return hasBoth ? { description, parts } : { description };
}

function joinedTexts(parts: readonly (string | null)[]): string {
  return parts.map((part) => oneLine(part ?? '', LONGEST_PART)).reduce(joined, '');
}

function joined(first: string, second: string): string {
  if (first === '' || contains(second, first)) return second;
  return second === '' || contains(first, second) ? first : `${first} - ${second}`;
}

function contains(text: string, part: string): boolean {
  return comparable(text).includes(comparable(part));
}

/** Ignores case and punctuation: a payee is often a cleaned form of the bank's text, "Corner Shop" for "CORNER-SHOP #12". */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const LONGEST_NAME = 100;

/** Hides account numbers, because spreadsheets are shared: "Checking 0001234567891234" becomes "Checking ••1234". */
export function accountName(
  name: string | null,
  { bank, number = null }: { readonly bank: string | null; readonly number?: string | null },
): Pick<BankAccount, 'name' | 'lastDigits'> {
  const fullName =
    oneLine(name ?? '', LONGEST_NAME) || `Account${bank === null ? '' : ` at ${oneLine(bank, LONGEST_NAME)}`}`;
  const lastDigits = lastDigitsOf(fullName) ?? endOf(number);
  return { name: displayName(fullName, lastDigits), lastDigits };
}

export function nameWithBank(name: string, bank: string | null): string {
  const plain = oneLine(bank ?? '', LONGEST_NAME);
  return plain === '' ? name : `${name} (${plain})`;
}

/** Matches digits that a name marks as the end of an account number: "(...1234)", "x1234", "ending in 1234". */
const MARKED = /(?:[([#•*…]|\.{2,}|(?<!\d ?)-|\bx+|\bending(?: in)?:?|\bno\.?:?)\s*(\d{4})[)\]]?$/iu;

const WHOLE = /\d{8,}|\d{4}(?:[ -]?\d){8,}/g;

function lastDigitsOf(name: string): string | null {
  const whole = name.match(WHOLE)?.at(-1)?.replaceAll(/\D/g, '').slice(-4);
  return whole ?? MARKED.exec(name)?.[1] ?? null;
}

function endOf(number: string | null): string | null {
  return /\d{4}$/.exec(number?.replaceAll(/[\s-]/g, '') ?? '')?.[0] ?? null;
}

function displayName(name: string, lastDigits: string | null): string {
  if (lastDigits === null) return name;
  const hidden = name.replaceAll(WHOLE, (digits) => `••${digits.replaceAll(/\D/g, '').slice(-4)}`);
  const tidy = hidden
    .replace(/[\s([#•*….-]*(?:\bx+|\bending(?: in)?:?|\bno\.?:?)?[\s([#•*….-]*\d{4}[)\]]?$/iu, ` ••${lastDigits}`)
    .trim();
  return tidy.startsWith('••')
    ? `Account ${tidy}`
    : tidy.includes(`••${lastDigits}`)
      ? tidy
      : `${tidy} ••${lastDigits}`;
}

/** Shorter secrets are not redacted: they are words like "demo", and replacing them would damage the bank's texts. */
const SHORTEST_SECRET = 12;

export function redactSecrets(text: string, secrets: readonly string[], shortest: number = SHORTEST_SECRET): string {
  return secrets
    .filter((secret) => secret.length >= shortest)
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text);
}
