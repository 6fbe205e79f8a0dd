import type { Balance, BalanceKind } from '../../core/balance.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { todayIn } from '../../core/time-zone.ts';
import type { FetchRequest } from '../source.ts';
import { bookingDay, isDay, readMoment } from './booking-day.ts';
import type { GatheredAccount } from './gather.ts';
import { readAmount } from '../read-amount.ts';

/**
 * What the newest answer says that an account holds: `balance` is what was booked by `balance-date`. One without a moment,
 * or of a day that is still to come, says nothing.
 */
export function readBalances(
  { server, account }: Pick<GatheredAccount, 'server' | 'account'>,
  { today, timeZone }: Pick<FetchRequest, 'today' | 'timeZone'>,
): Balance[] {
  const when = readWhen(server.balance.date, timeZone, today);
  if (when === null) return [];
  const given: [BalanceKind, unknown][] = [
    ['booked', server.balance.booked],
    ['available', server.balance.available],
  ];
  return given.flatMap(([kind, value]) => {
    const amount = readAmount(value);
    return amount === null ? [] : [{ account, kind, amount, currency: account.currency, ...when }];
  });
}

/** A server that knows the day alone makes a moment of it as it does of bookings: see `bookingDay`. */
function readWhen(value: unknown, zone: string, today: string): Pick<Balance, 'date' | 'at'> | null {
  const seconds = readMoment(value);
  if (seconds === null) return null;
  const onClock = todayIn(zone, seconds * 1000);
  const booked = bookingDay(seconds, zone);
  const date = booked > today ? onClock : booked;
  return date > today ? null : { date, at: isDay(seconds) ? null : toInstant(Math.floor(seconds) * 1000) };
}
