import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { oneLine } from '../../../core/one-line.ts';
import { readDecimal, type DecimalMark } from '../../../core/amount-text.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import { amountText, badAmount, placeOfField } from './ofx-values.ts';
import { currencyCode } from '../currency.ts';
import { namedIncome, type OfxFields, type OfxTransaction } from './ofx-document.ts';
import { describeParts, plainText, joinDistinct, type Described } from '../description-parts.ts';

export interface StatementSide {
  readonly account: BankAccount;
  readonly currency: string;
}

export interface TransactionContext {
  readonly text: StatementText;
  readonly mark: DecimalMark;
  readonly readDate: (text: string) => CalendarDate | null;
  readonly securities: ReadonlyMap<string, string>;
}

export function readTransaction(
  context: TransactionContext,
  transaction: OfxTransaction,
  side: StatementSide,
): BankTransaction {
  const { fields } = transaction;
  const date = dateOf(context, transaction);
  const amount = readDecimal(amountText(transaction), context.mark);
  if (amount === null) throw badAmount(context.text, transaction, 'unreadable');
  return {
    account: side.account,
    providerId: oneLine(fields['FITID'] ?? '') || null,
    date,
    amount,
    // CURRENCY: TRNAMT is in that currency. ORIGCURRENCY: the bank has converted it already.
    currency: currencyCode(fields['CURRENCY.CURSYM']) ?? side.currency,
    ...describeOfx(namedIncome(transaction, context.securities)),
    status: transaction.pending ? 'pending' : 'posted',
    ...checkNumber(fields['CHECKNUM']),
    raw: transaction.income?.sent ?? fields,
  };
}

function checkNumber(text: string | undefined): Pick<BankTransaction, 'checkNumber'> {
  const number = plainText(text);
  return number === '' ? {} : { checkNumber: number };
}

function dateOf({ text, readDate }: TransactionContext, transaction: OfxTransaction): CalendarDate {
  const field = transaction.pending && transaction.fields['DTPOSTED'] === undefined ? 'DTTRAN' : 'DTPOSTED';
  const written = transaction.fields[field];
  const date = written === undefined ? null : readDate(written);
  if (date !== null) return date;
  throw placeError(
    'statement_bad_date',
    text,
    placeOfField(text, transaction, field),
    written === undefined ? { reason: 'missing' } : { reason: 'unreadable', text: excerpt(written) },
  );
}

/** The payee and the memo on one line. Banks cut NAME at 32 characters and repeat it in MEMO. Never empty. */
export function describeOfx(fields: OfxFields): Described {
  const payee = joinDistinct(plainText(fields['NAME'] ?? fields['PAYEE.NAME']), plainText(fields['EXTDNAME']));
  const notes = plainText(fields['MEMO']);
  const description = describeParts(payee, notes);
  if (description !== null) return description;
  const check = plainText(fields['CHECKNUM']);
  const other = check === '' ? TYPES[(fields['TRNTYPE'] ?? '').toUpperCase()] : `Check ${check}`;
  return { description: other ?? 'No description' };
}

/** Names of TRNTYPE (OFX 2.2, section 11.4.4.3). */
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
