import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { RowValues } from '../../src/core/row.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

/** Tests for the effects of a change, and for the cells that it must leave unchanged. */
export function changesContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  describe('a change', () => {
    test('leaves its run id as a marker in the workbook; the last marker belongs to the latest change', async () => {
      await session.apply({ runId: 'run-1', appends: [transaction(1)] });
      await session.apply({ runId: 'run-2' });
      expect((await session.read()).markers).toEqual(['run-1', 'run-2']);
    });

    test('writes nothing if it was planned on an outdated revision', async () => {
      const { revision, layout } = await session.read();
      await session.person.type(SHEET, 2, COLUMN.description, 'typed meanwhile');
      session.letTimePass();
      const change = { runId: 'late', revision, appends: [transaction(1)], updates: [], removals: [] };
      await expect(session.workbook.apply(change, { layout })).rejects.toMatchObject({ code: 'workbook_changed' });
      const { rows, markers } = await session.read();
      expect(rows.map(({ description }) => description)).toEqual(['typed meanwhile']);
      expect(markers).toEqual([]);
    });

    test('writes nothing if it is aborted before it begins', async () => {
      const { revision, layout } = await session.read();
      const change = { runId: 'late', revision, appends: [transaction(1)], updates: [], removals: [] };
      await expect(session.workbook.apply(change, { layout, signal: AbortSignal.abort() })).rejects.toThrow(
        /abort|cancel/i,
      );
      expect(await session.read()).toMatchObject({ rows: [], markers: [] });
    });

    test('is complete or has no effect if it is interrupted at any step', async () => {
      const steps = await stepsOf(transaction(1));
      expect(steps.length).toBeGreaterThan(0);
      for (const [index, broken] of steps.entries()) {
        const { revision, layout, rows } = await session.read();
        const runId = `broken-${index}`;
        const change = { runId, revision, appends: [transaction(10 + index)], updates: [], removals: [] };
        const step = (name: string) => {
          if (name === broken) throw new Error('the power went out');
        };
        await session.workbook.apply(change, { layout, step }).catch(() => undefined);
        const after = await session.read();
        expect(after.rows.length - rows.length).toBe(after.markers.includes(runId) ? 1 : 0);
      }
    });

    async function stepsOf(row: RowValues): Promise<string[]> {
      const { revision, layout } = await session.read();
      const steps: string[] = [];
      await session.workbook.apply(
        { runId: 'whole', revision, appends: [row], updates: [], removals: [] },
        { layout, step: (name) => steps.push(name) },
      );
      return steps;
    }

    test('updates the cells that still have the expected value', async () => {
      await session.append(transaction(1), transaction(2));
      const at = { row: 3, transactionId: 'txn-2' };
      const { refused } = await session.apply({
        runId: 'run-2',
        updates: [
          { ...at, cell: { column: 'amount', from: transaction(2).amount, to: '-99.99' as Amount } },
          { ...at, cell: { column: 'date', from: transaction(2).date, to: '2026-03-31' as CalendarDate } },
          { ...at, cell: { column: 'description', from: transaction(2).description, to: '=1+1' } },
        ],
      });
      expect(refused).toEqual([]);
      const changed = transaction(2, {
        amount: '-99.99' as Amount,
        date: '2026-03-31' as CalendarDate,
        description: '=1+1',
      });
      expect((await session.read()).rows.map(valuesOf)).toEqual([transaction(1), changed]);
    });

    test('keeps a cell that the user has changed, and returns its content', async () => {
      await session.append(transaction(1));
      await session.person.type(SHEET, 2, COLUMN.description, 'My own words');
      const { description } = transaction(1);
      const cell = { column: 'description', from: description, to: 'From the bank' } as const;
      const { refused } = await session.apply({ runId: 'run-2', updates: [{ row: 2, transactionId: 'txn-1', cell }] });
      expect(refused).toEqual([{ row: 2, transactionId: 'txn-1', column: 'description', found: 'My own words' }]);
      expect((await session.read()).rows[0]?.description).toBe('My own words');
    });

    test('does not update a row that now contains another transaction', async () => {
      await session.append(transaction(1), transaction(2));
      const cell = { column: 'category', from: '', to: 'Food' } as const;
      const { refused } = await session.apply({ runId: 'run-2', updates: [{ row: 3, transactionId: 'txn-1', cell }] });
      expect(refused).toMatchObject([{ row: 3, transactionId: 'txn-1' }]);
      expect((await session.read()).rows.map(({ category }) => category)).toEqual(['', '']);
    });

    test('removes a row that is unchanged since it was appended', async () => {
      await session.append(transaction(1), transaction(2));
      const { refused } = await session.apply({ runId: 'run-2', removals: [{ row: 2, values: transaction(1) }] });
      expect(refused).toEqual([]);
      expect((await session.read()).rows.map(({ transactionId }) => transactionId)).toEqual(['txn-2']);
    });

    test('does not remove a row that the user has changed', async () => {
      await session.append(transaction(1));
      await session.person.type(SHEET, 2, COLUMN.category, 'Holiday');
      const { refused } = await session.apply({ runId: 'run-2', removals: [{ row: 2, values: transaction(1) }] });
      expect(refused).toEqual([{ row: 2, transactionId: 'txn-1', column: null, found: 'Holiday' }]);
      expect((await session.read()).rows).toHaveLength(1);
    });

    test('can append, update and remove rows in one write', async () => {
      await session.append(transaction(1), transaction(2), transaction(3));
      await session.apply({
        runId: 'run-2',
        appends: [transaction(4)],
        updates: [{ row: 2, transactionId: 'txn-1', cell: { column: 'category', from: '', to: 'Food' } }],
        removals: [{ row: 3, values: transaction(2) }],
      });
      const rows = (await session.read()).rows.map(({ transactionId, category }) => [transactionId, category]);
      expect(rows).toEqual([
        ['txn-1', 'Food'],
        ['txn-3', ''],
        ['txn-4', ''],
      ]);
    });
  });
}
