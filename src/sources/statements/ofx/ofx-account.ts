import { createHash } from 'node:crypto';
import type { BankAccount } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import type { OfxFields, OfxStatement } from './ofx-statement.ts';

/**
 * The account of a statement; null when it has no account number.
 *
 * The Account ID column lies open in a sheet that people share, and a routing number with an account
 * number is enough to debit an account in some countries, as a card number is everywhere. So the id
 * shows the last digits, and the rest of the identity (bank, branch, number, type) as a fingerprint.
 * It is the same for every file and on every machine.
 */
export function ofxAccount(kind: OfxStatement['kind'], fields: OfxFields, currency: string): BankAccount | null {
  const number = compact(fields['ACCTID']);
  if (number === '') return null;
  const bank = compact(fields['BANKID'] ?? fields['BROKERID']);
  // Some credit unions give a member's checking and savings one number: only the type tells them apart.
  const type = compact(fields['ACCTTYPE']);
  const identity = [kind, bank, compact(fields['BRANCHID']), number, type].join('/');
  const fingerprint = createHash('sha256').update(identity).digest('hex').slice(0, FINGERPRINT_DIGITS);
  const lastDigits = oneLine(number.replace(/[^\p{L}\p{N}]/gu, '').slice(-4));
  return {
    id: `ofx:${lastDigits}-${fingerprint}`,
    name: `${NAMES[kind === 'bank' ? type : kind] ?? 'Account'}${lastDigits === '' ? '' : ` ••${lastDigits}`}`,
    currency,
    lastDigits: lastDigits === '' ? null : lastDigits,
  };
}

/** 64 bits: two of a person's accounts never meet. */
const FINGERPRINT_DIGITS = 16;

const NAMES: Readonly<Record<string, string>> = {
  CHECKING: 'Checking',
  SAVINGS: 'Savings',
  MONEYMRKT: 'Money market',
  CREDITLINE: 'Credit line',
  CD: 'Certificate of deposit',
  CREDITCARD: 'Card',
  card: 'Card',
  investment: 'Investment',
};

/** Files of one bank differ in spaces and case, never in what they mean by it. */
function compact(text: string | undefined): string {
  return (text ?? '').replace(/\s/g, '').toUpperCase();
}
