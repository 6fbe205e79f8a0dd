import { scaleOf, toUnits, type Amount } from '../amount.ts';
import { toEpochDay } from '../calendar-date.ts';
import { countBelow } from '../count-below.ts';
import type { LedgerRow, ReconcileInput } from './reconciliation.ts';

export interface Entry {
  readonly row: LedgerRow;
  readonly day: number;
  readonly amount: bigint;
  readonly sent: bigint | null;
}

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger({ rows, balances }: Pick<ReconcileInput, 'rows' | 'balances'>, before: Amount) {
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
    sumUntil: (day: number): bigint => sums[lowerBound(counted, day + 1)] as bigint,
  };
}

function unitsOf({ amount, sent }: LedgerRow, scale: number): Pick<Entry, 'amount' | 'sent'> {
  const units = amount === null ? 0n : toUnits(amount, scale);
  if (sent === null) return { amount: units, sent: null };
  return { amount: units, sent: sent.amount === amount ? units : toUnits(sent.amount, scale) };
}

export function lowerBound(entries: readonly Entry[], day: number): number {
  return countBelow(entries.length, (index) => (entries[index] as Entry).day < day);
}
