import { createHash } from 'node:crypto';
import type { BankAccount } from '../../core/bank-transaction.ts';
import { oneLine } from '../../core/one-line.ts';

/** What a file says about an account, as far as its identity goes. */
export interface AccountNumber {
  /**
   * The kind of number, which begins the account's id ("ofx", "iban"). Formats that name an account by the
   * same number share it, so that both mean the same account.
   */
  readonly scheme: string;
  /** The number as the file has it; spaces and case do not matter. */
  readonly number: string;
  /** What else tells this account from others with that number: the bank, the branch, the type. */
  readonly beside?: readonly (string | undefined)[];
  /** What a person calls such an account: "Checking"; null for a plain "Account". */
  readonly kind: string | null;
  readonly currency: string;
}

/**
 * The account that a number means; null when the file gives none.
 *
 * The Account ID column lies open in a sheet that people share, and an account number is enough to debit an
 * account in some countries, as a card number is everywhere. So the id shows the last digits, and the whole
 * identity as a fingerprint. It is the same for every file and on every machine.
 */
export function numberedAccount({ scheme, number, beside = [], kind, currency }: AccountNumber): BankAccount | null {
  const compactNumber = compact(number);
  if (compactNumber === '') return null;
  const lastDigits = lastDigitsOf(compactNumber);
  return {
    id: `${scheme}:${lastDigits}-${fingerprintOf([...beside, number])}`,
    name: `${kind ?? 'Account'}${lastDigits === '' ? '' : ` ••${lastDigits}`}`,
    currency,
    lastDigits: lastDigits === '' ? null : lastDigits,
  };
}

/** A number that counts within its bank. */
export interface LocalAccountNumber extends Pick<AccountNumber, 'number' | 'kind' | 'currency'> {
  /** A BIC or a national bank code; null when the file does not name the bank. */
  readonly bank: string | null;
}

/**
 * The account of a number that is no IBAN; null when there is none. Whatever the format, the same number at the
 * same bank is the same account, so what formats write differently is made alike: the branch "XXX" of a BIC, which
 * means the head office, the marks that group digits, and the zeros that fixed widths put before a number.
 */
export function localAccount({ bank, number, kind, currency }: LocalAccountNumber): BankAccount | null {
  const headOffice = compact(bank ?? '').replace(/^([A-Z]{6}[A-Z0-9]{2})XXX$/, '$1');
  const plain = compact(number)
    .replace(/[./-]/g, '')
    .replace(/^0+(?=\d{3})/, '');
  return numberedAccount({ scheme: 'account', number: plain, beside: [headOffice], kind, currency });
}

/** 64 bits of a hash: two of a person's accounts never meet. Spaces and case do not matter. */
export function fingerprintOf(parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(parts.map(compact).join('/')).digest('hex').slice(0, 16);
}

/** The end of an account number, which people know it by; empty when it has no letters and digits. */
export function lastDigitsOf(number: string): string {
  return oneLine(number.replace(/[^\p{L}\p{N}]/gu, '').slice(-4));
}

/** Files of one bank differ in spaces and case, never in what they mean by it. */
function compact(text: string | undefined): string {
  return (text ?? '').replace(/\s/g, '').toUpperCase();
}
