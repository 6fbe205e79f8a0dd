import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { oneLine } from '../../../core/one-line.ts';
import { readDecimal, type DecimalMark } from '../../../core/amount-text.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import { amountText, badAmount } from './ofx-amounts.ts';
import { currencyCode } from '../currency.ts';
import { describeOfx } from './ofx-description.ts';
import { namedIncome } from './ofx-income.ts';
import type { OfxTransaction } from './ofx-statement.ts';
import { placeOfField } from './ofx-place.ts';

/** An account with the currency in which this statement counts. */
export interface StatementSide {
  readonly account: BankAccount;
  readonly currency: string;
}

/** What the reading of every transaction of a file shares. */
export interface TransactionContext {
  readonly text: StatementText;
  readonly mark: DecimalMark;
  readonly readDate: (text: string) => CalendarDate | null;
  readonly securities: ReadonlyMap<string, string>;
}

/** Throws `statement_bad_date` or `statement_bad_amount` with the transaction's place. */
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
    // CURRENCY says that TRNAMT is foreign money; ORIGCURRENCY that the bank has converted it already.
    currency: currencyCode(fields['CURRENCY.CURSYM']) ?? side.currency,
    ...describeOfx(namedIncome(transaction, context.securities)),
    status: transaction.pending ? 'pending' : 'posted',
    raw: transaction.income?.sent ?? fields,
  };
}

/** A pending list has no day of booking, only the day of the purchase. */
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
