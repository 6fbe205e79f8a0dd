import { createHash } from 'node:crypto';
import type { BankAccount } from '../../core/bank-transaction.ts';
import { oneLine } from '../../core/one-line.ts';

export interface AccountNumber {
  /** Prefix of the account id ("ofx", "iban"). Formats that identify accounts by the same number share a scheme. */
  readonly scheme: string;
  readonly number: string;
  /** Distinguishes accounts with the same number: the bank, the branch, the type. */
  readonly beside?: readonly (string | undefined)[];
  /** A display name such as "Checking"; null for "Account". */
  readonly kind: string | null;
  readonly currency: string;
}

/**
 * The account with this number; null if the number is empty. The id shows the last digits and a fingerprint only,
 * because the sheet is shared and an account number is enough to debit an account in some countries.
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

/** An account number that is unique within its bank only. */
export interface LocalAccountNumber extends Pick<AccountNumber, 'number' | 'kind' | 'currency'> {
  /** A BIC or a national bank code; null if the file does not name the bank. */
  readonly bank: string | null;
}

/**
 * The account of a number that is not an IBAN; null if there is none. Normalizes what formats write differently: the
 * branch "XXX" of a BIC (the head office), grouping marks, and leading zeros.
 */
export function localAccount({ bank, number, kind, currency }: LocalAccountNumber): BankAccount | null {
  const headOffice = compact(bank ?? '').replace(/^([A-Z]{6}[A-Z0-9]{2})XXX$/, '$1');
  const plain = compact(number)
    .replace(/[./-]/g, '')
    .replace(/^0+(?=\d{3})/, '');
  return numberedAccount({ scheme: 'account', number: plain, beside: [headOffice], kind, currency });
}

/** 64 bits are enough to tell the accounts of one person apart. */
export function fingerprintOf(parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(parts.map(compact).join('/')).digest('hex').slice(0, 16);
}

/** Empty if the number has no letters or digits. */
export function lastDigitsOf(number: string): string {
  return oneLine(number.replace(/[^\p{L}\p{N}]/gu, '').slice(-4));
}

/** Files of one bank differ in spaces and case. */
function compact(text: string | undefined): string {
  return (text ?? '').replace(/\s/g, '').toUpperCase();
}
