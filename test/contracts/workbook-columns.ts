import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Column } from '../../src/core/row.ts';
import type { Layout } from '../../src/core/snapshot.ts';
import { chosenLayout } from '../../src/workbooks/chosen-layout.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

/** Tests for a user's mapping of the columns. */
export function columnsContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  /** Maps the columns as if the user had chosen them. */
  async function choose(
    columns: Readonly<Partial<Record<Column, number>>>,
    remembered: Layout,
    sheet = SHEET,
  ): Promise<Layout> {
    const layout = chosenLayout({ sheet, headerRow: 1, columns }, await session.workbook.heads(), remembered);
    const snapshot = await session.workbook.read({ remembered: layout, asChosen: true });
    await session.workbook.identify(snapshot.layout);
    return snapshot.layout;
  }

  describe('a column mapping', () => {
    test('can be chosen from the first rows of all sheets', async () => {
      await session.append(transaction(1));
      const heads = await session.workbook.heads();
      expect(heads.map(({ name }) => name)).toEqual(['Overview', SHEET, 'Categories', 'Rules', 'Balances', 'Figures']);
      const [header, first] = heads.find(({ name }) => name === SHEET)?.lines ?? [];
      expect(header?.cells.slice(0, 3)).toEqual(
        ['Date', 'Description', 'Amount'].map((text, position) => ({ position, text, isText: true })),
      );
      expect(first).toMatchObject({
        row: 2,
        cells: expect.arrayContaining([{ position: COLUMN.transactionId, text: 'txn-1', isText: true }]),
      });
      const valueAt = (position: number) => first?.cells.find((cell) => cell.position === position)?.value;
      const { date, amount } = transaction(1);
      expect([valueAt(0), valueAt(2)]).toEqual([{ day: date }, { number: Number(amount) }]);
    });

    test('still finds a column that was renamed, moved and filled with other values', async () => {
      const { layout } = await session.append(transaction(1), transaction(2));
      await session.person.type(SHEET, 1, COLUMN.transactionId, 'Bank reference');
      for (const row of [2, 3]) await session.person.type(SHEET, row, COLUMN.transactionId, `new-${row}`);
      await session.person.moveColumn(SHEET, COLUMN.transactionId, 0);
      const lost = await session.workbook.read({ remembered: layout }).then(
        ({ layout: { columns } }) => columns.transactionId?.position,
        () => null,
      );
      expect(lost === null || lost === 0).toBe(true);
      const chosen = await choose(
        {
          date: 1,
          description: 2,
          amount: 3,
          category: 4,
          account: 5,
          accountId: 6,
          transactionId: 0,
          dateAdded: 7,
          currency: 8,
        },
        layout,
      );
      const { rows, layout: read } = await session.workbook.read({ remembered: chosen });
      expect(rows.map(valuesOf)).toEqual([
        transaction(1, { transactionId: 'new-2' }),
        transaction(2, { transactionId: 'new-3' }),
      ]);
      expect(read.columns.transactionId).toMatchObject({ position: 0, header: 'Bank reference' });
    });

    test('overrides the remembered mapping, and new rows follow it', async () => {
      const { layout } = await session.append(transaction(1));
      await session.person.type(SHEET, 1, 10, 'My text');
      const { transactionId, date, amount } = COLUMN;
      const chosen = await choose({ date, amount, transactionId, description: 10 }, layout);
      const { revision, layout: read } = await session.workbook.read({ remembered: chosen });
      await session.workbook.apply(
        { runId: 'run-2', revision, appends: [transaction(2)], updates: [], removals: [] },
        { layout: read },
      );
      expect(await session.person.look(SHEET, 3, 10)).toBe(transaction(2).description);
      expect(await session.person.look(SHEET, 3, COLUMN.description)).toBeNull();
      expect(await session.person.look(SHEET, 3, COLUMN.category)).toBeNull();
      const { rows } = await session.workbook.read({ remembered: read });
      expect(rows.map(({ description, account }) => [description, account])).toEqual([
        ['', ''],
        [transaction(2).description, ''],
      ]);
    });

    test('distinguishes two columns with the same name, even after both have moved', async () => {
      const { layout } = await session.append(transaction(1), transaction(2));
      await session.person.insertColumn(SHEET, 2);
      await session.person.type(SHEET, 1, 2, 'Date');
      for (const row of [2, 3]) await session.person.type(SHEET, row, 2, `note ${row}`);
      await expect(session.workbook.read({ remembered: layout })).rejects.toMatchObject({
        code: 'workbook_ambiguous_column',
      });
      const columns = {
        date: 0,
        description: 1,
        amount: 3,
        category: 4,
        account: 5,
        accountId: 6,
        transactionId: 7,
        dateAdded: 8,
        currency: 9,
      };
      const chosen = await choose(columns, layout);
      const first = await session.workbook.read({ remembered: chosen });
      expect(first.rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
      await session.person.insertColumn(SHEET, 0);
      await session.person.moveColumn(SHEET, 3, 1);
      const second = await session.workbook.read({ remembered: first.layout });
      expect(second.layout.columns.date?.position).toBe(2);
      expect(second.rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
    });

    test('can select another sheet for the transactions', async () => {
      const { layout } = await session.append(transaction(1));
      for (const [position, text] of ['When', 'What', 'How much', 'Id'].entries())
        await session.person.type('Categories', 1, position + 2, text);
      const chosen = await choose({ date: 2, description: 3, amount: 4, transactionId: 5 }, layout, 'Categories');
      const snapshot = await session.workbook.read({ remembered: chosen });
      expect(snapshot.layout.sheets.transactions?.name).toBe('Categories');
      expect(snapshot.rows).toEqual([]);
    });

    test.each<[string, Partial<Record<Column, number>>]>([
      ['without a required column', { date: 0, description: 1, amount: 2 }],
      ['with one column used twice', { date: 0, description: 1, amount: 2, transactionId: 1 }],
      ['with a column without a header', { date: 0, description: 1, amount: 2, transactionId: 20 }],
    ])('is rejected %s', async (_name, columns) => {
      const { layout } = await session.append(transaction(1));
      await expect(choose(columns, layout)).rejects.toMatchObject({ code: 'input_columns' });
    });
  });
}
