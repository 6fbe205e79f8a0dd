import { describe, expect, test } from 'vitest';
import { createRowIds } from '../../src/core/row-id.ts';
import type { Rule } from '../../src/core/snapshot.ts';
import type { Run } from '../../src/core/run.ts';
import { digest } from '../../src/platform/ids.ts';
import { listMemory } from '../../src/store/memory.ts';
import { ACCOUNT, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';

const rule = (index: number, description: string): Rule => ({
  index,
  description,
  category: `For ${description}`,
  minAmount: null,
  maxAmount: null,
});

async function withRules(): Promise<SyncBench> {
  const bench = await syncBench();
  bench.bank = { transactions: [bankTransaction('a', '-1.00'), bankTransaction('b', '-2.00')] };
  await bench.run();
  bench.workbook.rules = [rule(2, 'coffee'), rule(3, 'tea'), rule(4, 'payment a')];
  return bench;
}

const names = ({ workbook }: SyncBench): string[] => workbook.rules.map(({ description }) => description);

const categories = ({ workbook }: SyncBench): (string | undefined)[] => workbook.lines.map((line) => line?.category);

async function ended({ sync }: SyncBench, runId: string): Promise<Run | null> {
  return sync.wait(runId);
}

function moveLastUp(bench: SyncBench): string {
  const { rules } = bench.workbook;
  const shown = (place: number) => ({ place, rule: rules[place] as Rule });
  return bench.sync.changeRules(ACCOUNT, { kind: 'move', shown: shown(2), to: shown(0) });
}

describe('a change of the rules', () => {
  test('is recorded and can be undone even if the response to its write was lost', async () => {
    const bench = await withRules();
    bench.workbook.failNextApply = 'after';
    const run = await ended(bench, moveLastUp(bench));
    expect(run).toMatchObject({ status: 'succeeded', counts: { rules: 3 } });
    expect(names(bench)).toEqual(['payment a', 'coffee', 'tea']);
    await ended(bench, bench.sync.undo(run?.id ?? ''));
    expect(names(bench)).toEqual(['coffee', 'tea', 'payment a']);
  });

  test('that fails before the write leaves all rules unchanged', async () => {
    const bench = await withRules();
    bench.workbook.failNextApply = 'before';
    expect(await ended(bench, moveLastUp(bench))).toMatchObject({ status: 'failed', counts: { updated: 0 } });
    expect(names(bench)).toEqual(['coffee', 'tea', 'payment a']);
  });

  test('is planned again if the user saves the workbook between plan and write', async () => {
    const bench = await withRules();
    bench.workbook.failNextApply = 'changed';
    expect(await ended(bench, moveLastUp(bench))).toMatchObject({ status: 'succeeded' });
    expect(names(bench)).toEqual(['payment a', 'coffee', 'tea']);
  });

  test('counts as a write, so that Pennyrow detects a restored copy of the workbook from before it', async () => {
    const bench = await withRules();
    const putBack = bench.workbook.backUp();
    await ended(bench, moveLastUp(bench));
    bench.bank = { transactions: [bankTransaction('a', '-1.00'), bankTransaction('c', '-3.00')] };
    await bench.run();
    putBack();
    const run = await bench.run();
    expect(run).toMatchObject({ status: 'succeeded', counts: { deleted: 0 } });
    expect(bench.workbook.lines.map((line) => line?.description)).toContain('Payment c');
  });
});

describe('a category', () => {
  test('is remembered if a rule set it, but not if the user chose it', async () => {
    const bench = await withRules();
    await ended(bench, bench.sync.applyRules(ACCOUNT));
    expect(categories(bench)).toEqual(['For payment a', '']);
    const [, second] = bench.workbook.lines;
    const row = { id: second?.transactionId ?? '', row: 3, category: '' };
    await ended(bench, bench.sync.setCategories(ACCOUNT, [{ ...row, chosen: 'Mine' }]));
    expect(categories(bench)).toEqual(['For payment a', 'Mine']);
    expect(
      new Map(listMemory(bench.store, ACCOUNT).map(({ written }) => [written.description, written.category])),
    ).toEqual(
      new Map([
        ['Payment a', 'For payment a'],
        ['Payment b', ''],
      ]),
    );
  });

  test('is written only to the chosen row if two rows have the same id', async () => {
    const bench = await withRules();
    bench.workbook.edit((lines) => lines.push({ ...lines[0], date: '2026-03-09' } as never));
    const id = bench.workbook.lines[0]?.transactionId ?? '';
    await ended(bench, bench.sync.setCategories(ACCOUNT, [{ id, row: 4, category: '', chosen: 'Mine' }]));
    expect(categories(bench)).toEqual(['', '', 'Mine']);
    await ended(bench, bench.sync.setCategories(ACCOUNT, [{ id, row: 9, category: '', chosen: 'Other' }]));
    expect(categories(bench)).toEqual(['', '', 'Mine']);
  });

  test('of a typed row is found and removed by an undo even if the row has moved', async () => {
    const bench = await withRules();
    bench.workbook.edit((lines) => lines.push({ ...lines[0], transactionId: '', description: 'By hand' } as never));
    const idOf = createRowIds(digest);
    const line = bench.workbook.lines[2];
    const id = idOf({ ...line, index: 4, dateText: '', amountText: '' } as never);
    const run = await ended(bench, bench.sync.setCategories(ACCOUNT, [{ id, row: 4, category: '', chosen: 'Mine' }]));
    expect(run).toMatchObject({ counts: { updated: 1 } });
    bench.workbook.edit((lines) => lines.reverse());
    await ended(bench, bench.sync.undo(run?.id ?? ''));
    expect(categories(bench)).toEqual(['', '', '']);
  });
});
