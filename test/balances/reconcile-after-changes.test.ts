import { expect, test } from 'vitest';
import type { Balance } from '../../src/core/balance.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import type { Amount } from '../../src/core/amount.ts';
import { addConnection, findConnection, updateConnection, type Connection } from '../../src/store/connections.ts';
import { listBalancesOf } from '../../src/store/balances.ts';
import { listFindings } from '../../src/sync/mirror/findings.ts';
import { ACCOUNT, bankTransaction, CHECKING, CONNECTION, syncBench, type SyncBench } from '../support/sync-bench.ts';

const FIRST = '2026-03-01' as CalendarDate;
const SAVINGS = { ...CHECKING, id: 'bank/2', name: 'Savings' };

const stated = (kind: Balance['kind'], amount: string, date: CalendarDate, account = CHECKING): Balance => ({
  account,
  kind,
  amount: amount as Amount,
  currency: 'EUR',
  date,
  at: null,
});

/** A purchase of 10.00 on each of eight days, and the balance after each. */
const PURCHASES = Array.from({ length: 8 }, (_, day) =>
  bankTransaction(`P${day}`, '-10.00', { date: addDays(FIRST, day) }),
);
const BALANCES = PURCHASES.map(({ date }, day) => stated('closing', `${90 - day * 10}.00`, date));

async function proven(): Promise<SyncBench> {
  const bench = await syncBench();
  bench.bank = { transactions: PURCHASES, balances: [stated('opening', '100.00', FIRST), ...BALANCES] };
  expect((await bench.run()).messages).toEqual([]);
  expect(states(bench)).toEqual(['proven 2026-03-01 2026-03-08']);
  return bench;
}

function states({ store }: SyncBench): string[] {
  return listFindings(store, ACCOUNT).map(({ finding }) => {
    if (finding === null) return 'none';
    if (finding.status === 'proven') return `proven ${finding.from} ${finding.until}`;
    return finding.status === 'differs' ? `differs ${finding.by} since ${finding.since}` : finding.reason;
  });
}

async function look({ clock, sync }: SyncBench): Promise<void> {
  clock.advance(3000);
  await sync.freshen(ACCOUNT);
}

test('a row that the user deleted is found at the next check, and the next run does not report it again', async () => {
  const bench = await proven();
  bench.workbook.edit((lines) => lines.splice(3, 1));
  await look(bench);
  expect(states(bench)).toEqual(['differs -10.00 since 2026-03-03']);
  const { status, messages } = await bench.run();
  expect([status, messages]).toEqual(['succeeded', []]);
});

test('an amount that the user changed is reported as a warning of the next run, which still succeeds', async () => {
  const bench = await proven();
  bench.workbook.edit((lines) => {
    lines[3] = { ...lines[3], amount: '-13.00' } as never;
  });
  const { status, messages } = await bench.run();
  expect([status, messages.map(({ severity, code }) => `${severity} ${code}`)]).toEqual([
    'succeeded',
    ['warning balance_differs'],
  ]);
  expect(messages[0]?.message).toContain(
    'An amount was changed: “Payment P3” of 4 Mar 2026 is -€13.00, and the bank sent -€10.00',
  );
  expect((await bench.run()).messages).toEqual([]);
  bench.workbook.edit((lines) => {
    lines[3] = { ...lines[3], amount: '-10.00' } as never;
  });
  await look(bench);
  expect(states(bench)).toEqual(['proven 2026-03-01 2026-03-08']);
});

test('a preview stores no balance', async () => {
  const bench = await syncBench();
  bench.bank = { transactions: PURCHASES, balances: BALANCES };
  await bench.sync.preview(ACCOUNT, { signal: new AbortController().signal });
  expect(listBalancesOf(bench.store, ACCOUNT, CHECKING.id)).toEqual([]);
});

test('an undo removes the balances of the undone run, and the remaining rows match the remaining balances', async () => {
  const bench = await proven();
  const more = bankTransaction('P9', '-10.00', { date: addDays(FIRST, 9) });
  bench.bank = { transactions: [more], balances: [stated('closing', '10.00', more.date)] };
  const run = await bench.run();
  expect(states(bench)).toEqual(['proven 2026-03-01 2026-03-10']);
  await bench.sync.wait(bench.sync.undo(run.id));
  expect(states(bench)).toEqual(['proven 2026-03-01 2026-03-08']);
  expect(listBalancesOf(bench.store, ACCOUNT, CHECKING.id).at(-1)?.date).toBe('2026-03-08');
});

test('a bank account without new rows or balances is not reconciled again', async () => {
  const bench = await syncBench();
  const savings = bankTransaction('S1', '-1.00', { account: SAVINGS, date: FIRST });
  bench.bank = {
    transactions: [...PURCHASES, savings],
    balances: [...BALANCES, stated('opening', '5.00', FIRST, SAVINGS), stated('closing', '4.00', FIRST, SAVINGS)],
  };
  await bench.run();
  bench.store.run(`UPDATE reconciliation SET trend = '"as it was"'`);
  bench.bank = {
    transactions: [bankTransaction('P9', '-10.00', { date: addDays(FIRST, 9) })],
    balances: [stated('closing', '10.00', addDays(FIRST, 9))],
  };
  await bench.run();
  const trends = bench.store.all<{ id: string; trend: string }>(
    'SELECT bank_account_id AS id, trend FROM reconciliation',
  );
  expect(trends.map(({ id, trend }) => [id, trend === '"as it was"'])).toEqual([
    ['bank/1', false],
    ['bank/2', true],
  ]);
});

test('rows that came from a bank connection also count toward the balance of a statement file', async () => {
  const bench = await syncBench();
  bench.bank = { transactions: PURCHASES, balances: BALANCES };
  await bench.run();
  const statement = { ...CHECKING, id: 'file/4321' };
  bench.bank = {
    transactions: PURCHASES.map((one) => ({ ...one, account: statement, providerId: null })),
    balances: [stated('opening', '100.00', FIRST, statement), stated('closing', '20.00', addDays(FIRST, 7), statement)],
    complete: false,
  };
  const { store } = bench;
  const feed = findConnection(store, CONNECTION) as Connection;
  updateConnection(store, { ...feed, paused: true });
  addConnection(store, { ...feed, id: 'file', name: 'Statement files' });
  const run = await bench.run();
  expect(run.counts).toMatchObject({ added: 0 });
  expect(states(bench)).toEqual(['proven 2026-03-02 2026-03-08', 'proven 2026-03-01 2026-03-08']);
});

test('connecting another workbook discards all stored balances', async () => {
  const bench = await proven();
  bench.sync.workbookChanged(ACCOUNT, null);
  expect(states(bench)).toEqual([]);
});
