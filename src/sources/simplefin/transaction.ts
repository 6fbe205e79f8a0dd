import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { bookingDay, readMoment } from './booking-day.ts';
import { describe } from '../join-texts.ts';
import { asObject, fieldOf, textField, type JsonObject } from '../json.ts';
import { readAmount } from '../read-amount.ts';

export interface ReadingContext {
  readonly account: BankAccount;
  readonly today: CalendarDate;
  readonly timeZone: string;
}

/** What is wrong with one transaction; `other`: it has no day. */
export type Unreadable = { readonly problem: 'shape' | 'noId' | 'badId' | 'amount' | 'other' };

/** An id is what a transaction is known by later: longer ones are refused rather than cut. */
const LONGEST_ID = 500;

/** Reads what is certain; a transaction without an id, an amount or a day is refused alone. */
export function readTransaction(
  json: unknown,
  { account, today, timeZone }: ReadingContext,
): BankTransaction | Unreadable {
  const transaction = asObject(json);
  if (transaction === null) return { problem: 'shape' };
  const id = textField(transaction, 'id');
  if (id === null || oneLine(id, LONGEST_ID) !== id) return { problem: id === null ? 'noId' : 'badId' };
  const amount = readAmount(fieldOf(transaction, 'amount'));
  if (amount === null) return { problem: 'amount' };
  const when = readDay(transaction, today, timeZone);
  if (when === null) return { problem: 'other' };
  return {
    account,
    providerId: id,
    ...when,
    amount,
    currency: account.currency,
    ...describe(...textsOf(transaction)),
    raw: json,
  };
}

/** Bridges other than SimpleFIN's own leave out the payee: then the description begins with it. */
function textsOf(transaction: JsonObject): [string | null, ...(string | null)[]] {
  const [payee, description, memo] = ['payee', 'description', 'memo'].map((name) => textField(transaction, name));
  return (payee ?? '').trim() === ''
    ? [description ?? null, memo ?? null]
    : [payee ?? null, description ?? null, memo ?? null];
}

/**
 * `posted` may be 0 as long as a transaction is pending: then the purchase's own day counts, else today. Some banks leave it out
 * or send null for what is settled as well (we-promise/sure, `SimplefinEntry::Processor`): then that day alone counts.
 */
function readDay(
  transaction: JsonObject,
  today: CalendarDate,
  zone: string,
): Pick<BankTransaction, 'date' | 'status'> | null {
  const given = fieldOf(transaction, 'posted');
  const posted = readMoment(given);
  const isUnposted = given === 0 || given === '0';
  const status = fieldOf(transaction, 'pending') === true || isUnposted ? 'pending' : 'posted';
  if (posted !== null) return { date: bookingDay(posted, zone), status };
  const bought = readMoment(fieldOf(transaction, 'transacted_at'));
  if (status === 'posted')
    return bought === null || (given !== undefined && given !== null)
      ? null
      : { date: bookingDay(bought, zone), status };
  const day = bought === null ? today : bookingDay(bought, zone);
  // What is still to be posted cannot have happened tomorrow.
  return { date: day > today ? today : day, status };
}
