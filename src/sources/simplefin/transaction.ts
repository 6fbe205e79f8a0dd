import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import { type CalendarDate, fromEpochDay } from '../../core/calendar-date.ts';
import { todayIn } from '../../core/time-zone.ts';
import { fieldOf, type JsonObject, readAmount, textField } from '../json.ts';
import { type ServiceTransaction, toTransaction } from '../service/bank-protocol.ts';
import type { FetchRequest } from '../source.ts';

export type Unreadable = Extract<ServiceTransaction, { problem: unknown }>;

export function readTransaction(
  json: unknown,
  { account, today, timeZone }: Pick<FetchRequest, 'today' | 'timeZone'> & { readonly account: BankAccount },
): BankTransaction | Unreadable {
  const read = toTransaction(json, (transaction) => {
    const { date = null, status = 'posted' } = readDay(transaction, today, timeZone) ?? {};
    return {
      id: textField(transaction, 'id'),
      date,
      amount: readAmount(fieldOf(transaction, 'amount')),
      currency: account.currency,
      texts: textsOf(transaction),
      isPending: status === 'pending',
    };
  });
  return 'problem' in read ? read : { ...read, account };
}

/** Servers other than SimpleFIN Bridge omit the payee; then the description begins with it. */
function textsOf(transaction: JsonObject): [string | null, ...(string | null)[]] {
  const payee = textField(transaction, 'payee');
  const others = [textField(transaction, 'description'), textField(transaction, 'memo')] as const;
  return payee === null ? [...others] : [payee, ...others];
}

/** Uses the day of purchase if a bank omits `posted` for a posted transaction, as reported in the repository we-promise/sure. */
function readDay(
  transaction: JsonObject,
  today: CalendarDate,
  zone: string,
): Pick<BankTransaction, 'date' | 'status'> | null {
  const field = fieldOf(transaction, 'posted');
  const posted = readMoment(field);
  const isUnposted = field === 0 || field === '0';
  const status = fieldOf(transaction, 'pending') === true || isUnposted ? 'pending' : 'posted';
  if (posted !== null) return { date: bookingDay(posted, zone), status };
  const bought = readMoment(fieldOf(transaction, 'transacted_at'));
  if (status === 'posted')
    return bought === null || (field !== undefined && field !== null)
      ? null
      : { date: bookingDay(bought, zone), status };
  const day = bought === null ? today : bookingDay(bought, zone);
  // A pending transaction cannot be in the future.
  return { date: day > today ? today : day, status };
}

const DAY = 86_400;
const HALF_DAY = DAY / 2;

const LATEST = 7_258_118_400;

/**
 * Servers encode a booking day as a time: the public Bridge as noon in UTC, other servers as midnight in UTC. Both are
 * read as the day in UTC, because noon in UTC is already the next day in Auckland. Any other time is a real time, read
 * in the local time zone.
 */
export function bookingDay(epochSeconds: number, zone: string): CalendarDate {
  const second = Math.floor(epochSeconds);
  if (isDay(second)) return fromEpochDay(Math.floor(second / DAY));
  return todayIn(zone, second * 1000);
}

export function isDay(epochSeconds: number): boolean {
  return Math.floor(epochSeconds) % HALF_DAY === 0;
}

export function readMoment(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d{1,10}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && seconds >= 1 && seconds < LATEST ? seconds : null;
}
