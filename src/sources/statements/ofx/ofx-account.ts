import type { BankAccount } from '../../../core/bank-transaction.ts';
import { numberedAccount } from '../account-identity.ts';
import type { OfxFields, OfxStatement } from './ofx-statement.ts';

/** The account of a statement; null when it has no account number. */
export function ofxAccount(kind: OfxStatement['kind'], fields: OfxFields, currency: string): BankAccount | null {
  // Some credit unions give a member's checking and savings one number: only the type tells them apart.
  const type = (fields['ACCTTYPE'] ?? '').replace(/\s/g, '').toUpperCase();
  const number = fields['ACCTID'] ?? '';
  return numberedAccount({
    scheme: 'ofx',
    number,
    beside: [kind, fields['BANKID'] ?? fields['BROKERID'], fields['BRANCHID'], type],
    kind: NAMES[kind === 'bank' ? type : kind] ?? null,
    currency,
  });
}

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
