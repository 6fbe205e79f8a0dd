import { fromUnits, scaleOf, toUnits } from '../../core/amount.ts';
import type { Balance } from '../../core/balance.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { BankTransaction } from '../../core/bank-transaction.ts';

export interface FirstBooking {
  readonly date: CalendarDate;
  readonly isValueDate: boolean;
}

export class BookedDays {
  first: FirstBooking | null = null;
  last: CalendarDate | null = null;

  see(date: CalendarDate, isValueDate: boolean): void {
    const { first, last } = this;
    // Of two equal dates, keeps the value date: the opening balance of that day may include a transaction with this value date.
    if (first === null || date < first.date || (date === first.date && isValueDate && !first.isValueDate))
      this.first = { date, isValueDate };
    if (last === null || date > last) this.last = date;
  }
}

/**
 * Banks date the opening balance on the day before the statement or on its first day. If all transactions are
 * later than its date, it is the closing balance of that day in both cases. Null if transactions of that day make it ambiguous.
 */
export function openingBalance(
  stated: Omit<Balance, 'kind'>,
  first: FirstBooking | null,
  end: CalendarDate | null,
): Balance | null {
  if (first === null) return end === null || stated.date < end ? { ...stated, kind: 'closing' } : null;
  if (first.date > stated.date) return { ...stated, kind: 'closing' };
  return first.date === stated.date && !first.isValueDate ? { ...stated, kind: 'opening' } : null;
}

/** If one statement ends and the next begins on the same day: drops the opening balance, and makes the closing balance `booked`. */
export function settledBalances<Stated extends Balance>(stated: readonly Stated[]): readonly Stated[] {
  const days = new Map<string, Day>();
  for (const balance of stated) {
    const { kind, amount } = balance;
    if (kind !== 'opening' && kind !== 'closing') continue;
    const day = days.get(dayKey(balance)) ?? { opening: new Set(), closing: new Set() };
    days.set(dayKey(balance), day);
    day[kind].add(amount);
  }
  // Computed once per day, because a file may state thousands of balances for one day.
  const outer = new Map([...days].map(([key, day]) => [key, outerOf(day)]));
  const settled = new Map<string, Stated>();
  for (const balance of stated) {
    const found = settle(balance, outer.get(dayKey(balance)));
    if (found === null) continue;
    const key = `${dayKey(found)} ${found.kind} ${found.amount} ${found.at}`;
    if (!settled.has(key)) settled.set(key, found);
  }
  return [...settled.values()];
}

type Day<Found = Set<string>> = Readonly<Record<'opening' | 'closing', Found>>;

function outerOf({ opening, closing }: Day): Day<string | null> {
  return { opening: onlyOne(opening, closing), closing: onlyOne(closing, opening) };
}

function onlyOne(amounts: ReadonlySet<string>, others: ReadonlySet<string>): string | null {
  const [first, ...more] = [...amounts].filter((amount) => !others.has(amount));
  return more.length === 0 ? (first ?? null) : null;
}

function settle<Stated extends Balance>(balance: Stated, outer: Day<string | null> | undefined): Stated | null {
  const { kind, amount } = balance;
  if (outer === undefined || (kind !== 'opening' && kind !== 'closing') || outer[kind] === amount) return balance;
  return kind === 'opening' ? null : { ...balance, kind: 'booked' };
}

function dayKey({ account, currency, date }: Balance): string {
  return `${account.id} ${currency} ${date}`;
}

/** Derives balances of days from balances after transactions, but only for days whose lines are consistent in some order. */
export function balancesAfter(transactions: readonly BankTransaction[]): Balance[] {
  const groups = Map.groupBy(transactions, ({ account, currency }) => JSON.stringify([account.id, currency]));
  return [...groups.values()].flatMap(ofOneAccount);
}

function ofOneAccount(transactions: readonly BankTransaction[]): readonly Balance[] {
  const usable = transactions.filter(({ status, balanceAfter }) => status === 'posted' || balanceAfter !== undefined);
  const stated = usable.filter(({ balanceAfter }) => balanceAfter !== undefined).length;
  if (stated === 0) return [];
  // Not Math.max(...): a long statement exceeds the maximum number of arguments.
  const scale = usable.reduce((most, transaction) => Math.max(most, scaleNeeded(transaction)), 0);
  const lines = usable.map((transaction) => ({
    transaction,
    amount: toUnits(transaction.amount, scale),
    after: transaction.balanceAfter === undefined ? null : toUnits(transaction.balanceAfter, scale),
  }));
  const [best, ...rest] = lineOrders(lines)
    .map((order) => ({ ...readChain(order, scale), inversions: countInversions(order) }))
    .sort((a, b) => a.breaks - b.breaks || a.inversions - b.inversions);
  if (best === undefined || best.breaks * 2 > stated) return [];
  const alike = rest.filter((order) => order.breaks === best.breaks && order.inversions === best.inversions);
  const isSure = (balance: Balance) => alike.every(({ balances }) => balances.some((other) => isSame(balance, other)));
  return best.balances.filter(isSure);
}

function scaleNeeded({ amount, balanceAfter }: BankTransaction): number {
  return balanceAfter === undefined ? scaleOf(amount) : Math.max(scaleOf(amount), scaleOf(balanceAfter));
}

function isSame(a: Balance, b: Balance): boolean {
  return a.kind === b.kind && a.date === b.date && a.amount === b.amount;
}

/** `breaks` in the result: the number of balances that differ from the previous balance plus the amount. */
function readChain(lines: readonly Line[], scale: number) {
  const breaks: boolean[] = [];
  const running: (bigint | null)[] = [];
  for (const { amount, after } of lines) {
    const before = running.at(-1) ?? null;
    const expected = before === null ? null : before + amount;
    running.push(after ?? expected);
    breaks.push(expected !== null && after !== null && expected !== after);
  }

  const balances: Balance[] = [];
  const state = (kind: Balance['kind'], amount: bigint, date: CalendarDate) => {
    const { account, currency } = (lines[0] as Line).transaction;
    balances.push({ account, kind, amount: fromUnits(amount, scale), currency, date, at: null });
  };
  const pendingFrom = lines.findIndex(({ transaction }) => transaction.status === 'pending');
  for (const { from, to, first, last } of splitByDate(lines)) {
    if (pendingFrom !== -1 && pendingFrom <= to) break;
    // Skips days with an inconsistency; at the edge between two days, it may belong to either.
    if (breaks.slice(from, to + 2).includes(true)) continue;
    if (from === 0) state('opening', openingOf(lines, running), first);
    const amount = running[to] ?? null;
    if (amount !== null) state(to === lines.length - 1 ? 'booked' : 'closing', amount, last);
  }
  return { balances, breaks: breaks.filter(Boolean).length };
}

function openingOf(lines: readonly Line[], running: readonly (bigint | null)[]): bigint {
  const firstStated = running.findIndex((amount) => amount !== null);
  return lines.slice(0, firstStated + 1).reduce((rest, { amount }) => rest - amount, running[firstStated] ?? 0n);
}

function splitByDate(lines: readonly Line[]) {
  const dates = lines.map(({ transaction }) => transaction.date);
  const earliestFrom = [...dates];
  for (let place = dates.length - 2; place >= 0; place--) {
    const after = earliestFrom[place + 1] as CalendarDate;
    if (after < (dates[place] as CalendarDate)) earliestFrom[place] = after;
  }
  const runs: { from: number; to: number; first: CalendarDate; last: CalendarDate }[] = [];
  let from = 0;
  let last = dates[0] as CalendarDate;
  for (const [place, date] of dates.entries()) {
    if (date > last) last = date;
    const next = earliestFrom[place + 1];
    if (next !== undefined && next <= last) continue;
    runs.push({ from, to: place, first: earliestFrom[from] as CalendarDate, last });
    from = place + 1;
  }
  return runs;
}

interface Line {
  readonly transaction: BankTransaction;
  readonly amount: bigint;
  readonly after: bigint | null;
}

/** Returns the lines as given, reversed, or with only the days or only the lines within each day reversed. */
function lineOrders(lines: readonly Line[]): readonly (readonly Line[])[] {
  const backwards = lines.toReversed();
  const days: Line[][] = [];
  for (const line of lines) {
    const day = days.at(-1);
    if (day?.[0]?.transaction.date === line.transaction.date) day.push(line);
    else days.push([line]);
  }
  if (days.every(({ length }) => length === 1) || days.length === 1) return [lines, backwards];
  return [lines, backwards, days.toReversed().flat(), days.flatMap((day) => day.toReversed())];
}

function countInversions(lines: readonly Line[]): number {
  return lines.filter(({ transaction }, place) => {
    const above = lines[place - 1];
    return above !== undefined && transaction.date < above.transaction.date;
  }).length;
}
