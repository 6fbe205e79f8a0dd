import { addAmounts, fromUnits, negateAmount, scaleOf, toUnits, type Amount } from '../amount.ts';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import type { LedgerRow, StatedBalance, TrendPoint } from './reconciliation.ts';

const MOST_POINTS = 400;

/** Stated balances, and calculated balances on other days. Of more than 400 days, omits some older ones. */
export function trendOf(balances: readonly StatedBalance[], rows: readonly LedgerRow[]): TrendPoint[] {
  const scale = widestScale(balances, rows);
  const stated = statedByDay(balances, scale);
  const statedDays = [...stated.keys()].sort();
  const [first, last] = [statedDays[0], statedDays.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sums = sumsByDay(rows, last, scale);
  const days = [...new Set([...statedDays, ...sums.keys()])].sort();
  const points: { readonly day: CalendarDate; readonly balance: bigint }[] = [];
  let balance = stated.get(first) as bigint;
  for (const day of days.filter((one) => one <= first).reverse()) {
    points.push({ day, balance });
    balance -= sums.get(day) ?? 0n;
  }
  points.reverse();
  balance = stated.get(first) as bigint;
  for (const day of days.filter((one) => one > first)) {
    balance = stated.get(day) ?? balance + (sums.get(day) ?? 0n);
    points.push({ day, balance });
  }
  return thinned(points).map((point) => ({ day: point.day, amount: fromUnits(point.balance, scale) }));
}

export function trendSince(
  from: CalendarDate,
  before: readonly TrendPoint[],
  balances: readonly StatedBalance[],
  rows: readonly LedgerRow[],
): readonly TrendPoint[] {
  const eve = addDays(from, -1);
  const late = balances.filter(({ kind, date }) => date >= (kind === 'opening' ? addDays(from, 1) : from));
  // The added row of zero makes `trendOf` return a point on the day before: the balance without the changed rows.
  const later = trendOf(late, [...rows, { ...ZERO_ROW, date: eve }]);
  const eveBalance = later.find(({ day }) => day === eve)?.amount;
  const older = before.filter(({ day }) => day < from);
  const last = older.at(-1);
  const isStated = balances.some((balance) => balance.kind !== 'available' && !late.includes(balance));
  const newer = later.filter(({ day }) => day >= from);
  if (isStated || eveBalance === undefined || last === undefined) return thinned([...older, ...newer]);
  const by = addAmounts(eveBalance, negateAmount(last.amount));
  return thinned([...older.map((point) => ({ ...point, amount: addAmounts(point.amount, by) })), ...newer]);
}

const ZERO_ROW: LedgerRow = {
  transactionId: '',
  date: null,
  amount: '0.00' as Amount,
  currency: '',
  sent: null,
  status: 'posted',
  isDeleted: false,
};

function widestScale(balances: readonly StatedBalance[], rows: readonly LedgerRow[]): number {
  let scale = 2;
  for (const { amount } of balances) scale = Math.max(scale, scaleOf(amount));
  for (const { amount } of rows) if (amount !== null) scale = Math.max(scale, scaleOf(amount));
  return scale;
}

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
