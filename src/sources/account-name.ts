import { oneLine } from '../core/one-line.ts';

/** What an account is called without its number, and the last digits of that where the name or the number tells them. */
export interface AccountName {
  readonly name: string;
  readonly lastDigits: string | null;
}

const LONGEST_NAME = 100;

/**
 * Of an account that a service calls `name`, at `bank`: "Checking (...1234)" and "Checking 0001234567891234" are
 * "Checking ••1234". The whole number is never shown, since a sheet is shared.
 */
export function accountName(
  name: string | null,
  { bank, number = null }: { readonly bank: string | null; readonly number?: string | null },
): AccountName {
  const known =
    oneLine(name ?? '', LONGEST_NAME) || `Account${bank === null ? '' : ` at ${oneLine(bank, LONGEST_NAME)}`}`;
  const lastDigits = lastDigitsOf(known) ?? endOf(number);
  return { name: displayName(known, lastDigits), lastDigits };
}

/** For accounts of two banks that are called the same: "Checking (Linden Bank)". */
export function nameWithBank(name: string, bank: string | null): string {
  const plain = oneLine(bank ?? '', LONGEST_NAME);
  return plain === '' ? name : `${name} (${plain})`;
}

/** A number at the end of a name is the account's only where the name marks it as cut off: "(...1234)", "x1234", "ending in 1234". */
const MARKED = /(?:[([#•*…]|\.{2,}|(?<!\d ?)-|\bx+|\bending(?: in)?:?|\bno\.?:?)\s*(\d{4})[)\]]?$/iu;

/** A whole number, in one piece or in groups as on a card, which is cut to its end wherever it is shown. */
const WHOLE = /\d{8,}|\d{4}(?:[ -]?\d){8,}/g;

function lastDigitsOf(name: string): string | null {
  const whole = name.match(WHOLE)?.at(-1)?.replaceAll(/\D/g, '').slice(-4);
  return whole ?? MARKED.exec(name)?.[1] ?? null;
}

/** Of an IBAN or a number, masked or not. */
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
