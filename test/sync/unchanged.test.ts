import { describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { RowValues } from '../../src/core/row.ts';
import { listBalancesOf } from '../../src/store/balances.ts';
import { listMemory } from '../../src/store/memory.ts';
import { findMirrorState } from '../../src/store/mirror.ts';
import { listReconciliations } from '../../src/store/reconciliations.ts';
import { findSettled } from '../../src/store/settled.ts';
import { ACCOUNT, bankBalance, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';

const KNOWN = [bankTransaction('1', '-1.00'), bankTransaction('2', '-2.00')];

/** A bench after a sync that wrote two rows. */
async function syncedBench(): Promise<SyncBench> {
  const bench = await syncBench();
  bench.bank = { transactions: KNOWN, balances: [bankBalance('2026-03-05', '-3.00')] };
  expect((await bench.run()).counts).toMatchObject({ added: 2 });
  return bench;
}

/** Syncs an hour later. `reads`: how often the sync read the workbook. */
async function next(bench: SyncBench) {
  const before = bench.workbook.reads;
  bench.clock.advance(3_600_000);
  const { counts, status } = await bench.run();
  return { status, counts, reads: bench.workbook.reads - before };
}

describe('a workbook that no other program has changed', () => {
  test('is not read by a sync without new transactions, which still updates the age of the cached copy', async () => {
    const bench = await syncedBench();
    for (const knownCount of [2, 2, 2]) {
      expect(await next(bench)).toMatchObject({
        status: 'succeeded',
        reads: 0,
        counts: { fetched: 2, known: knownCount, added: 0 },
      });
      expect(findMirrorState(bench.store, ACCOUNT)?.verifiedAt).toBe(new Date(bench.clock.now()).toISOString());
    }
    expect(bench.store.all('SELECT * FROM journal')).toEqual([]);
  });

  test('gets new transactions and the bank’s changes without being read', async () => {
    const bench = await syncedBench();
    bench.bank = { transactions: [...KNOWN, bankTransaction('3', '-3.00', { status: 'pending' })] };
    expect(await next(bench)).toMatchObject({ reads: 0, counts: { known: 2, added: 1 } });
    expect(await next(bench)).toMatchObject({ reads: 0, counts: { known: 3, added: 0 } });
    bench.bank = { transactions: [KNOWN[0] as never, bankTransaction('2', '-2.50'), bankTransaction('3', '-3.10')] };
    expect(await next(bench)).toMatchObject({ reads: 0, counts: { known: 1, updated: 2 } });
    expect(bench.workbook.lines.map((line) => line?.amount)).toEqual(['-1.00', '-2.50', '-3.10']);
    expect(await next(bench)).toMatchObject({ reads: 0, counts: { known: 3 } });
  });

  test('is read if more than a thousand transactions are new, and not read when the bank sends them again', async () => {
    const bench = await syncedBench();
    const many = Array.from({ length: 1100 }, (_, place) => bankTransaction(`m${place}`, `-${place + 10}.00`));
    bench.bank = { transactions: [...KNOWN, ...many] };
    expect(await next(bench)).toMatchObject({ reads: 1, counts: { known: 2, added: 1100 } });
    expect(await next(bench)).toMatchObject({ reads: 0, counts: { known: 1102, added: 0 } });
    bench.bank = { transactions: [...KNOWN, ...many, bankTransaction('3', '-3.00')] };
    expect((await next(bench)).counts).toMatchObject({ known: 1102, added: 1 });
  });

  test('is not read if the bank no longer sends a pending transaction', async () => {
    const bench = await syncedBench();
    bench.bank = { transactions: [...KNOWN, bankTransaction('3', '-3.00', { status: 'pending' })] };
    await next(bench);
    bench.bank = { transactions: KNOWN };
    expect(await next(bench)).toMatchObject({ reads: 0, counts: { known: 2, leftFeed: 1 } });
    expect(await next(bench)).toMatchObject({ reads: 0, counts: { known: 2, leftFeed: 0 } });
  });

  test('is read if a row that the user typed may be the new transaction', async () => {
    const bench = await syncBench();
    bench.bank = { transactions: KNOWN };
    await bench.run();
    bench.workbook.edit((lines) =>
      lines.push({ ...(lines[0] as RowValues), transactionId: '', amount: '-7.00' as Amount, description: 'Lunch' }),
    );
    await next(bench);
    bench.bank = { transactions: [...KNOWN, bankTransaction('3', '-8.00')] };
    expect(await next(bench)).toMatchObject({ reads: 0, counts: { added: 1 } });
    bench.bank = { transactions: [...KNOWN, bankTransaction('4', '-7.00')] };
    expect((await next(bench)).reads).toBe(1);
  });

  test('is not read to reconcile recent rows with a new balance', async () => {
    const bench = await syncedBench();
    const stale = bankBalance('2026-03-06', '-99.00');
    bench.bank = { transactions: KNOWN, balances: [stale] };
    expect(await next(bench)).toMatchObject({ reads: 0 });
    expect(listReconciliations(bench.store, ACCOUNT)).toMatchObject([{ isStale: false }]);
    expect(listBalancesOf(bench.store, ACCOUNT, 'bank/1').map(({ amount }) => amount)).toEqual(['-3.00', '-99.00']);
    expect(await next(bench)).toMatchObject({ reads: 0 });
  });

  test('is read by a manual sync if its service reports changes late', async () => {
    const bench = await syncedBench();
    bench.workbook.isRemote = true;
    await next(bench);
    bench.bank = { transactions: [...KNOWN, bankTransaction('3', '-3.00')] };
    expect(await next(bench)).toMatchObject({ counts: { added: 1 } });
    bench.bank = { transactions: [...KNOWN, bankTransaction('3', '-3.00'), bankTransaction('4', '-4.00')] };
    expect((await next(bench)).reads).toBe(1);
  });
});

describe('a sync after a change by the user or by another run', () => {
  test('detects a deleted row, and so do all later syncs', async () => {
    const bench = await syncedBench();
    await next(bench);
    bench.workbook.edit((lines) => lines.splice(0, 1));
    expect(await next(bench)).toMatchObject({ reads: 1, counts: { known: 1, deleted: 1 } });
    expect(
      listMemory(bench.store, ACCOUNT)
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['deleted', 'in-sheet']);
    expect(await next(bench)).toMatchObject({ reads: 0, counts: { known: 1, deleted: 1 } });
  });

  test('adds deleted rows again after a call of forgetDeleted()', async () => {
    const bench = await syncedBench();
    bench.workbook.edit((lines) => lines.splice(0, 1));
    await next(bench);
    await next(bench);
    const [from, to] = ['2026-03-01', '2026-03-31'] as CalendarDate[];
    expect(bench.sync.forgetDeleted(ACCOUNT, from as CalendarDate, to as CalendarDate)).toBe(1);
    expect(await next(bench)).toMatchObject({ counts: { known: 1, added: 1 } });
  });

  test('detects the result of an undo without reading the workbook', async () => {
    const bench = await syncBench();
    bench.bank = { transactions: KNOWN };
    const { id } = await bench.run();
    await next(bench);
    await bench.sync.wait(bench.sync.undo(id));
    expect(bench.workbook.lines).toEqual([]);
    expect(findSettled(bench.store, ACCOUNT)).not.toBeNull();
    expect(await next(bench)).toMatchObject({ counts: { added: 2 } });
  });

  test('detects a restored earlier version of the workbook, and writes the missing rows again', async () => {
    const bench = await syncedBench();
    const putBack = bench.workbook.backUp();
    bench.bank = { transactions: [...KNOWN, bankTransaction('3', '-3.00')] };
    await next(bench);
    putBack();
    expect((await next(bench)).reads).toBe(1);
    expect(bench.workbook.lines).toHaveLength(3);
    expect(await next(bench)).toMatchObject({ reads: 0, counts: { known: 3 } });
  });

  test('adds each row once after a write with an unknown result', async () => {
    const bench = await syncedBench();
    for (const failure of ['before', 'after', 'changed'] as const) {
      bench.bank = { transactions: [...KNOWN, bankTransaction(failure, '-4.00')] };
      bench.workbook.failNextApply = failure;
      await next(bench);
      await next(bench);
      expect(bench.workbook.lines.filter((line) => line?.description === `Payment ${failure}`)).toHaveLength(1);
    }
  });
});
