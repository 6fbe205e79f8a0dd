import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { RowValues } from '../../src/core/row.ts';
import { findMirrorState, listSheetProblems, loadMirrorText, loadMirrorTransactions } from '../../src/store/mirror.ts';
import { ACCOUNT, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';

function shown({ store }: SyncBench): Record<string, { date_added: string; sheet_description: string }> {
  const { blocks } = loadMirrorTransactions(store, ACCOUNT);
  const text = blocks.map((block) => loadMirrorText(store, ACCOUNT, block).toString('utf8')).join('');
  return JSON.parse(`{${text.replace(/,$/, '')}}`) as ReturnType<typeof shown>;
}

const typed = (description: string): RowValues =>
  ({
    date: '2026-03-01' as CalendarDate,
    amount: '-5.00',
    description,
    category: '',
    account: '',
    accountId: '',
    transactionId: '',
    dateAdded: null,
    currency: '',
    notes: '',
  }) as unknown as RowValues;

describe('the cached copy of the workbook', () => {
  test('contains a user’s edit after the next check of the workbook', async () => {
    const bench = await syncBench();
    await bench.sync.freshen(ACCOUNT);
    bench.workbook.edit((lines) => lines.push(typed('Cash')));
    bench.clock.advance(3000);
    await bench.sync.freshen(ACCOUNT);
    expect(Object.values(shown(bench))).toMatchObject([{ sheet_description: 'Cash' }]);
  });

  test('is compared with the workbook at most once every few seconds, for any number of requests', async () => {
    const bench = await syncBench();
    let looks = 0;
    const { revision } = bench.workbook;
    bench.workbook.revision = async () => {
      looks += 1;
      return revision();
    };
    await Promise.all([bench.sync.freshen(ACCOUNT), bench.sync.freshen(ACCOUNT)]);
    bench.clock.advance(2999);
    await bench.sync.freshen(ACCOUNT);
    expect(looks).toBe(1);
    bench.clock.advance(1);
    await bench.sync.freshen(ACCOUNT);
    expect(looks).toBe(2);
  });

  test('is compared with the workbook again after the clock was set back', async () => {
    const bench = await syncBench();
    await bench.sync.freshen(ACCOUNT);
    bench.clock.advance(-3_600_000);
    bench.workbook.edit((lines) => lines.push(typed('Cash')));
    await bench.sync.freshen(ACCOUNT);
    expect(Object.keys(shown(bench))).toHaveLength(1);
  });

  test('is still returned while the workbook is unreachable, with its age and the reason', async () => {
    const bench = await syncBench();
    bench.bank = { transactions: [bankTransaction('a', '-1.00')] };
    await bench.run();
    const asOf = findMirrorState(bench.store, ACCOUNT)?.verifiedAt;
    bench.workbook.unreachable = true;
    bench.clock.advance(60_000);
    expect(await bench.sync.freshen(ACCOUNT)).toMatchObject({ asOf, problem: { code: 'workbook_unreachable' } });
    expect(Object.keys(shown(bench))).toHaveLength(1);
  });

  test('keeps the time at which a row without a Date Added was first read', async () => {
    const bench = await syncBench();
    bench.workbook.edit((lines) => lines.push(typed('Cash')));
    await bench.sync.freshen(ACCOUNT);
    const [first] = Object.values(shown(bench));
    bench.clock.advance(86_400_000);
    bench.workbook.edit((lines) => lines.unshift(typed('More cash')));
    await bench.sync.freshen(ACCOUNT);
    const rows = Object.values(shown(bench));
    expect(rows.find(({ sheet_description }) => sheet_description === 'Cash')?.date_added).toBe(first?.date_added);
    expect(rows.find(({ sheet_description }) => sheet_description === 'More cash')?.date_added).not.toBe(
      first?.date_added,
    );
  });

  test('is not overwritten by a read of the workbook that began before the write of a run', async () => {
    const bench = await syncBench();
    const { workbook, clock } = bench;
    workbook.isRemote = true;
    workbook.noticesLate = true;
    bench.bank = { transactions: [bankTransaction('a', '-1.00')] };
    await bench.run();
    clock.advance(60_000);
    const { read } = workbook;
    const [hasRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    workbook.read = async (options) => {
      workbook.read = read;
      const snapshot = await read(options);
      hasRead.resolve();
      await goOn.promise;
      return snapshot;
    };
    const looking = bench.sync.freshen(ACCOUNT);
    await hasRead.promise;
    clock.advance(1000);
    bench.bank = { transactions: [bankTransaction('a', '-1.00'), bankTransaction('b', '-2.00')] };
    await bench.run();
    goOn.resolve();
    await looking;
    expect(Object.keys(shown(bench))).toHaveLength(2);
    clock.advance(5000);
    await bench.sync.freshen(ACCOUNT);
    expect(Object.keys(shown(bench))).toHaveLength(2);
  });

  test('has a problem for each rule that can never match', async () => {
    const bench = await syncBench();
    bench.workbook.rules = [{ index: 4, description: '/(/', category: 'Food', minAmount: null, maxAmount: null }];
    await bench.sync.freshen(ACCOUNT);
    expect(listSheetProblems(bench.store, ACCOUNT)).toMatchObject([{ code: 'rule_broken', sheet: 'rules', row: 4 }]);
  });
});
