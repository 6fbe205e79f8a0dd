import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import { readDecimal, type DecimalMark } from '../decimal-mark.ts';
import { placeError, quoted, type StatementText } from '../statement-error.ts';
import { amountText } from './ofx-amounts.ts';
import { currencyCode } from './ofx-currency.ts';
import { readOfxDate } from './ofx-date.ts';
import { describeOfx } from './ofx-description.ts';
import type { OfxTransaction } from './ofx-document.ts';

/** An account with the currency in which this statement counts. */
export interface StatementSide {
  readonly account: BankAccount;
  readonly currency: string;
}

/** Throws `statement_bad_date` or `statement_bad_amount` with the transaction's place. */
export function readTransaction(
  text: StatementText,
  transaction: OfxTransaction,
  side: StatementSide,
  mark: DecimalMark,
): BankTransaction {
  const { fields, offset } = transaction;
  const dateText = fields['DTPOSTED'] ?? (transaction.pending ? fields['DTTRAN'] : undefined);
  const date = dateText === undefined ? null : readOfxDate(dateText);
  if (date === null) {
    const what = dateText === undefined ? 'the transaction has no date' : `${quoted(dateText)} is not a date of the calendar`;
    throw placeError('statement_bad_date', text, offset, `${what}.`, 'Download the statement again, or ask the bank to correct it.');
  }
  const amount = readDecimal(amountText(transaction), mark);
  if (amount === null) {
    throw placeError('statement_bad_amount', text, offset, `${quoted(amountText(transaction))} is not an amount.`, 'Download the statement again.');
  }
  return {
    account: side.account,
    providerId: oneLine(fields['FITID'] ?? '') || null,
    date,
    amount,
    // CURRENCY says that TRNAMT is foreign money; ORIGCURRENCY that the bank has converted it already.
    currency: currencyCode(fields['CURRENCY.CURSYM']) ?? side.currency,
    description: describeOfx(fields),
    status: transaction.pending ? 'pending' : 'posted',
    raw: fields,
  };
}
