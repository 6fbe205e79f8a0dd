import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SheetRole } from '../../src/core/snapshot.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

/** Tests for a user's changes to the sheets, including those that must stop a sync. */
export function personContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  describe('a user’s change to the sheet', () => {
    test('can move a column, which is recognized and filled by appends', async () => {
      await session.append(transaction(1));
      await session.person.moveColumn(SHEET, COLUMN.transactionId, COLUMN.date);
      await session.append(transaction(2));
      expect((await session.read()).rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
      expect(await session.person.look(SHEET, 3, 0)).toBe(transaction(2).transactionId);
    });

    test('can rename a column, which is recognized', async () => {
      await session.append(transaction(1), transaction(2));
      await session.person.type(SHEET, 1, COLUMN.transactionId, 'Bank reference');
      expect((await session.read()).rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
    });

    test('can move and rename a column, which is recognized by its content', async () => {
      await session.append(transaction(1), transaction(2));
      await session.person.type(SHEET, 1, COLUMN.transactionId, 'Bank reference');
      await session.person.moveColumn(SHEET, COLUMN.transactionId, COLUMN.date);
      const { rows, layout } = await session.read();
      expect(rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
      expect(layout.columns.transactionId).toMatchObject({ position: 0, header: 'Bank reference' });
    });

    test('can move and rename a column, which is recognized even if only the last append has filled it', async () => {
      const { layout } = await session.append(transaction(1), transaction(2));
      await session.person.type(SHEET, 1, COLUMN.transactionId, 'Bank reference');
      await session.person.moveColumn(SHEET, COLUMN.transactionId, COLUMN.date);
      const { rows } = await session.workbook.read({ remembered: layout });
      expect(rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
    });

    test('stops every sync if it deletes a column, and the message names the column', async () => {
      await session.append(transaction(1));
      await session.person.type(SHEET, 1, COLUMN.transactionId, 'Notes');
      await session.person.type(SHEET, 2, COLUMN.transactionId, 'something else');
      await expect(session.read()).rejects.toMatchObject({
        code: 'workbook_column_lost',
        message: expect.stringContaining('Transaction ID'),
      });
    });

    test('stops every sync if two columns have the same name, and the message names both cells', async () => {
      await session.append(transaction(1));
      await session.person.insertColumn(SHEET, 2);
      await session.person.type(SHEET, 1, 2, 'Date');
      await expect(session.read()).rejects.toMatchObject({
        code: 'workbook_ambiguous_column',
        message: expect.stringMatching(/A1.*C1/),
      });
    });

    test('is kept in the user’s own columns when rows are appended', async () => {
      await session.append(transaction(1));
      await session.person.insertColumn(SHEET, 1);
      await session.person.type(SHEET, 1, 1, 'Notes');
      await session.person.type(SHEET, 2, 1, 'mine');
      await session.append(transaction(2));
      expect(await session.person.look(SHEET, 2, 1)).toBe('mine');
      expect(await session.person.look(SHEET, 3, 1)).toBeNull();
      expect((await session.read()).rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
    });

    test('can add rows above the header', async () => {
      await session.append(transaction(1));
      await session.person.insertRow(SHEET, 1);
      await session.person.type(SHEET, 1, 0, 'Household of the Lopez family');
      await session.append(transaction(2));
      expect((await session.read()).rows.map((row) => [row.index, row.transactionId])).toEqual([
        [3, 'txn-1'],
        [4, 'txn-2'],
      ]);
    });

    test('can sort rows, which are read in their new order', async () => {
      await session.append(transaction(1), transaction(2), transaction(3));
      await session.person.reverseRows(SHEET, 2, 4);
      expect((await session.read()).rows.map((row) => [row.index, row.transactionId])).toEqual([
        [2, 'txn-3'],
        [3, 'txn-2'],
        [4, 'txn-1'],
      ]);
    });

    test('can delete a row, and the next append follows the last row', async () => {
      await session.append(transaction(1), transaction(2), transaction(3));
      await session.person.deleteRow(SHEET, 3);
      const { appendedRows } = await session.append(transaction(4));
      expect(appendedRows).toEqual([4]);
      expect((await session.read()).rows.map(({ transactionId }) => transactionId)).toEqual([
        'txn-1',
        'txn-3',
        'txn-4',
      ]);
    });

    test('can rename a sheet, which is recognized', async () => {
      await session.append(transaction(1));
      await session.person.renameSheet(SHEET, 'Umsätze');
      const snapshot = await session.read();
      expect(snapshot.rows.map(valuesOf)).toEqual([transaction(1)]);
      expect(snapshot.layout.sheets.transactions?.name).toBe('Umsätze');
    });

    test('stops every sync if it deletes the sheet of transactions', async () => {
      await session.read();
      await session.person.deleteSheet(SHEET);
      await expect(session.read()).rejects.toMatchObject({
        code: 'workbook_sheet_missing',
        message: expect.stringContaining(SHEET),
      });
    });

    test.each<[SheetRole, string]>([
      ['categories', 'Categories'],
      ['rules', 'Rules'],
    ])(
      'can delete the sheet %s: the transactions are still read, and the missing sheet is reported',
      async (role, sheet) => {
        await session.append(transaction(1));
        await session.person.deleteSheet(sheet);
        const snapshot = await session.read();
        expect(snapshot.rows).toHaveLength(1);
        expect(snapshot.problems).toEqual([expect.objectContaining({ sheet: role, row: null })]);
      },
    );
  });
}
