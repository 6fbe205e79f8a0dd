import { scaleOf, toUnits, type Amount } from '../amount.ts';
import { toEpochDay } from '../calendar-date.ts';
import type { LedgerRow, ReconcileInput } from './reconciliation.ts';

export interface Entry {
  readonly row: LedgerRow;
  /** Epoch day of the bank, so that edited dates have no effect. */
  readonly day: number;
  readonly amount: bigint;
  /** The amount from the bank; null for a typed row. */
  readonly sent: bigint | null;
}

export interface Ledger {
  /** The number of decimals of a unit. */
  readonly scale: number;
  /** Posted rows that are not deleted, by day. */
  readonly counted: readonly Entry[];
  /** By day. */
  readonly pending: readonly Entry[];
  readonly deleted: readonly Entry[];
  readonly edited: readonly Entry[];
  /** Epoch day of the newest counted row; null without one. */
  readonly newest: number | null;
  /** The sum of counted rows up to the end of the day. */
  sumUntil(day: number): bigint;
}

/** `before`: the sum of all older rows. */
export function createLedger({ rows, balances }: Pick<ReconcileInput, 'rows' | 'balances'>, before: Amount): Ledger {
  let scale = Math.max(2, scaleOf(before));
  const widen = (amount: Amount | null | undefined) => {
    if (amount !== null && amount !== undefined) scale = Math.max(scale, scaleOf(amount));
  };
  for (const { amount } of balances) widen(amount);
  for (const { amount, sent } of rows) {
    widen(amount);
    if (sent !== null && sent.amount !== amount) widen(sent.amount);
  }
  const entries: Entry[] = [];
  for (const row of rows) {
    const date = row.sent?.date ?? row.date;
    if (date !== null) entries.push({ row, day: toEpochDay(date), ...unitsOf(row, scale) });
  }
  entries.sort((a, b) => a.day - b.day);
  const counted = entries.filter(({ row }) => row.status === 'posted' && !row.isDeleted);
  let sum = toUnits(before, scale);
  const sums = [sum];
  for (const { amount } of counted) sums.push((sum += amount));
  return {
    scale,
    counted,
    pending: entries.filter(({ row }) => row.status === 'pending' && !row.isDeleted),
    deleted: entries.filter(({ row }) => row.isDeleted),
    edited: counted.filter(({ sent, amount }) => sent !== null && sent !== amount),
    newest: counted.at(-1)?.day ?? null,
    sumUntil: (day) => sums[lowerBound(counted, day + 1)] as bigint,
  };
}

function unitsOf({ amount, sent }: LedgerRow, scale: number): Pick<Entry, 'amount' | 'sent'> {
  const units = amount === null ? 0n : toUnits(amount, scale);
  if (sent === null) return { amount: units, sent: null };
  return { amount: units, sent: sent.amount === amount ? units : toUnits(sent.amount, scale) };
}

/** The index of the first entry of that day or later. */
export function lowerBound(entries: readonly Entry[], day: number): number {
  let from = 0;
  let to = entries.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((entries[middle] as Entry).day < day) from = middle + 1;
    else to = middle;
  }
  return from;
}
