import type { BankAccount } from '../../core/bank-transaction.ts';
import { oneLine } from '../../core/one-line.ts';
import { digest } from '../../platform/digest.ts';
import type { ServerAccount } from './answer.ts';

/**
 * The account of a feed. Its id is a fingerprint of the connection and the server's id, which may be the account's
 * number: the Account ID column lies open in a sheet that people share. It does not depend on what the account is
 * called, since people rename accounts.
 */
export function toBankAccount({ connection, id, name, bank }: ServerAccount, currency: string): BankAccount {
  const known =
    oneLine(name ?? '', LONGEST_NAME) || `Account${bank === null ? '' : ` at ${oneLine(bank, LONGEST_NAME)}`}`;
  const lastDigits = lastDigitsOf(known);
  return {
    id: `simplefin:${digest(`${connection.length} ${connection} ${id}`)}`,
    name: displayName(known, lastDigits),
    currency,
    lastDigits,
  };
}

/** For accounts of two banks that are called the same: "Checking (Linden Bank)". */
export function withBank(account: BankAccount, bank: string | null): BankAccount {
  const plain = oneLine(bank ?? '', LONGEST_NAME);
  return plain === '' ? account : { ...account, name: `${account.name} (${plain})` };
}

const LONGEST_NAME = 100;

/** A number at the end of a name is the account's only where the name marks it as cut off: "(...1234)", "x1234", "ending in 1234". */
const MARKED = /(?:[([#•*…]|\.{2,}|(?<!\d ?)-|\bx+|\bending(?: in)?:?|\bno\.?:?)\s*(\d{4})[)\]]?$/iu;

/** A whole number, in one piece or in groups as on a card, which is cut to its end wherever it is shown. */
const WHOLE = /\d{8,}|\d{4}(?:[ -]?\d){8,}/g;

function lastDigitsOf(name: string): string | null {
  const whole = name.match(WHOLE)?.at(-1)?.replaceAll(/\D/g, '').slice(-4);
  return whole ?? MARKED.exec(name)?.[1] ?? null;
}

/** "Checking (...1234)" and "Checking 0001234567891234" are "Checking ••1234". */
function displayName(name: string, lastDigits: string | null): string {
  if (lastDigits === null) return name;
  const hidden = name.replaceAll(WHOLE, (digits) => `••${digits.replaceAll(/\D/g, '').slice(-4)}`);
  const tidy = hidden
    .replace(/[\s([#•*….-]*(?:\bx+|\bending(?: in)?:?|\bno\.?:?)?[\s([#•*….-]*\d{4}[)\]]?$/iu, ` ••${lastDigits}`)
    .trim();
  return tidy.startsWith('••') ? `Account ${tidy}` : tidy;
}
