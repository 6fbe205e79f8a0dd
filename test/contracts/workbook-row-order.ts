import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RowValues } from '../../src/core/row.ts';
import type { Layout } from '../../src/core/snapshot.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

/** A column to the right of Pennyrow's columns. */
const OWN = 9;

/** Tests for the position of new rows, and for the removal of rows. */
export function rowOrderContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  const numbers = async () =>
    (await session.read()).rows.map(({ transactionId }) => Number(transactionId.replace('txn-', '')));
  const remove = async (...removed: readonly RowValues[]) => {
    const { rows } = await session.read();
    const removals = removed.map((values) => ({
      row: rows.find(({ transactionId }) => transactionId === values.transactionId)?.index ?? 0,
      values,
    }));
    return session.apply({ runId: 'undo', removals });
  };
  const formula = (row: number, column: number) => session.person.formula(SHEET, row, column);

  describe('a sheet with the newest rows on top', () => {
    beforeEach(async () => {
      await session.append(transaction(3), transaction(2), transaction(1));
    });

    test('gets new rows on top, the last one first', async () => {
      expect((await session.read()).layout.newestFirst).toBe(true);
      const { appendedRows } = await session.append(transaction(4), transaction(5));
      expect(appendedRows).toEqual([3, 2]);
      expect(await numbers()).toEqual([5, 4, 3, 2, 1]);
      expect((await session.read()).rows.map(valuesOf).slice(0, 2)).toEqual([transaction(5), transaction(4)]);
    });

    test('gets updates in the correct rows, even if the same write moves them down', async () => {
      await session.apply({
        runId: 'run-2',
        appends: [transaction(4)],
        updates: [{ row: 3, transactionId: 'txn-2', cell: { column: 'category', from: '', to: 'Food' } }],
      });
      const rows = (await session.read()).rows.map(({ transactionId, category }) => [transactionId, category]);
      expect(rows).toEqual([
        ['txn-4', ''],
        ['txn-3', ''],
        ['txn-2', 'Food'],
        ['txn-1', ''],
      ]);
    });

    test('includes new rows in a total below the rows, and in a total above them', async () => {
      await session.person.insertRow(SHEET, 1);
      await session.person.typeFormula(SHEET, 1, COLUMN.amount, '=SUM(C3:C5)');
      await session.person.type(SHEET, 8, COLUMN.description, 'Total');
      await session.person.typeFormula(SHEET, 8, COLUMN.amount, '=SUM(C$3:C5)-SUM(C4:C5)');
      await session.append(transaction(4), transaction(5));
      expect(await formula(1, COLUMN.amount)).toBe('=SUM(C3:C7)');
      expect(await formula(10, COLUMN.amount)).toBe('=SUM(C$3:C7)-SUM(C6:C7)');
    });

    test('continues the formulas of existing rows in new rows', async () => {
      await session.person.type(SHEET, 1, OWN, 'Double');
      for (const row of [2, 3, 4]) await session.person.typeFormula(SHEET, row, OWN, `=C${row}*2`);
      await session.append(transaction(4), transaction(5));
      expect(await Promise.all([2, 3, 4, 6].map((row) => formula(row, OWN)))).toEqual(
        [2, 3, 4, 6].map((row) => `=C${row}*2`),
      );
    });

    test('has unchanged rows after new rows were added and removed', async () => {
      await session.person.type(SHEET, 7, COLUMN.description, 'Do not forget the rent');
      const { rows } = await session.read();
      await session.append(transaction(4), transaction(5));
      expect((await remove(transaction(4), transaction(5))).refused).toEqual([]);
      expect((await session.read()).rows).toEqual(rows);
    });
  });

  describe('the user’s choice of where to add rows', () => {
    const choose = async (newRows: Layout['newRows']): Promise<void> => {
      const { newRows: _before, ...layout } = (await session.read()).layout;
      session.know(newRows === undefined ? layout : { ...layout, newRows });
    };

    test('can add new rows at the end of a sheet with the newest rows on top', async () => {
      await session.append(transaction(3), transaction(2), transaction(1));
      await choose('end');
      expect((await session.read()).layout).toMatchObject({ newRows: 'end' });
      await session.append(transaction(4));
      expect(await numbers()).toEqual([3, 2, 1, 4]);
      await choose(undefined);
      expect((await session.read()).layout.newestFirst).toBeUndefined();
    });

    test('can add new rows on top of a sheet with the oldest rows on top', async () => {
      await choose('top');
      await session.append(transaction(1), transaction(2));
      await session.append(transaction(3));
      expect(await numbers()).toEqual([3, 1, 2]);
    });
  });

  describe('removed rows', () => {
    beforeEach(async () => {
      await session.append(transaction(1), transaction(2), transaction(3));
    });

    test('are deleted, and everything below moves up', async () => {
      await session.person.type(SHEET, 8, COLUMN.description, 'Do not forget the rent');
      await remove(transaction(1), transaction(2));
      expect((await session.read()).rows.map(({ index }) => index)).toEqual([2, 6]);
      expect(await session.person.look(SHEET, 6, COLUMN.description)).toBe('Do not forget the rent');
    });

    test('keep what the user typed into them, and lose only the transaction', async () => {
      await session.person.type(SHEET, 3, OWN, 'mine');
      expect((await remove(transaction(2))).refused).toEqual([]);
      expect(await session.person.look(SHEET, 3, OWN)).toBe('mine');
      expect((await session.read()).rows.map(({ index }) => index)).toEqual([2, 4]);
    });

    test('are deleted together with formulas that continue the formulas of other rows', async () => {
      for (const row of [2, 3, 4]) await session.person.typeFormula(SHEET, row, OWN, `=C${row}*2`);
      await remove(transaction(2));
      expect((await session.read()).rows.map(({ index }) => index)).toEqual([2, 3]);
      expect(await formula(3, OWN)).toBe('=C3*2');
    });

    test('are emptied instead of deleted if a formula refers only to them', async () => {
      await session.person.typeFormula(SHEET, 2, OWN + 2, '=C3*1');
      await remove(transaction(2));
      expect(await formula(2, OWN + 2)).toBe('=C3*1');
      expect((await session.read()).rows.map(({ index }) => index)).toEqual([2, 4]);
    });

    test('are emptied instead of deleted if the same write also adds rows', async () => {
      await session.apply({
        runId: 'run-2',
        appends: [transaction(4)],
        removals: [{ row: 3, values: transaction(2) }],
      });
      expect((await session.read()).rows.map(({ index }) => index)).toEqual([2, 4, 5]);
    });
  });
}
