import { addAmounts, negateAmount, type Amount } from '../amount.ts';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import type { TrendPoint } from './finding.ts';
import type { LedgerRow, StatedBalance } from './reconciliation.ts';

const MOST_POINTS = 400;

const ZERO = '0.00' as Amount;

/**
 * What the account held at the end of each day on which it changed, oldest first: as the bank stated it, else by the rows
 * since the balance before, and before the first balance by the rows up to it. Ends with the last balance. Of more than
 * 400 days, the latest half are whole, and of those before them every few.
 */
export function trendOf(balances: readonly StatedBalance[], rows: readonly LedgerRow[]): TrendPoint[] {
  const stated = statedByDay(balances);
  const first = [...stated.keys()].sort()[0];
  const last = [...stated.keys()].sort().at(-1);
  if (first === undefined || last === undefined) return [];
  const sums = sumsByDay(rows, last);
  const days = [...new Set([...stated.keys(), ...sums.keys()])].sort();
  const points: TrendPoint[] = [];
  let held = stated.get(first) as Amount;
  for (const day of days.filter((one) => one <= first).toReversed()) {
    points.push({ day, amount: held });
    held = addAmounts(held, negateAmount(sums.get(day) ?? ZERO));
  }
  points.reverse();
  held = stated.get(first) as Amount;
  for (const day of days.filter((one) => one > first)) {
    held = stated.get(day) ?? addAmounts(held, sums.get(day) ?? ZERO);
    points.push({ day, amount: held });
  }
  return thinned(points);
}

/** What was stated for the end of a day; of several, what is of the whole day, then the last. */
function statedByDay(balances: readonly StatedBalance[]): Map<CalendarDate, Amount> {
  const found = new Map<CalendarDate, { readonly amount: Amount; readonly order: string }>();
  for (const { kind, date, amount, at, learnedAt } of balances) {
    if (kind === 'available') continue;
    const day = kind === 'opening' ? addDays(date, -1) : date;
    const order = [kind === 'booked' ? '0' : '1', at ?? '', learnedAt ?? ''].join(' ');
    if (order >= (found.get(day)?.order ?? '')) found.set(day, { amount, order });
  }
  return new Map([...found].map(([day, { amount }]) => [day, amount]));
}

function sumsByDay(rows: readonly LedgerRow[], last: CalendarDate): Map<CalendarDate, Amount> {
  const sums = new Map<CalendarDate, Amount>();
  for (const { date, sent, amount, status, isDeleted } of rows) {
    const day = sent?.date ?? date;
    if (day === null || day > last || amount === null || status === 'pending' || isDeleted) continue;
    sums.set(day, addAmounts(sums.get(day) ?? ZERO, amount));
  }
  return sums;
}

function thinned(points: readonly TrendPoint[]): TrendPoint[] {
  if (points.length <= MOST_POINTS) return [...points];
  const recent = points.slice(-MOST_POINTS / 2);
  const older = points.slice(0, -MOST_POINTS / 2);
  const step = Math.ceil(older.length / (MOST_POINTS / 2));
  return [...older.filter((_, place) => place % step === 0), ...recent];
}
