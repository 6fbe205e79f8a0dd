import { fromUnits, type Amount } from '../../src/core/amount.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import type { StatedBalance } from '../../src/core/reconcile/reconciliation.ts';
import { seeded } from '../../test/support/seeded.ts';

const DAYS = 730;
const START = '2024-01-01' as CalendarDate;

/** How many accounts get a new row in a sync, one each. */
export const NEW_ROWS = 10;

export interface BenchRow {
  readonly date: CalendarDate;
  readonly amount: Amount;
}

/** The rows of an account before a sync, and its new row. */
export interface BenchLedger {
  readonly rows: readonly BenchRow[];
  readonly balances: readonly StatedBalance[];
  readonly newRows: readonly BenchRow[];
  readonly newBalances: readonly StatedBalance[];
}

/** Ledgers of two years with a daily current balance and a monthly closing balance; one row in twenty is a day late. */
export function benchLedgers(accounts: number, rows: number): readonly BenchLedger[] {
  return Array.from({ length: accounts }, (_, place) => ledgerOf(seeded(place), rows / accounts, place < NEW_ROWS));
}

function ledgerOf(random: () => number, rowsEach: number, isTouched: boolean): BenchLedger {
  const rows: BenchRow[] = [];
  const balances: StatedBalance[] = [];
  const perDay = rowsEach / DAYS;
  let balance = 100_000n;
  const stated = (kind: StatedBalance['kind'], on: number): StatedBalance => ({
    kind,
    amount: fromUnits(balance, 2),
    currency: 'EUR',
    date: addDays(START, on),
    at: null,
  });
  for (let on = 0; on < DAYS; on++) {
    for (let due = Math.floor((on + 1) * perDay) - Math.floor(on * perDay); due > 0; due--) {
      const cents = BigInt(Math.floor(random() * 20_000) - 10_000);
      balance += cents;
      rows.push({ date: addDays(START, random() < 0.05 ? on + 1 : on), amount: fromUnits(cents, 2) });
    }
    balances.push(stated('booked', on));
    if (on % 30 === 0) balances.push(stated('closing', on));
  }
  const newRows = isTouched ? [{ date: addDays(START, DAYS), amount: '-3.50' as Amount }] : [];
  balance -= isTouched ? 350n : 0n;
  return { rows, balances, newRows, newBalances: [stated('booked', DAYS)] };
}
