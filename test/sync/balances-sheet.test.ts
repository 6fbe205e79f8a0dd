import { describe, expect, test } from 'vitest';
import type { BalanceRowValues } from '../../src/core/balance-sheet.ts';
import type { Amount } from '../../src/core/amount.ts';
import type { Run } from '../../src/core/run.ts';
import { ACCOUNT, bankBalance, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';

const DAY = 24 * 60 * 60_000;

/** A bench whose workbook has a Balances sheet. `day` returns the date of the given number of days ago. */
async function balancesBench(): Promise<SyncBench & { readonly day: (ago: number) => string }> {
  const bench = await syncBench();
  bench.workbook.balances = [];
  const day = (ago: number): string => new Date(bench.clock.now() - ago * DAY).toISOString().slice(0, 10);
  return Object.assign(bench, { day });
}

const inSheet = ({ workbook }: SyncBench): string[] =>
  (workbook.balances ?? []).flatMap((row) => (row === null ? [] : [`${row.date} ${row.amount} ${row.currency}`]));

const codes = (run: Run | null): string[] => (run?.messages ?? []).map(({ code }) => code);

describe('the Balances sheet', () => {
  test('gets the balance of each day once when the day is over', async () => {
    const bench = await balancesBench();
    const today = bench.day(0);
    bench.bank = { transactions: [], balances: [bankBalance(today, '120.00')] };
    expect((await bench.run()).counts).not.toHaveProperty('balances');
    expect(inSheet(bench)).toEqual([]);
    bench.clock.advance(DAY);
    bench.bank = { transactions: [], balances: [bankBalance(bench.day(0), '90.00')] };
    expect(await bench.run()).toMatchObject({ status: 'succeeded', counts: { balances: 1, added: 0 } });
    expect(inSheet(bench)).toEqual([`${today} 120.00 EUR`]);
    const { balances } = bench.workbook;
    expect((await bench.run()).counts).not.toHaveProperty('balances');
    expect(bench.workbook.balances).toBe(balances);
  });

  test('contains the closing balance of a day, otherwise the latest booked balance', async () => {
    const bench = await balancesBench();
    const [three, two, one] = [bench.day(3), bench.day(2), bench.day(1)];
    bench.bank = {
      transactions: [bankTransaction('a', '-1.00')],
      balances: [
        bankBalance(three, '1.00', { kind: 'opening' }),
        bankBalance(three, '9.00', { kind: 'available' }),
        bankBalance(two, '22.00', { kind: 'closing' }),
        bankBalance(two, '21.00'),
        bankBalance(one, '33.00'),
        bankBalance(one, '5.00', { currency: 'USD' }),
      ],
    };
    expect(await bench.run()).toMatchObject({ counts: { added: 1, balances: 3 } });
    expect(inSheet(bench)).toEqual([`${two} 22.00 EUR`, `${one} 33.00 EUR`, `${one} 5.00 USD`]);
  });

  test('gets no second row for a balance whose row the user deleted or edited', async () => {
    const bench = await balancesBench();
    const [two, one] = [bench.day(2), bench.day(1)];
    bench.bank = { transactions: [], balances: [bankBalance(two, '2.00'), bankBalance(one, '1.00')] };
    await bench.run();
    bench.workbook.edit(() => undefined);
    bench.workbook.balances = [{ ...(bench.workbook.balances?.[1] as BalanceRowValues), amount: '7.00' as Amount }];
    bench.bank = { transactions: [], balances: [bankBalance(two, '3.00'), bankBalance(one, '4.00')] };
    expect((await bench.run()).counts).not.toHaveProperty('balances');
    expect(inSheet(bench)).toEqual([`${one} 7.00 EUR`]);
  });

  test('gets no duplicate rows after the database was lost', async () => {
    const [bench, fresh] = [await balancesBench(), await balancesBench()];
    const bank = { transactions: [], balances: [bankBalance(bench.day(1), '1.00')] };
    Object.assign(bench, { bank });
    await bench.run();
    fresh.workbook.balances = bench.workbook.balances;
    Object.assign(fresh, { bank });
    expect((await fresh.run()).counts).not.toHaveProperty('balances');
    expect(inSheet(fresh)).toHaveLength(1);
  });

  test.each(['before', 'after', 'changed'] as const)(
    'neither loses nor duplicates a row when a write fails (case “%s”)',
    async (when) => {
      const bench = await balancesBench();
      bench.bank = { transactions: [], balances: [bankBalance(bench.day(1), '1.00')] };
      bench.workbook.failNextApply = when;
      await bench.run();
      await bench.run();
      expect(inSheet(bench)).toEqual([`${bench.day(1)} 1.00 EUR`]);
      expect((await bench.run()).counts).not.toHaveProperty('balances');
    },
  );

  test('loses the rows that a run added when the run is undone, except rows that the user changed', async () => {
    const bench = await balancesBench();
    bench.bank = { transactions: [], balances: [bankBalance(bench.day(2), '2.00'), bankBalance(bench.day(1), '1.00')] };
    const run = await bench.run();
    bench.workbook.edit(() => undefined);
    const [first, second] = bench.workbook.balances as readonly BalanceRowValues[];
    bench.workbook.balances = [first as BalanceRowValues, { ...(second as BalanceRowValues), account: 'Ours' }];
    const undo = await bench.sync.wait(bench.sync.undo(run.id));
    expect(undo).toMatchObject({ status: 'succeeded', counts: { balances: 1, kept: 1 } });
    expect(codes(undo)).toEqual(['balances_kept']);
    expect(inSheet(bench)).toEqual([`${bench.day(1)} 1.00 EUR`]);
    expect(await bench.run()).toMatchObject({ counts: { balances: 1 } });
    expect(inSheet(bench)).toHaveLength(2);
  });

  test('gets its missing rows again after the user restored an earlier version of the workbook', async () => {
    const bench = await balancesBench();
    bench.bank = { transactions: [bankTransaction('a', '-1.00')], balances: [bankBalance(bench.day(2), '2.00')] };
    await bench.run();
    const restore = bench.workbook.backUp();
    bench.bank = { transactions: [], balances: [bankBalance(bench.day(1), '1.00')] };
    await bench.run();
    restore();
    expect(inSheet(bench)).toHaveLength(1);
    expect(await bench.run()).toMatchObject({ counts: { balances: 1 } });
    expect(inSheet(bench)).toEqual([`${bench.day(2)} 2.00 EUR`, `${bench.day(1)} 1.00 EUR`]);
  });

  test('that cannot accept a row does not block new transactions, and the run reports the reason', async () => {
    const bench = await balancesBench();
    bench.workbook.balancesAreFull = true;
    bench.bank = { transactions: [bankTransaction('a', '-1.00')], balances: [bankBalance(bench.day(1), '1.00')] };
    const run = await bench.run();
    expect(run).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
    expect(codes(run)).toEqual(['balances_not_written']);
    expect([bench.workbook.lines.length, inSheet(bench)]).toEqual([1, []]);
    bench.workbook.balancesAreFull = false;
    expect(await bench.run()).toMatchObject({ counts: { balances: 1 }, messages: [] });
  });

  test('is reported as missing once after the user removed it, and not created again', async () => {
    const bench = await balancesBench();
    bench.bank = { transactions: [], balances: [bankBalance(bench.day(2), '2.00')] };
    await bench.run();
    bench.workbook.edit(() => undefined);
    bench.workbook.balances = null;
    bench.bank = { transactions: [], balances: [bankBalance(bench.day(1), '1.00')] };
    expect(codes(await bench.run())).toEqual(['balances_gone']);
    bench.workbook.edit(() => undefined);
    expect(codes(await bench.run())).toEqual([]);
    expect(bench.workbook.balances).toBeNull();
  });

  test('is created on request with all known balances, and removed by the undo of that run', async () => {
    const bench = await balancesBench();
    bench.workbook.balances = null;
    bench.bank = { transactions: [], balances: [bankBalance(bench.day(2), '2.00'), bankBalance(bench.day(1), '1.00')] };
    await bench.run();
    expect(bench.workbook.balances).toBeNull();
    const added = await bench.sync.wait(bench.sync.addBalances(ACCOUNT, { newSheet: 'Balances' }));
    expect(added).toMatchObject({ kind: 'balances', status: 'succeeded', counts: { balances: 2 } });
    expect(codes(added)).toEqual(['additions_made']);
    expect(inSheet(bench)).toEqual([`${bench.day(2)} 2.00 EUR`, `${bench.day(1)} 1.00 EUR`]);
    expect((await bench.run()).counts).not.toHaveProperty('balances');
    const again = await bench.sync.wait(bench.sync.addBalances(ACCOUNT, { newSheet: 'Balances 2' }));
    expect([again?.status, codes(again)]).toEqual(['failed', ['additions_none']]);
    const undo = await bench.sync.wait(bench.sync.undo(added?.id ?? ''));
    expect(codes(undo)).toEqual(['additions_sheets_stay']);
    expect(inSheet(bench)).toEqual([]);
  });
});
