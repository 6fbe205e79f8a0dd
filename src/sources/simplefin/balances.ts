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
  { today, timeZone, nowMs }: Pick<FetchRequest, 'today' | 'timeZone'> & { readonly nowMs: number },
): Balance[] {
  const when = readWhen(server.balance.date, timeZone, today, nowMs);
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

/** Clocks of servers go that much before this machine's. */
const AHEAD_MS = 15 * 60_000;

/**
 * A server that knows the day alone makes a moment of it as it does of bookings: see `bookingDay`. Some write its last second,
 * which is still to come: that tells the day, and no moment.
 */
function readWhen(value: unknown, zone: string, today: string, nowMs: number): Pick<Balance, 'date' | 'at'> | null {
  const seconds = readMoment(value);
  if (seconds === null) return null;
  const onClock = todayIn(zone, seconds * 1000);
  const booked = bookingDay(seconds, zone);
  const date = booked > today ? onClock : booked;
  if (date > today) return null;
  const atMs = Math.floor(seconds) * 1000;
  return { date, at: isDay(seconds) || atMs > nowMs + AHEAD_MS ? null : toInstant(Math.min(atMs, nowMs)) };
}
