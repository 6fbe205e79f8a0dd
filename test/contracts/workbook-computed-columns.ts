import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { BalanceRowValues } from '../../src/core/balance-sheet.ts';
import type { RuleValues } from '../../src/core/workbook-change.ts';
import { BalancesRefused } from '../../src/workbooks/workbook.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, type WorkbookUnderTest } from './workbook-session.ts';

const RULE: RuleValues = { description: 'Bakery', category: 'Food', minAmount: null, maxAmount: null };

/** Tests for columns that one array formula fills: a value written into one of these cells would break the formula. */
export function computedColumnsContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  /** Fills cells of the column, from this row down, with one array formula; false if the kind does not support it. */
  async function fill(sheet: string, row: number, column: number, source: string): Promise<boolean> {
    const { typeArray } = session.person;
    if (typeArray === undefined) return false;
    await typeArray(sheet, row, column, source);
    return true;
  }

  async function shownIn(column: number, rows: readonly number[] = [2, 3, 4]): Promise<unknown[]> {
    const shown: unknown[] = [];
    for (const row of rows) shown.push(await session.person.look(SHEET, row, column));
    return shown;
  }

  const three = [transaction(1), transaction(2), transaction(3)];
  const texts = three.map(({ description }) => description);

  describe('a column that an array formula fills', () => {
    test('is reported, and keeps its values when rows are added below', async ({ skip }) => {
      await session.append(...three);
      if (!(await fill(SHEET, 2, COLUMN.category, 'B2:B4'))) skip();
      const { rows, problems } = await session.read();
      expect(rows.map(({ category }) => category)).toEqual(texts);
      expect(problems).toEqual([
        expect.objectContaining({
          code: 'workbook_column_computed',
          sheet: 'transactions',
          message: expect.stringContaining('Category'),
        }),
      ]);
      await session.append(transaction(4, { category: 'Food' }));
      expect(await shownIn(COLUMN.category)).toEqual(texts);
      expect(await shownIn(COLUMN.transactionId, [5])).toEqual(['txn-4']);
    });

    test('is not updated, neither in its first cell nor in the others', async ({ skip }) => {
      await session.append(...three);
      if (!(await fill(SHEET, 2, COLUMN.category, 'B2:B4'))) skip();
      const updates = texts.map((from, index) => ({
        row: index + 2,
        transactionId: `txn-${index + 1}`,
        cell: { column: 'category' as const, from, to: 'Food' },
      }));
      const { refused } = await session.apply({ updates });
      expect(refused.map(({ row, column }) => [row, column])).toEqual([
        [2, 'category'],
        [3, 'category'],
        [4, 'category'],
      ]);
      expect(await shownIn(COLUMN.category)).toEqual(texts);
    });

    test('is not updated if the formula has no result', async ({ skip }) => {
      await session.append(...three);
      await session.person.type(SHEET, 3, 12, null);
      for (const row of [2, 4]) await session.person.type(SHEET, row, 12, `Group ${row}`);
      if (!(await fill(SHEET, 2, COLUMN.category, 'M2:M4'))) skip();
      await session.apply({
        updates: [{ row: 3, transactionId: 'txn-2', cell: { column: 'category', from: '', to: 'Food' } }],
      });
      expect(await shownIn(COLUMN.category, [2, 4])).toEqual(['Group 2', 'Group 4']);
    });

    test('does not prevent the removal of a row, and keeps its formula in all cells', async ({ skip }) => {
      await session.append(...three);
      for (const row of [2, 3, 4]) await session.person.type(SHEET, row, 12, `Group ${row}`);
      if (!(await fill(SHEET, 2, COLUMN.category, 'M2:M4'))) skip();
      const { refused } = await session.apply({
        removals: three.slice(0, 2).map((values, index) => ({ row: index + 2, values })),
      });
      expect(refused).toEqual([]);
      expect((await session.read()).rows.map(({ transactionId }) => transactionId).filter((id) => id !== '')).toEqual([
        'txn-3',
      ]);
      expect(await shownIn(COLUMN.category)).toEqual(['Group 2', 'Group 3', 'Group 4']);
    });

    test('prevents adding rows if it is a required column', async ({ skip }) => {
      await session.append(...three);
      for (const row of [2, 3, 4]) {
        await session.person.type(SHEET, row, 12, row);
        await session.person.type(SHEET, row, COLUMN.amount, null);
      }
      if (!(await fill(SHEET, 2, COLUMN.amount, 'M2:M4'))) skip();
      await expect(session.append(transaction(4))).rejects.toMatchObject({
        code: 'workbook_column_computed',
        message: expect.stringContaining('Amount'),
      });
      expect(await shownIn(COLUMN.amount)).toEqual([2, 3, 4]);
      expect(await shownIn(COLUMN.transactionId, [5])).toEqual([null]);
    });

    test('prevents adding rules if it is a column of the rules', async ({ skip }) => {
      await session.apply({ rules: [RULE] });
      for (const row of [2, 3, 4]) await session.person.type('Rules', row, 7, `Word ${row}`);
      await session.person.type('Rules', 2, 0, null);
      if (!(await fill('Rules', 2, 0, 'H2:H4'))) skip();
      await expect(session.apply({ runId: 'run-2', rules: [RULE] })).rejects.toMatchObject({
        code: 'workbook_column_computed',
        message: expect.stringContaining('Description'),
      });
      expect(await session.person.look('Rules', 3, 0)).toBe('Word 3');
    });

    test('prevents adding balances, but not transactions, if it is a column of the balances', async ({ skip }) => {
      const balance: BalanceRowValues = {
        date: transaction(1).date,
        account: 'Everyday ••4321',
        accountId: 'acc-1',
        amount: '12.50' as Amount,
        currency: 'EUR',
      };
      await session.apply({ balances: { appends: [balance], removals: [] } });
      for (const row of [2, 3]) await session.person.type('Balances', row, 7, `Account ${row}`);
      await session.person.type('Balances', 2, 1, null);
      if (!(await fill('Balances', 2, 1, 'H2:H3'))) skip();
      const { revision, layout } = await session.read();
      const change = { runId: 'run-2', revision, appends: three, updates: [], removals: [] };
      const refusal = await session.workbook
        .apply({ ...change, balances: { appends: [balance], removals: [] } }, { layout })
        .catch((thrown: unknown) => thrown);
      expect(refusal).toBeInstanceOf(BalancesRefused);
      expect(refusal).toMatchObject({
        code: 'workbook_column_computed',
        message: expect.stringContaining('Account'),
      });
      expect(await session.person.look('Balances', 3, 1)).toBe('Account 3');
    });
  });
}
