// Reconciles accounts after a sync of 10 new rows, in memory, and prints the elapsed and CPU seconds. Arguments: the
// variant, the number of accounts, the total number of rows, and the file of earlier results, which the variant `prove` writes.
import { readFileSync, writeFileSync } from 'node:fs';
import { toUnits } from '../../src/core/amount.ts';
import { reconcileRecent, reconcileWhole, recentSince, type Checkpoint } from '../../src/core/reconcile/reconcile.ts';
import type { LedgerRow, ReconcileInput } from '../../src/core/reconcile/reconciliation.ts';
import { benchLedgers, NEW_ROWS, type BenchRow } from '../support/ledgers.ts';

const [what = '', accountsText = '', rowsText = '', path = ''] = process.argv.slice(2);

const ledgers = benchLedgers(Number(accountsText), Number(rowsText)).slice(0, what === 'all' ? undefined : NEW_ROWS);
if (what === 'prove') {
  const all = benchLedgers(Number(accountsText), Number(rowsText));
  const checkpoints = all.map(({ rows, balances }) => reconcileWhole(inputOf(rows, balances)).checkpoint);
  writeFileSync(path, JSON.stringify(checkpoints));
} else {
  const inputs = ledgers.map(({ rows, newRows, balances, newBalances }) =>
    inputOf([...rows, ...newRows], [...balances, ...newBalances]),
  );
  const checkpoints = what === 'whole' ? [] : (JSON.parse(readFileSync(path, 'utf8')) as (Checkpoint | null)[]);
  const startedAt = process.threadCpuUsage();
  const started = performance.now();
  const proven = what === 'floor' ? floor(inputs) : inputs.filter(isProven).length;
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.threadCpuUsage(startedAt);
  process.stdout.write(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, proven, accounts: inputs.length }));

  function isProven(input: ReconcileInput, place: number): boolean {
    const checkpoint = checkpoints[place] ?? null;
    if (checkpoint === null) return reconcileWhole(input).found.status === 'proven';
    // A sync reads only rows that are not much older than the checkpoint.
    const since = recentSince(input.balances, checkpoint) ?? '';
    const rows = input.rows.filter(({ date }) => (date ?? '') >= since);
    return reconcileRecent({ ...input, rows }, checkpoint)?.status === 'proven';
  }
}

function inputOf(rows: readonly BenchRow[], balances: ReconcileInput['balances']): ReconcileInput {
  return { currency: 'EUR', rows: rows.map(ledgerRow), balances };
}

function ledgerRow({ date, amount }: BenchRow, place: number): LedgerRow {
  const sent = { date, amount };
  return { transactionId: `t${place}`, date, amount, currency: 'EUR', sent, status: 'posted', isDeleted: false };
}

/** The minimal work: reads and sums up all amounts, and reads all balances. */
function floor(some: readonly ReconcileInput[]): number {
  return some.filter(({ rows, balances }) => {
    let sum = 0n;
    for (const { amount } of rows) sum += amount === null ? 0n : toUnits(amount, 2);
    return balances.every(({ amount }) => toUnits(amount, 2) !== sum);
  }).length;
}
