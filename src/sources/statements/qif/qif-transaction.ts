import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import { described, saidOnce, type Described } from '../said-once.ts';
import type { StatementText } from '../statement-error.ts';
import type { QifFields, QifRecord } from './qif-records.ts';
import { amountOf, dateOf, type QifHabits } from './qif-values.ts';

/** Throws `statement_bad_date` or `statement_bad_amount` with the line. */
export function readQifTransaction(
  text: StatementText,
  record: QifRecord,
  account: BankAccount,
  habits: QifHabits,
): BankTransaction {
  const { fields, splits } = record;
  return {
    account,
    // The format has none: N is the number of a check, and people type it.
    providerId: null,
    date: dateOf(text, record, habits),
    amount: amountOf(text, record, habits.mark),
    currency: account.currency,
    ...describeQif(fields),
    // C says whether a person has ticked it off, and nothing of the bank's.
    status: 'posted',
    raw: splits.length === 0 ? fields : { ...fields, splits },
  };
}

/** Payee and memo as one line; else the check's number or the address. Never empty. */
function describeQif(fields: QifFields): Described {
  const [payee, notes] = [plain(fields['P']), plain(fields['M'])];
  const text = saidOnce(payee, notes);
  if (text !== '') return described(text, { payee, notes });
  const number = plain(fields['N']);
  if (number !== '') return { description: /^\d+$/.test(number) ? `Check ${number}` : number };
  return { description: plain(fields['A']) || 'No description' };
}

function plain(text: string | undefined): string {
  return text === undefined ? '' : oneLine(text, LONGEST_PART);
}

const LONGEST_PART = 500;
