import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { RowValues } from '../../src/core/row.ts';
import { listDeleted } from '../../src/store/memory.ts';
import { listRunItems, listRuns } from '../../src/store/runs.ts';
import { ACCOUNT, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';

const descriptions = ({ workbook }: SyncBench): string[] =>
  workbook.lines.flatMap((line) => (line === null ? [] : [line.description]));

const changeLine = (bench: SyncBench, place: number, change: Partial<RowValues>): void =>
  bench.workbook.edit((lines) => {
    lines[place] = { ...(lines[place] as RowValues), ...change };
  });

const two = { transactions: [bankTransaction('a', '-1.00'), bankTransaction('b', '-2.00')] };

describe('undo', () => {
  test('removes the rows that a run added, and a later sync adds them again', async () => {
    const bench = await syncBench();
    bench.bank = two;
    const run = await bench.run();
    const undo = await bench.sync.wait(bench.sync.undo(run.id));
    expect(undo).toMatchObject({ kind: 'undo', status: 'succeeded', undoes: run.id, counts: { removed: 2 } });
    expect(descriptions(bench)).toEqual([]);
    expect(listRuns(bench.store, ACCOUNT, { limit: 9 }).at(-1)).toMatchObject({ id: run.id, undoneBy: undo?.id });
    expect(await bench.run()).toMatchObject({ counts: { added: 2 } });
  });

  test('keeps rows that the user changed, and reports them', async () => {
    const bench = await syncBench();
    bench.bank = two;
    const run = await bench.run();
    changeLine(bench, 0, { category: 'Mine' });
    const undo = await bench.sync.wait(bench.sync.undo(run.id));
    expect(undo).toMatchObject({ counts: { removed: 1, kept: 1 } });
    expect(descriptions(bench)).toEqual(['Payment a']);
    expect(listRunItems(bench.store, undo?.id ?? '', 0, 9)).toContainEqual(
      expect.objectContaining({ kind: 'kept', why: 'You changed its category.' }),
    );
    expect(await bench.run()).toMatchObject({ counts: { added: 1, known: 1 } });
  });

  test('writes the previous content into cells that a run updated', async () => {
    const bench = await syncBench();
    bench.bank = { transactions: [bankTransaction('p', '-20.00', { status: 'pending' })] };
    await bench.run();
    bench.bank = { transactions: [bankTransaction('p', '-21.00')] };
    const run = await bench.run();
    await bench.sync.wait(bench.sync.undo(run.id));
    expect(bench.workbook.lines).toMatchObject([{ amount: '-20.00' }]);
  });

  test('can be previewed without a change of the workbook', async () => {
    const bench = await syncBench();
    bench.bank = two;
    const run = await bench.run();
    expect((await bench.sync.previewUndo(run.id)).outcome.counts.removed).toBe(2);
    expect(descriptions(bench)).toHaveLength(2);
  });

  test('is rejected if the run was already undone', async () => {
    const bench = await syncBench();
    bench.bank = two;
    const run = await bench.run();
    await bench.sync.wait(bench.sync.undo(run.id));
    expect(() => bench.sync.undo(run.id)).toThrow(expect.objectContaining({ code: 'run_not_undoable' }));
  });
});

describe('deleted rows', () => {
  async function withDeleted(): Promise<SyncBench> {
    const bench = await syncBench();
    bench.bank = two;
    await bench.run();
    bench.workbook.edit((lines) => lines.splice(0, 1));
    await bench.run();
    return bench;
  }

  test('are not added again by a sync, and are listed', async () => {
    const bench = await withDeleted();
    expect(await bench.run()).toMatchObject({ counts: { added: 0, deleted: 1 } });
    expect(descriptions(bench)).toEqual(['Payment b']);
    expect(listDeleted(bench.store, ACCOUNT)).toMatchObject([{ written: { description: 'Payment a' } }]);
  });

  test('are restored unchanged on request', async () => {
    const bench = await withDeleted();
    const [deleted] = listDeleted(bench.store, ACCOUNT);
    const run = await bench.sync.wait(bench.sync.restore(ACCOUNT, [deleted?.transactionId ?? '']));
    expect(run).toMatchObject({ kind: 'restore', status: 'succeeded', counts: { added: 1 } });
    expect(descriptions(bench)).toEqual(['Payment b', 'Payment a']);
    expect(await bench.run()).toMatchObject({ counts: { added: 0, known: 2 } });
  });

  test('are deleted again when the restore is undone', async () => {
    const bench = await withDeleted();
    const [deleted] = listDeleted(bench.store, ACCOUNT);
    const restore = bench.sync.restore(ACCOUNT, [deleted?.transactionId ?? '']);
    await bench.sync.wait(restore);
    await bench.sync.wait(bench.sync.undo(restore));
    expect(await bench.run()).toMatchObject({ counts: { added: 0, deleted: 1 } });
  });

  test('are added again by the next sync after a call of forgetDeleted() for their days', async () => {
    const bench = await withDeleted();
    expect(bench.sync.forgetDeleted(ACCOUNT, '2026-03-01' as CalendarDate, '2026-03-31' as CalendarDate)).toBe(1);
    expect(await bench.run()).toMatchObject({ counts: { added: 1 } });
  });
});
