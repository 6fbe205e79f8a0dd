// Reconciles accounts after a sync of 10 new rows, in memory, and prints the seconds of it, and those of its thread's CPU time.
// Arguments: which accounts, how many accounts, how many rows together.
import { fromUnits, toUnits } from '../../src/core/amount.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import { reconcile } from '../../src/core/reconcile/reconcile.ts';
import type { LedgerRow, ReconcileInput, StatedBalance } from '../../src/core/reconcile/reconciliation.ts';
import { seeded } from '../../test/support/seeded.ts';

const [which = '', accountsText = '', rowsText = ''] = process.argv.slice(2);
const accounts = Number(accountsText);
const rowsEach = Number(rowsText) / accounts;

const NEW_ROWS = 10;
const DAYS = 730;
const START = '2024-01-01' as CalendarDate;

const inputs = Array.from({ length: accounts }, (_, place) => accountOf(seeded(place), place < NEW_ROWS));
const touched = which === 'all' ? inputs : inputs.slice(0, NEW_ROWS);

const startedAt = process.threadCpuUsage();
const started = performance.now();
const proven =
  which === 'floor' ? floor(touched) : touched.filter((input) => reconcile(input).status === 'proven').length;
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.threadCpuUsage(startedAt);
process.stdout.write(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, proven, accounts: touched.length }));

/** Two years: a balance of a moment each day, a closing each month; one row in twenty is dated a day late. */
function accountOf(random: () => number, isTouched: boolean): ReconcileInput {
  const rows: LedgerRow[] = [];
  const balances: StatedBalance[] = [];
  const perDay = rowsEach / DAYS;
  let held = 100_000n;
  for (let on = 0; on < DAYS; on++) {
    for (let due = Math.floor((on + 1) * perDay) - Math.floor(on * perDay); due > 0; due--) {
      const cents = BigInt(Math.floor(random() * 20_000) - 10_000);
      held += cents;
      rows.push(rowOf(`t${rows.length}`, addDays(START, random() < 0.05 ? on + 1 : on), cents));
    }
    state('booked', on);
    if (on % 30 === 0) state('closing', on);
  }
  if (isTouched) rows.push(rowOf('new', addDays(START, DAYS), -350n));
  held -= isTouched ? 350n : 0n;
  state('booked', DAYS);
  return { currency: 'EUR', rows, balances };

  function state(kind: StatedBalance['kind'], on: number): void {
    balances.push({ kind, amount: fromUnits(held, 2), currency: 'EUR', date: addDays(START, on), at: null });
  }
}

function rowOf(transactionId: string, date: CalendarDate, cents: bigint): LedgerRow {
  const amount = fromUnits(cents, 2);
  return { transactionId, date, amount, currency: 'EUR', sent: { date, amount }, status: 'posted', isDeleted: false };
}

/** The least: every amount is read and summed, and every balance read. */
function floor(some: readonly ReconcileInput[]): number {
  return some.filter(({ rows, balances }) => {
    let sum = 0n;
    for (const { amount } of rows) sum += amount === null ? 0n : toUnits(amount, 2);
    return balances.every(({ amount }) => toUnits(amount, 2) !== sum);
  }).length;
}
