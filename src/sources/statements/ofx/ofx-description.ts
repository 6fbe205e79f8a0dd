import { oneLine } from '../../../core/one-line.ts';
import { described, saidOnce, type Described } from '../said-once.ts';
import type { OfxFields } from './ofx-statement.ts';

/**
 * The payee and what the bank added to it, as one line. Banks cut NAME at 32 characters and repeat it
 * in MEMO, whole or in part: what says the same is said once. Never empty.
 */
export function describeOfx(fields: OfxFields): Described {
  const payee = saidOnce(plain(fields['NAME'] ?? fields['PAYEE.NAME']), plain(fields['EXTDNAME']));
  const notes = plain(fields['MEMO']);
  const text = saidOnce(payee, notes);
  if (text !== '') return described(text, { payee, notes });
  const check = plain(fields['CHECKNUM']);
  const other = check === '' ? TYPES[(fields['TRNTYPE'] ?? '').toUpperCase()] : `Check ${check}`;
  return { description: other ?? 'No description' };
}

function plain(text: string | undefined): string {
  return text === undefined ? '' : oneLine(text, LONGEST_PART);
}

/** The specification allows 255 characters for a MEMO, and banks send more. */
const LONGEST_PART = 500;

/** TRNTYPE in words (OFX 2.2, section 11.4.4.3). */
const TYPES: Readonly<Record<string, string>> = {
  CREDIT: 'Credit',
  DEBIT: 'Debit',
  INT: 'Interest',
  DIV: 'Dividend',
  INCOME: 'Income',
  FEE: 'Fee',
  SRVCHG: 'Service charge',
  DEP: 'Deposit',
  ATM: 'Cash machine',
  POS: 'Card purchase',
  XFER: 'Transfer',
  CHECK: 'Check',
  PAYMENT: 'Payment',
  CASH: 'Cash withdrawal',
  DIRECTDEP: 'Direct deposit',
  DIRECTDEBIT: 'Direct debit',
  REPEATPMT: 'Repeating payment',
};
