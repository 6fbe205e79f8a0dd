import { createHash } from 'node:crypto';
import type { BankAccount } from '../../core/bank-transaction.ts';
import { oneLine } from '../../core/one-line.ts';

interface AccountNumber {
  readonly scheme: string;
  readonly number: string;
  readonly beside?: readonly (string | undefined)[];
  readonly kind: string | null;
  readonly currency: string;
}

/** Null if the number is empty. The id shows only the last digits and a fingerprint, because the sheet is shared. */
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

interface LocalAccountNumber extends Pick<AccountNumber, 'number' | 'kind' | 'currency'> {
  /** Identifies the account regardless of the bank. */
  readonly iban?: string | null;
  /** A BIC or a national bank code; null if the file does not name the bank. */
  readonly bank: string | null;
}

/** Removes the branch "XXX" of a BIC (the head office), grouping marks and leading zeros, which not all files write. */
export function localAccount({ iban = null, bank, number, kind, currency }: LocalAccountNumber): BankAccount | null {
  if (iban !== null) return numberedAccount({ scheme: 'iban', number: iban, kind, currency });
  const headOffice = compact(bank ?? '').replace(/^([A-Z]{6}[A-Z0-9]{2})XXX$/, '$1');
  const plain = compact(number)
    .replace(/[./-]/g, '')
    .replace(/^0+(?=\d{3})/, '');
  return numberedAccount({ scheme: 'account', number: plain, beside: [headOffice], kind, currency });
}

export function fingerprintOf(parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(parts.map(compact).join('/')).digest('hex').slice(0, 16);
}

function lastDigitsOf(number: string): string {
  return oneLine(number.replace(/[^\p{L}\p{N}]/gu, '').slice(-4));
}

/** Removes differences in spaces and case, which occur between files of one bank. */
export function compact(text: string | undefined): string {
  return (text ?? '').replace(/\s/g, '').toUpperCase();
}

export function isWrittenLikeIban(text: string): boolean {
  return SHAPE.test(compact(text));
}

export function isIban(text: string): boolean {
  const iban = compact(text);
  if (!SHAPE.test(iban)) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
