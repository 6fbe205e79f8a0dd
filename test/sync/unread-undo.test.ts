import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import type { RowValues } from '../../src/core/row.ts';
import { listRuns } from '../../src/store/runs.ts';
import { findSettled, saveSettled } from '../../src/store/settled.ts';
import { ACCOUNT, bankBalance, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';
import { caseCount } from '../support/cases.ts';

const FIRST = '2026-02-20' as CalendarDate;
const HISTORIES = caseCount(8, 12);

const CELLS: readonly Partial<RowValues>[] = [
  { category: 'Mine' },
  { notes: 'Mine' },
  { currency: 'USD' },
  { account: '' },
  { amount: '-0.01' as Amount },
  { date: '2026-01-01' as CalendarDate },
];

const step = fc.record({
  wait: fc.integer({ min: 0, max: 4 }),
  brings: fc.array(fc.record({ back: fc.nat(3), pending: fc.boolean() }), { maxLength: 6 }),
  person: fc.constantFrom('none', 'none', 'none', 'edit', 'delete', 'copy', 'type'),
  cell: fc.constantFrom(...CELLS),
  at: fc.nat(999),
});

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function doIn({ workbook }: SyncBench, { person, cell, at }: Step): void {
  const place = at % Math.max(1, workbook.lines.length);
  const line = workbook.lines[place];
  if (person === 'none' || line == null) return;
  workbook.edit((lines) => {
    if (person === 'edit') lines[place] = { ...line, ...cell };
    if (person === 'delete') lines.splice(place, 1);
    if (person === 'copy') lines.push({ ...line, ...cell });
    if (person === 'type') lines.push({ ...line, transactionId: '', account: 'Cash', amount: '-3.50' as Amount });
  });
}

test('the preview of an undo without a read of the workbook equals the one with a read, after any edits by the user', async () => {
  const previewed = { unread: 0, removed: 0, kept: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), fc.boolean(), async (steps, writesBalances) => {
      const bench = await syncBench();
      if (writesBalances) bench.workbook.balances = [];
      const bankTransactions: { readonly id: string; readonly day: number; readonly pending: boolean }[] = [];
      let today = 10;
      for (const one of steps) {
        today += one.wait;
        for (const { back, pending } of one.brings)
          bankTransactions.push({ id: `p${bankTransactions.length}`, day: today - back, pending });
        const transactions = bankTransactions.map(({ id, day, pending }, place) => {
          const isPending = pending && today < day + 3;
          const amount = `-${place + 1}.${isPending ? '00' : '50'}`;
          return bankTransaction(id, amount, { date: addDays(FIRST, day), status: isPending ? 'pending' : 'posted' });
        });
        bench.bank = { transactions, balances: [bankBalance(addDays(FIRST, today), '5.00')] };
        bench.clock.advance(one.wait * 86_400_000 + 3_600_000);
        await bench.run();
        // Compares the previews before the user's changes, and then after them.
        for (const act of [() => undefined, () => doIn(bench, one)]) {
          act();
          for (const { id, counts } of listRuns(bench.store, ACCOUNT, { limit: 9 })) {
            if (counts.added + counts.updated + (counts.balances ?? 0) === 0) continue;
            const [settled, before] = [findSettled(bench.store, ACCOUNT), bench.workbook.reads];
            const { settles: _, ...unread } = await bench.sync.previewUndo(id);
            if (bench.workbook.reads > before) continue;
            saveSettled(bench.store, ACCOUNT, null);
            expect(unread).toEqual(await bench.sync.previewUndo(id));
            saveSettled(bench.store, ACCOUNT, settled);
            previewed.unread += 1;
            previewed.removed += unread.outcome.counts.removed;
            previewed.kept += unread.outcome.counts.kept;
          }
        }
      }
    }),
    { numRuns: HISTORIES },
  );
  expect(Math.min(...Object.values(previewed))).toBeGreaterThan(0);
});

test('a balance row that an undo removed is written again by the next sync without a read of the workbook', async () => {
  const bench = await syncBench();
  bench.workbook.balances = [];
  bench.bank = { transactions: [bankTransaction('a', '-1.00')], balances: [bankBalance('2026-03-04', '5.00')] };
  await bench.run();
  const more = [bankTransaction('a', '-1.00'), bankTransaction('b', '-2.00')];
  bench.bank = { transactions: more, balances: [bankBalance('2026-03-05', '3.00')] };
  const { id } = await bench.run();
  const rows = (): unknown[] => (bench.workbook.balances ?? []).flatMap((row) => row?.date ?? []);
  const { reads } = bench.workbook;
  await bench.sync.wait(bench.sync.undo(id));
  expect(rows()).toEqual(['2026-03-04']);
  await bench.run();
  expect(rows()).toEqual(['2026-03-04', '2026-03-05']);
  expect(bench.workbook.reads).toBe(reads);
});
