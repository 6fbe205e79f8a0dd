import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { chosenLayout } from '../../src/workbooks/chosen-layout.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

/** The positions of two columns: the amount column becomes the one for money out, and a new one is for money in. */
const OUT = COLUMN.amount;
const IN = 10;

const amount = (text: string): Amount => text as Amount;

/** Tests for a sheet with one column for money in and another for money out. */
export function moneyContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  /** Maps the two columns as if the user had chosen them. */
  async function chooseTwo(): Promise<void> {
    const { workbook, person } = session;
    await person.type(SHEET, 1, OUT, 'Ausgaben');
    await person.type(SHEET, 1, IN, 'Einnahmen');
    const { amount: _amount, ...columns } = COLUMN;
    const choice = { sheet: SHEET, headerRow: 1, columns: { ...columns, moneyIn: IN, moneyOut: OUT } };
    const layout = chosenLayout(choice, await workbook.heads(), null);
    const snapshot = await workbook.read({ remembered: layout, asChosen: true });
    await workbook.identify(snapshot.layout);
    session.know(snapshot.layout);
  }

  /** Types a row below the existing ones, as a user does. */
  async function typed(row: number, moneyIn: string | number | null, moneyOut: string | number | null): Promise<void> {
    await session.person.type(SHEET, row, COLUMN.date, { date: `2026-01-${10 + row}` as CalendarDate });
    await session.person.type(SHEET, row, COLUMN.description, `Typed ${row}`);
    await session.person.type(SHEET, row, IN, moneyIn);
    await session.person.type(SHEET, row, OUT, moneyOut);
    session.letTimePass();
  }

  const shown = async (row: number): Promise<readonly (string | number | null)[]> => [
    await session.person.look(SHEET, row, IN),
    await session.person.look(SHEET, row, OUT),
  ];

  const income = transaction(2, { amount: amount('1250.00') });

  describe('two columns for money', () => {
    test('give each row one signed amount', async () => {
      await chooseTwo();
      await typed(2, 1250, null);
      await typed(3, null, 12.5);
      await typed(4, 0, 7);
      await typed(5, null, 0);
      const { rows, problems, layout } = await session.read();
      expect(rows.map(({ amount: value, amountText }) => [value, amountText])).toEqual([
        ['1250.00', '1250.00'],
        ['-12.50', '-12.50'],
        ['-7.00', '-7.00'],
        ['0.00', '0.00'],
      ]);
      expect(problems).toEqual([]);
      expect(layout).not.toHaveProperty('outIsNegative');
    });

    test('report rows in which both are blank, both have an amount, or one contains text', async () => {
      await chooseTwo();
      await typed(2, null, null);
      await typed(3, 5, 12.5);
      await typed(4, null, 'a lot');
      const { rows, problems } = await session.read();
      expect(rows.map((row) => row.amount)).toEqual([null, null, null]);
      expect(problems).toMatchObject([
        { row: 2, code: 'row_amount_unreadable', message: expect.stringContaining('has no amount') },
        { row: 3, code: 'row_money_unclear', message: expect.stringContaining('Leave one of the two cells empty') },
        { row: 4, code: 'row_amount_unreadable', message: expect.stringContaining('"a lot"') },
      ]);
    });

    test('get negative amounts for money out if existing rows have negative ones', async () => {
      await chooseTwo();
      await typed(2, null, -12.5);
      await typed(3, 90, null);
      expect((await session.read()).rows.map((row) => row.amount)).toEqual(['-12.50', '90.00']);
      expect((await session.read()).layout.outIsNegative).toBe(true);
      const { appended } = await session.append(transaction(1), income);
      expect([await shown(4), await shown(5)]).toEqual([
        [null, -1.5],
        [1250, null],
      ]);
      expect(appended === null || appended.map((row) => row.amount)).toEqual(appended === null || ['-1.50', '1250.00']);
      expect((await session.read()).rows.map((row) => row.amount)).toEqual(['-12.50', '90.00', '-1.50', '1250.00']);
    });

    test('report a row whose amount has an unusual sign, because it may be a refund', async () => {
      await chooseTwo();
      await typed(2, null, 12.5);
      await typed(3, null, 8);
      await typed(4, null, -3);
      await typed(5, -4, null);
      const { rows, problems } = await session.read();
      expect(rows.map((row) => [row.amount, row.date !== null])).toEqual([
        ['-12.50', true],
        ['-8.00', true],
        [null, true],
        [null, true],
      ]);
      expect(problems.map(({ row, code }) => [row ?? 0, code] as const).toSorted(([a], [b]) => a - b)).toEqual([
        [4, 'row_money_unclear'],
        [5, 'row_money_unclear'],
      ]);
    });

    test('are filled separately, with the other one left blank, and are recognized after the user moved and renamed them', async () => {
      await chooseTwo();
      await session.append(transaction(1), income, transaction(3));
      expect([await shown(2), await shown(3), await shown(4)]).toEqual([
        [null, 1.5],
        [1250, null],
        [null, 3.5],
      ]);
      await session.person.moveColumn(SHEET, IN, 0);
      await session.person.type(SHEET, 1, 0, 'Haben');
      session.letTimePass();
      const { rows, layout } = await session.read();
      expect(rows.map(valuesOf)).toEqual([transaction(1), income, transaction(3)]);
      expect(layout.columns).toMatchObject({
        moneyIn: { position: 0, header: 'Haben' },
        moneyOut: { position: OUT + 1 },
      });
      expect(layout.columns).not.toHaveProperty('amount');
    });

    test('swap the amount and the blank cell in one write if the bank changes the sign, and swap them back', async () => {
      await chooseTwo();
      await session.append(transaction(1), income);
      const change = (from: string, to: string) => ({
        row: 2,
        transactionId: 'txn-1',
        cell: { column: 'amount', from: amount(from), to: amount(to) } as const,
      });
      expect((await session.apply({ runId: 'run-2', updates: [change('-1.50', '-1.75')] })).refused).toEqual([]);
      expect(await shown(2)).toEqual([null, 1.75]);
      expect((await session.apply({ runId: 'run-3', updates: [change('-1.75', '20.00')] })).refused).toEqual([]);
      expect(await shown(2)).toEqual([20, null]);
      expect((await session.apply({ runId: 'run-4', updates: [change('20.00', '-1.50')] })).refused).toEqual([]);
      expect(await shown(2)).toEqual([null, 1.5]);
      expect((await session.read()).rows.map(valuesOf)).toEqual([transaction(1), income]);
    });

    test.each([
      ['another amount', OUT, 2, '-2.00'],
      ['an amount in the other column', IN, 3, '3 / 1.5'],
      ['words in the other column', IN, 'cash back', 'cash back / 1.5'],
    ])('keep the user’s input: %s', async (_what, column, value, found) => {
      await chooseTwo();
      await session.append(transaction(1), income);
      await session.person.type(SHEET, 2, column, value);
      session.letTimePass();
      const before = await shown(2);
      const cell = { column: 'amount', from: amount('-1.50'), to: amount('20.00') } as const;
      const { refused } = await session.apply({ runId: 'run-2', updates: [{ row: 2, transactionId: 'txn-1', cell }] });
      expect(refused).toMatchObject([{ row: 2, transactionId: 'txn-1', column: 'amount' }]);
      expect(refused[0]?.found.replaceAll(/(\d),(\d)/g, '$1.$2').replace('1.50', '1.5')).toBe(found);
      expect(await shown(2)).toEqual(before);
      const removal = await session.apply({ runId: 'run-3', removals: [{ row: 2, values: transaction(1) }] });
      expect(removal.refused).toMatchObject([{ row: 2, column: null }]);
      expect(await shown(2)).toEqual(before);
    });

    test('keep the user’s formula, even if it shows the written value', async () => {
      await chooseTwo();
      await session.append(transaction(1));
      await session.person.typeFormula(SHEET, 2, OUT, '=1+0.5');
      session.letTimePass();
      const cell = { column: 'amount', from: amount('-1.50'), to: amount('20.00') } as const;
      const { refused } = await session.apply({ runId: 'run-2', updates: [{ row: 2, transactionId: 'txn-1', cell }] });
      expect(refused).toMatchObject([{ row: 2, column: 'amount' }]);
      expect(await session.person.formula(SHEET, 2, OUT)).toBe('=1+0.5');
    });

    test('are both cleared when a row is removed', async () => {
      await chooseTwo();
      await session.append(transaction(1), income);
      const { refused } = await session.apply({ runId: 'run-2', removals: [{ row: 2, values: transaction(1) }] });
      expect(refused).toEqual([]);
      expect((await session.read()).rows.map(({ transactionId }) => transactionId)).toEqual(['txn-2']);
      const last = (await session.read()).rows[0]?.index ?? 0;
      expect((await session.apply({ runId: 'run-3', removals: [{ row: last, values: income }] })).refused).toEqual([]);
      expect(await shown(last)).toEqual([null, null]);
    });

    test('can have totals below, which are not read as transactions', async () => {
      await chooseTwo();
      await session.append(transaction(1), income);
      await session.person.typeFormula(SHEET, 6, IN, '=SUM(K2:K5)');
      session.letTimePass();
      expect((await session.read()).rows).toHaveLength(2);
      await session.append(transaction(3));
      expect(await shown(4)).toEqual([null, 3.5]);
    });

    test.each([
      ['only one of the two', { moneyIn: IN }],
      ['another column for the amount', { moneyIn: IN, moneyOut: OUT, amount: COLUMN.account }],
    ])('cannot be mapped with %s', async (_what, chosen) => {
      await chooseTwo();
      const { amount: _amount, account: _account, ...columns } = COLUMN;
      const choice = { sheet: SHEET, headerRow: 1, columns: { ...columns, ...chosen } };
      const heads = await session.workbook.heads();
      expect(() => chosenLayout(choice, heads, null)).toThrow(expect.objectContaining({ code: 'input_columns' }));
    });
  });
}
