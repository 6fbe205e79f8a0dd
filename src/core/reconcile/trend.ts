import { fromUnits, scaleOf, toUnits, type Amount } from '../amount.ts';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import type { TrendPoint } from './finding.ts';
import type { LedgerRow, StatedBalance } from './reconciliation.ts';

const MOST_POINTS = 400;

interface Point {
  readonly day: CalendarDate;
  /** In whole units of the scale. */
  readonly held: bigint;
}

/**
 * What the account held at the end of each day on which it changed, oldest first: as the bank stated it, else by the rows
 * since the balance before, and before the first balance by the rows up to it. Ends with the last balance. Of more than
 * 400 days, the latest half are whole, and of those before them every few.
 */
export function trendOf(balances: readonly StatedBalance[], rows: readonly LedgerRow[]): TrendPoint[] {
  const scale = widestScale(balances, rows);
  const stated = statedByDay(balances, scale);
  const statedDays = [...stated.keys()].sort();
  const [first, last] = [statedDays[0], statedDays.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sums = sumsByDay(rows, last, scale);
  const days = [...new Set([...statedDays, ...sums.keys()])].sort();
  const points: Point[] = [];
  let held = stated.get(first) as bigint;
  for (const day of days.filter((one) => one <= first).reverse()) {
    points.push({ day, held });
    held -= sums.get(day) ?? 0n;
  }
  points.reverse();
  held = stated.get(first) as bigint;
  for (const day of days.filter((one) => one > first)) {
    held = stated.get(day) ?? held + (sums.get(day) ?? 0n);
    points.push({ day, held });
  }
  return thinned(points).map((point) => ({ day: point.day, amount: fromUnits(point.held, scale) }));
}

/**
 * The trend that follows from the one before, where only rows of that day and later changed: by those, and all balances, of
 * which one is of that day, or none is of before it. What was held before the first balance follows from the rows behind.
 */
export function trendSince(
  from: CalendarDate,
  before: readonly TrendPoint[],
  balances: readonly StatedBalance[],
  rows: readonly LedgerRow[],
): readonly TrendPoint[] {
  const eve = addDays(from, -1);
  const late = balances.filter(({ kind, date }) => date >= (kind === 'opening' ? addDays(from, 1) : from));
  // A row of nothing has a point, which says what was held before all of the others.
  const later = trendOf(late, [...rows, { ...NOTHING, date: eve }]);
  const held = later.find(({ day }) => day === eve)?.amount;
  const older = before.filter(({ day }) => day < from);
  const last = older.at(-1);
  const isStated = balances.some((balance) => balance.kind !== 'available' && !late.includes(balance));
  const moved =
    isStated || held === undefined || last === undefined
      ? older
      : older.map((point) => ({ ...point, amount: plus(point.amount, held, last.amount) }));
  return thinned([...moved, ...later.filter(({ day }) => day >= from)]);
}

const NOTHING: LedgerRow = {
  transactionId: '',
  date: null,
  amount: '0.00' as Amount,
  currency: '',
  sent: null,
  status: 'posted',
  isDeleted: false,
};

function plus(amount: Amount, more: Amount, less: Amount): Amount {
  const scale = Math.max(...[amount, more, less].map(scaleOf));
  return fromUnits(toUnits(amount, scale) + toUnits(more, scale) - toUnits(less, scale), scale);
}

function widestScale(balances: readonly StatedBalance[], rows: readonly LedgerRow[]): number {
  let scale = 2;
  for (const { amount } of balances) scale = Math.max(scale, scaleOf(amount));
  for (const { amount } of rows) if (amount !== null) scale = Math.max(scale, scaleOf(amount));
  return scale;
}

/** What was stated for the end of a day; of several, what is of the whole day, then the last. */
function statedByDay(balances: readonly StatedBalance[], scale: number): Map<CalendarDate, bigint> {
  const found = new Map<CalendarDate, { readonly amount: Amount; readonly order: string }>();
  for (const { kind, date, amount, at, learnedAt } of balances) {
    if (kind === 'available') continue;
    const day = kind === 'opening' ? addDays(date, -1) : date;
    const order = [kind === 'booked' ? '0' : '1', at ?? '', learnedAt ?? ''].join(' ');
    if (order >= (found.get(day)?.order ?? '')) found.set(day, { amount, order });
  }
  return new Map([...found].map(([day, { amount }]) => [day, toUnits(amount, scale)]));
}

function sumsByDay(rows: readonly LedgerRow[], last: CalendarDate, scale: number): Map<CalendarDate, bigint> {
  const sums = new Map<CalendarDate, bigint>();
  for (const { date, sent, amount, status, isDeleted } of rows) {
    const day = sent?.date ?? date;
    if (day === null || day > last || amount === null || status === 'pending' || isDeleted) continue;
    sums.set(day, (sums.get(day) ?? 0n) + toUnits(amount, scale));
  }
  return sums;
}

function thinned<One>(points: readonly One[]): readonly One[] {
  if (points.length <= MOST_POINTS) return points;
  const half = MOST_POINTS / 2;
  const older = points.slice(0, -half);
  const step = Math.ceil(older.length / half);
  return [...older.filter((_, place) => place % step === 0), ...points.slice(-half)];
}
