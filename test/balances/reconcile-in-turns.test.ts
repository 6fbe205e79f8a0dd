import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { Balance } from '../../src/core/balance.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import { listBalancesOf, recordBalances } from '../../src/store/balances.ts';
import { markStale } from '../../src/store/reconciliations.ts';
import { listFindings } from '../../src/sync/mirror/findings.ts';
import { ACCOUNT, bankTransaction, CHECKING, syncBench, type SyncBench } from '../support/sync-bench.ts';

const FIRST = '2026-03-01' as CalendarDate;

const PURCHASES = Array.from({ length: 4 }, (_, day) =>
  bankTransaction(`P${day}`, '-10.00', { date: addDays(FIRST, day) }),
);

const stated = (kind: Balance['kind'], amount: string, date: CalendarDate): Balance => ({
  account: CHECKING,
  kind,
  amount: amount as Amount,
  currency: 'EUR',
  date,
  at: null,
});

async function edited(): Promise<SyncBench> {
  const bench = await syncBench();
  bench.bank = {
    transactions: PURCHASES,
    balances: [stated('opening', '100.00', FIRST), stated('closing', '60.00', addDays(FIRST, 3))],
  };
  await bench.run();
  bench.workbook.edit((lines) => {
    lines[1] = { ...lines[1], amount: '-13.00' } as never;
  });
  bench.clock.advance(3000);
  return bench;
}

/** Stores a corrected balance for the day of the last one, as a run does. */
function record({ store }: SyncBench): void {
  const run = store.get<{ id: string }>('SELECT id FROM run LIMIT 1');
  const last = listBalancesOf(store, ACCOUNT, CHECKING.id).at(-1);
  if (last === undefined) throw new Error('no balance is there');
  const corrected = { ...last, amount: '55.00' as Amount };
  store.transaction(() => {
    recordBalances(store, { accountId: ACCOUNT, runId: run?.id ?? '' }, [corrected], last.learnedAt);
    markStale(store, ACCOUNT, [CHECKING.id]);
  });
}

async function foundAtLast(bench: SyncBench): Promise<unknown> {
  bench.clock.advance(3000);
  await bench.sync.freshen(ACCOUNT);
  return listFindings(bench.store, ACCOUNT);
}

test('a balance that changes at any step of a check of the rows is included in the final result', async () => {
  const before = await edited();
  record(before);
  const expected = await foundAtLast(before);
  expect(expected).not.toEqual(await foundAtLast(await edited()));
  for (let turns = 0; turns < 8; turns += 1) {
    const bench = await edited();
    const { promise: mirrored, resolve } = Promise.withResolvers<void>();
    bench.events.on('mirror', () => resolve());
    const looked = bench.sync.freshen(ACCOUNT);
    await mirrored;
    for (let passed = 0; passed < turns; passed += 1) await turn();
    record(bench);
    await looked;
    expect(await foundAtLast(bench), `after ${turns} turns`).toEqual(expected);
  }
});
