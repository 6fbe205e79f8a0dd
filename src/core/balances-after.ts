import { fromUnits, scaleOf, toUnits, type Amount } from './amount.ts';
import type { Balance } from './balance.ts';
import type { BankTransaction } from './bank-transaction.ts';
import type { CalendarDate } from './calendar-date.ts';
import { countInversions, lineOrders, type Line } from './line-orders.ts';

/** What the balances after each transaction prove. */
export interface BalancesAfter {
  /** By account and currency, then by time. */
  readonly balances: readonly Balance[];
  /** Where a balance is not the one before it and the amount: something is missing or wrong there. By account and time. */
  readonly breaks: readonly BalanceBreak[];
}

export interface BalanceBreak {
  /** The transaction whose balance does not follow. */
  readonly transaction: BankTransaction;
  /** What it held by the balance before it and the amounts since. */
  readonly expected: Amount;
  readonly stated: Amount;
}

/**
 * The balances that follow from those that one source states after its transactions: an `opening` of the first day, the
 * `closing` of each day, `booked` of the last. Accounts and currencies may be mixed; the transactions of each are taken
 * as the source gives them, oldest or newest first, which the arithmetic decides.
 *
 * A day has a closing only where its lines chain and stand together, so that the dates alone say which transactions are
 * in it; at a break, neither the day before nor the day after has one. Where most of it does not chain, no balance
 * follows. A pending transaction without a balance is passed over; from one with a balance on, no
 * balance counts.
 */
export function balancesAfter(transactions: readonly BankTransaction[]): BalancesAfter {
  const groups = Map.groupBy(transactions, ({ account, currency }) => JSON.stringify([account.id, currency]));
  const all = [...groups.values()].map(ofOneAccount);
  return { balances: all.flatMap(({ balances }) => balances), breaks: all.flatMap(({ breaks }) => breaks) };
}

function ofOneAccount(transactions: readonly BankTransaction[]): BalancesAfter {
  const given = transactions.filter(({ status, balanceAfter }) => status === 'posted' || balanceAfter !== undefined);
  const stated = given.filter(({ balanceAfter }) => balanceAfter !== undefined).length;
  if (stated === 0) return { balances: [], breaks: [] };
  // Not as the arguments of one call: a long statement has more of them than the stack has room for.
  const scale = given.reduce((most, transaction) => Math.max(most, scaleNeeded(transaction)), 0);
  const lines = given.map((transaction) => ({
    transaction,
    amount: toUnits(transaction.amount, scale),
    after: transaction.balanceAfter === undefined ? null : toUnits(transaction.balanceAfter, scale),
  }));
  const [best, ...rest] = lineOrders(lines)
    .map((order) => ({ ...readChain(order, scale), inversions: countInversions(order) }))
    .sort((a, b) => a.breaks.length - b.breaks.length || a.inversions - b.inversions);
  if (best === undefined || best.breaks.length * 2 > stated) return { balances: [], breaks: best?.breaks ?? [] };
  // Where two orders fit alike, as +5 and -5 on one day do, only what both say is known.
  const alike = rest.filter(
    (order) => order.breaks.length === best.breaks.length && order.inversions === best.inversions,
  );
  const isSure = (balance: Balance) => alike.every(({ balances }) => balances.some((other) => isSame(balance, other)));
  return { balances: best.balances.filter(isSure), breaks: best.breaks };
}

function scaleNeeded({ amount, balanceAfter }: BankTransaction): number {
  return balanceAfter === undefined ? scaleOf(amount) : Math.max(scaleOf(amount), scaleOf(balanceAfter));
}

function isSame(a: Balance, b: Balance): boolean {
  return a.kind === b.kind && a.date === b.date && a.amount === b.amount;
}

/** Reads lines that are oldest first. */
function readChain(lines: readonly Line[], scale: number): BalancesAfter {
  const breaks: BalanceBreak[] = [];
  const broken = new Set<number>();
  const held: (bigint | null)[] = [];
  for (const [place, { transaction, amount, after }] of lines.entries()) {
    const before = held.at(-1) ?? null;
    const expected = before === null ? null : before + amount;
    held.push(after ?? expected);
    if (expected === null || after === null || expected === after) continue;
    broken.add(place);
    breaks.push({ transaction, expected: fromUnits(expected, scale), stated: fromUnits(after, scale) });
  }

  const balances: Balance[] = [];
  const state = (kind: Balance['kind'], amount: bigint, date: CalendarDate) => {
    const { account, currency } = (lines[0] as Line).transaction;
    balances.push({ account, kind, amount: fromUnits(amount, scale), currency, date, at: null });
  };
  const pendingFrom = lines.findIndex(({ transaction }) => transaction.status === 'pending');
  for (const { from, to, first, last } of splitByDate(lines)) {
    if (pendingFrom !== -1 && pendingFrom <= to) break;
    // A break between two of them may be of either.
    if (placesOf(from, to + 1).some((place) => broken.has(place))) continue;
    if (from === 0) state('opening', openingOf(lines, held), first);
    const amount = held[to] ?? null;
    if (amount !== null) state(to === lines.length - 1 ? 'booked' : 'closing', amount, last);
  }
  return { balances, breaks };
}

function placesOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** What it held before the first line, by the first balance. */
function openingOf(lines: readonly Line[], held: readonly (bigint | null)[]): bigint {
  const known = held.findIndex((amount) => amount !== null);
  return lines.slice(0, known + 1).reduce((rest, { amount }) => rest - amount, held[known] ?? 0n);
}

/** Runs of lines, each of them dated after all before it: mostly days. */
interface DatedRun {
  readonly from: number;
  readonly to: number;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

function splitByDate(lines: readonly Line[]): readonly DatedRun[] {
  const dates = lines.map(({ transaction }) => transaction.date);
  const earliestFrom = [...dates];
  for (let place = dates.length - 2; place >= 0; place--) {
    const after = earliestFrom[place + 1] as CalendarDate;
    if (after < (dates[place] as CalendarDate)) earliestFrom[place] = after;
  }
  const runs: DatedRun[] = [];
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
