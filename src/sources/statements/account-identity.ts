import { createHash } from 'node:crypto';
import type { BankAccount } from '../../core/bank-transaction.ts';
import { oneLine } from '../../core/one-line.ts';

interface AccountNumber {
  readonly scheme: string;
  readonly number: string;
  readonly beside?: readonly (string | undefined)[];
  readonly kind: string | null;
  readonly currency: string;
  /** The part of the number whose last digits are shown and compared; by default all of it. */
  readonly own?: string;
}

/** Null if the number is empty. The id shows only the last digits and a fingerprint, because the sheet is shared. */
export function numberedAccount(parts: AccountNumber): BankAccount | null {
  const { scheme, number, beside = [], kind, currency, own = number } = parts;
  if (compact(number) === '') return null;
  const lastDigits = lastDigitsOf(compact(own));
  return {
    id: `${scheme}:${lastDigitsOf(compact(number))}-${fingerprintOf([...beside, number])}`,
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
  return numberedAccount({
    scheme: 'account',
    number: plain,
    beside: [headOffice],
    kind,
    currency,
    own: ownPart(number),
  });
}

/** Removes the bank's code after the number (Czech, Slovak) and zeros that pad the number (Hungarian), which many accounts share. */
function ownPart(number: string): string {
  const compactNumber = compact(number).replaceAll('-', '');
  return compactNumber.replace(/^(\d{2,16})\/\d{4}$/, '$1').replace(/^(\d{16})0{8}$/, '$1');
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
