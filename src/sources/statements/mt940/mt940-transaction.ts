import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { oneLine } from '../../../core/one-line.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import type { BookedDays } from '../stated-balances.ts';
import type { StatementPeriod } from '../statement.ts';
import { bookingDate, isYearCertain } from './mt940-date.ts';
import { describeMt940, isNoReference } from './mt940-description.ts';
import { readEntryLine, type Mt940EntryLine } from './mt940-entry.ts';
import type { Mt940Entry, Mt940Kind } from './mt940-messages.ts';

/** What the entries of a message share. */
export interface EntryContext {
  readonly text: StatementText;
  readonly account: BankAccount;
  readonly currency: string;
  readonly kind: Mt940Kind;
  /** Of the currency. */
  readonly decimals: number;
  /** The days of the two balances. */
  readonly between: StatementPeriod | null;
  /** Whether the message has no closing balance to tell the year of an entry date by. */
  readonly isOpen: boolean;
  /** Days that were read already, by their text: a long message has few. */
  readonly days: Map<string, CalendarDate | null>;
  readonly booked: BookedDays;
}

/** Throws `statement_unreadable`, `statement_bad_amount` or `statement_bad_date` with the entry's line. */
export function readTransaction(context: EntryContext, entry: Mt940Entry): BankTransaction {
  const { text, account, currency, kind } = context;
  const line = readEntryLine(text, entry.line, context.decimals);
  const details = detailsOf(text, entry);
  const date = dateOf(context, entry, line);
  // An interim report is the bank's view of a day that is not over: what it holds may still change or go.
  const status = kind === 'interim' || line.isExpected ? 'pending' : 'posted';
  if (status === 'posted') context.booked.see(date, line.entryDate === '');
  return {
    account,
    providerId: providerIdOf(line),
    date,
    amount: line.amount,
    currency,
    ...describeMt940({ ...line, details }),
    status,
    raw: rawOf(text, entry, details),
  };
}

/**
 * The bank's reference, with the value date and the amount. Banks use one reference for all parts of a batch,
 * or for each month's standing order; alone it would make these one transaction. Null when there is none.
 */
function providerIdOf({ bankReference, valueDate, amount }: Mt940EntryLine): string | null {
  return isNoReference(bankReference) ? null : `${oneLine(bankReference)} ${valueDate} ${amount}`;
}

function dateOf(
  { text, between, isOpen, days }: EntryContext,
  { line }: Mt940Entry,
  { valueDate, entryDate }: Mt940EntryLine,
): CalendarDate {
  const key = valueDate + entryDate;
  let date = days.get(key);
  if (date === undefined) {
    date = bookingDate(valueDate, entryDate, between);
    days.set(key, date);
  }
  if (date !== null && isOpen && !isYearCertain(valueDate, date))
    throw placeError('statement_truncated', text, line.offset, { reason: 'transaction' });
  if (date !== null) return date;
  throw placeError('statement_bad_date', text, line.start, {
    reason: 'unreadable',
    text: excerpt(entryDate === '' ? valueDate : `${valueDate} ${entryDate}`),
  });
}

/** A text that is longer than one ":86:" may hold goes on in another. */
function detailsOf({ text }: StatementText, { details }: Mt940Entry): string {
  const parts = details.filter(({ tag }) => tag === '86').map(({ start, end }) => text.slice(start, end));
  return parts.length < 2 ? (parts[0] ?? '') : parts.join('\n');
}

/** The names have their colons, since an object with a number for a name costs as much as a list of that length. */
function rawOf({ text }: StatementText, { line, details }: Mt940Entry, joined: string): Record<string, string> {
  const raw: Record<string, string> = { ':61:': text.slice(line.start, line.end) };
  if (joined !== '') raw[':86:'] = joined;
  const other = details.find(({ tag }) => tag === 'NS');
  if (other !== undefined) raw[':NS:'] = text.slice(other.start, other.end);
  return raw;
}
