import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RowValues } from '../../src/core/row.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

/** What becomes of totals and notes below the transactions, and of new rows. */
export function linesBelowContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
    await session.append(transaction(1), transaction(2));
  });
  afterEach(() => session.close());

  async function typeTotal(row: number, formula: string): Promise<void> {
    await session.person.type(SHEET, row, COLUMN.description, 'Total');
    await session.person.typeFormula(SHEET, row, COLUMN.amount, formula);
  }

  /** Where the line stands by now that has this text. */
  async function rowOf(text: string): Promise<number> {
    for (let row = 2; row < 30; row += 1)
      if ((await session.person.look(SHEET, row, COLUMN.description)) === text) return row;
    throw new Error(`Nothing says ${text}.`);
  }

  /** The new rows are between the last transaction and the line; or nothing was written, and the message names a cell. */
  async function appendAbove(text: string, ...appends: readonly RowValues[]): Promise<'written' | 'refused'> {
    const line = await rowOf(text);
    const before = await session.read();
    try {
      const { appendedRows } = await session.append(...appends);
      expect(appendedRows).toEqual(appends.map((_, index) => 4 + index));
      expect(await rowOf(text)).toBeGreaterThan(3 + appends.length);
      expect((await transactions()).map(valuesOf)).toEqual([transaction(1), transaction(2), ...appends]);
      return 'written';
    } catch (error) {
      expect(error).toMatchObject({
        code: 'workbook_lines_below',
        message: expect.stringMatching(new RegExp(`\\b[BC]${line}\\b`)),
      });
      expect(await rowOf(text)).toBe(line);
      expect(await session.read()).toMatchObject({ rows: before.rows, markers: before.markers });
      return 'refused';
    }
  }

  const transactions = async () => (await session.read()).rows.filter(({ transactionId }) => transactionId !== '');

  /** The last row that the total adds up. */
  async function endOfSum(): Promise<number> {
    const formula = await session.person.formula(SHEET, await rowOf('Total'), COLUMN.amount);
    return Number(/C2:C(\d+)/.exec(formula ?? '')?.[1]);
  }

  /** The same after new rows; Infinity when nothing was written, for then nothing is left out. */
  async function sumAfter(...appends: readonly RowValues[]): Promise<number> {
    return (await appendAbove('Total', ...appends)) === 'refused' ? Infinity : endOfSum();
  }

  describe('below the transactions', () => {
    test('a total is none of them', async () => {
      await typeTotal(6, '=SUM(C2:C5)');
      await session.person.type(SHEET, 6, COLUMN.date, { date: '2026-01-31' as RowValues['date'] });
      const { rows } = await session.read();
      expect(rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
    });

    test('a total has the new rows above it and adds them up', async () => {
      await typeTotal(6, '=SUM(C2:C5)');
      expect(await appendAbove('Total', transaction(3))).toBe('written');
      expect(await endOfSum()).toBeGreaterThanOrEqual(4);
    });

    test('a total that ends with the last transaction adds new ones up, or nothing is written', async () => {
      await typeTotal(6, '=SUM(C2:C3)');
      expect(await sumAfter(transaction(3))).toBeGreaterThanOrEqual(4);
    });

    test('a total without a free row above it adds new ones up, or nothing is written', async () => {
      await typeTotal(4, '=SUM(C2:C3)');
      expect(await sumAfter(transaction(3))).toBeGreaterThanOrEqual(4);
    });

    test('a total with less room than there are new rows adds all of them up, or nothing is written', async () => {
      await typeTotal(6, '=SUM(C2:C5)');
      expect(await sumAfter(transaction(3), transaction(4), transaction(5))).toBeGreaterThanOrEqual(6);
    });

    test.each([
      [4, /written|refused/],
      [6, /written/],
    ])('a note in row %i stays below new rows, or nothing is written', async (row, outcome) => {
      await session.person.type(SHEET, row, COLUMN.description, 'Do not forget the rent');
      expect(await appendAbove('Do not forget the rent', transaction(3))).toMatch(outcome);
    });

    test('a row that has a day is a transaction, whoever typed it', async () => {
      await session.person.type(SHEET, 6, COLUMN.date, { date: '2026-01-31' as RowValues['date'] });
      await session.person.type(SHEET, 6, COLUMN.description, 'Cash');
      expect((await session.append(transaction(3))).appendedRows).toEqual([7]);
    });
  });
}
