import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RowValues } from '../../src/core/row.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

/** A column to the right of Pennyrow's columns. */
const OWN = 9;

/** Tests for adding rows above totals and notes that are below the transactions. */
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

  async function rowOf(text: string): Promise<number> {
    for (let row = 2; row < 30; row += 1)
      if ((await session.person.look(SHEET, row, COLUMN.description)) === text) return row;
    throw new Error(`Nothing says ${text}.`);
  }

  /** Appends the rows, and checks that they are above the line with this text. */
  async function appendAbove(text: string, ...appends: readonly RowValues[]): Promise<void> {
    const { appendedRows } = await session.append(...appends);
    expect(appendedRows).toEqual(appends.map((_, index) => 4 + index));
    expect(await rowOf(text)).toBeGreaterThan(3 + appends.length);
    expect((await transactions()).map(valuesOf)).toEqual([transaction(1), transaction(2), ...appends]);
  }

  const transactions = async () => (await session.read()).rows.filter(({ transactionId }) => transactionId !== '');

  /** The last row of the range that the total adds up. */
  async function endOfSum(): Promise<number> {
    const formula = await session.person.formula(SHEET, await rowOf('Total'), COLUMN.amount);
    return Number(/C2:C(\d+)/.exec(formula ?? '')?.[1]);
  }

  async function sumAfter(...appends: readonly RowValues[]): Promise<number> {
    await appendAbove('Total', ...appends);
    return endOfSum();
  }

  describe('lines below the transactions', () => {
    test('are not transactions if they are totals', async () => {
      await typeTotal(6, '=SUM(C2:C5)');
      await session.person.type(SHEET, 6, COLUMN.date, { date: '2026-01-31' as RowValues['date'] });
      const { rows } = await session.read();
      expect(rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
    });

    test('are not transactions and are not reported if they add up a named range', async () => {
      await session.person.nameRange(SHEET, 'C2:C3', 'AllAmounts');
      await typeTotal(6, '=SUM(AllAmounts)');
      const { rows, problems } = await session.read();
      expect([rows.map(valuesOf), problems]).toEqual([[transaction(1), transaction(2)], []]);
    });

    test('can be totals, whose range then includes new rows', async () => {
      await typeTotal(6, '=SUM(C2:C5)');
      await appendAbove('Total', transaction(3));
      expect(await endOfSum()).toBeGreaterThanOrEqual(4);
    });

    test('include new rows in a total whose range ends with the last transaction', async () => {
      await typeTotal(6, '=SUM(C2:C3)');
      expect(await sumAfter(transaction(3))).toBeGreaterThanOrEqual(4);
    });

    test('include new rows in a total directly below the last transaction', async () => {
      await typeTotal(4, '=SUM(C2:C3)');
      expect(await sumAfter(transaction(3))).toBeGreaterThanOrEqual(4);
    });

    test('include all new rows in a total if there are more new rows than free rows above it', async () => {
      await typeTotal(6, '=SUM(C2:C5)');
      expect(await sumAfter(transaction(3), transaction(4), transaction(5))).toBeGreaterThanOrEqual(6);
    });

    test('include new rows in a sum of all rows, but not in a sum of some rows', async () => {
      await typeTotal(5, '=SUM(C2:C3)+SUM(C3:C3)');
      await appendAbove('Total', transaction(3));
      expect(await session.person.formula(SHEET, await rowOf('Total'), COLUMN.amount)).toBe('=SUM(C2:C4)+SUM(C3:C3)');
    });

    test('include new rows in a named range of all rows, but not in a named range of some rows', async () => {
      const { person } = session;
      await person.nameRange(SHEET, 'C2:C3', 'AllAmounts');
      await person.nameRange(SHEET, 'C3:C3', 'LastAmount');
      await typeTotal(4, '=SUM(AllAmounts)');
      await appendAbove('Total', transaction(3), transaction(4));
      expect([await person.rowsNamed('AllAmounts'), await person.rowsNamed('LastAmount')]).toEqual([
        [2, 5],
        [3, 3],
      ]);
    });

    test.each([4, 6])('a note in row %i stays below new rows', async (row) => {
      await session.person.type(SHEET, row, COLUMN.description, 'Do not forget the rent');
      await appendAbove('Do not forget the rent', transaction(3));
      expect(await rowOf('Do not forget the rent')).toBeGreaterThan(4);
    });

    describe.each([
      ['a total', '=SUM(J2:J3)'],
      ['a total of other columns', '=SUM(C2:C3)'],
      ['a note', 'ask the landlord'],
    ])('%s in a column of the user', (_what, content) => {
      /** Types `content` into that row of the user's own column, below a header and two values. */
      async function typeBelow(row: number): Promise<void> {
        await session.person.type(SHEET, 1, OWN, 'Reimbursed');
        for (const each of [2, 3]) await session.person.type(SHEET, each, OWN, each);
        if (content.startsWith('=')) await session.person.typeFormula(SHEET, row, OWN, content);
        else await session.person.type(SHEET, row, OWN, content);
      }

      const inOwnColumn = async (row: number): Promise<string | number | null> =>
        (await session.person.formula(SHEET, row, OWN)) ?? (await session.person.look(SHEET, row, OWN));

      /** Finds the only note below row 3, and checks that the two values above it are unchanged. */
      async function found(): Promise<{ readonly row: number; readonly content: string }> {
        const matches: { row: number; content: string }[] = [];
        for (let row = 4; row < 20; row += 1) {
          const now = await inOwnColumn(row);
          if (now !== null) matches.push({ row, content: String(now) });
        }
        expect([await inOwnColumn(2), await inOwnColumn(3), matches.length]).toEqual([2, 3, 1]);
        return matches[0] ?? { row: 0, content: '' };
      }

      test.each([
        [4, 1],
        [6, 2],
        [6, 3],
        [6, 5],
      ])('in row %i stays below %i new rows', async (row, count) => {
        await typeBelow(row);
        await session.append(...Array.from({ length: count }, (_, index) => transaction(3 + index)));
        const below = await found();
        expect((await transactions()).length).toBe(2 + count);
        expect(below.row).toBeGreaterThan(3 + count);
        const [, top, bottom] = /^=SUM\(J(\d+):J(\d+)\)$/.exec(below.content) ?? [];
        expect(below.row >= Number(top) && below.row <= Number(bottom)).toBe(false);
      });
    });

    test('do not include formulas that the user filled down in another column', async () => {
      await session.person.type(SHEET, 1, OWN, 'Double');
      for (let row = 2; row < 8; row += 1) await session.person.typeFormula(SHEET, row, OWN, `=C${row}*2`);
      await session.append(transaction(3), transaction(4));
      expect((await transactions()).map(({ index }) => index)).toEqual([2, 3, 4, 5]);
      expect(await session.person.formula(SHEET, 5, OWN)).toBe('=C5*2');
    });

    test('do not prevent new rows from continuing a formula that all rows above have', async () => {
      await session.person.type(SHEET, 1, OWN, 'Double');
      await session.person.type(SHEET, 1, OWN + 1, 'Once');
      for (const row of [2, 3]) await session.person.typeFormula(SHEET, row, OWN, `=C${row}*2`);
      await session.person.typeFormula(SHEET, 3, OWN + 1, '=C3*3');
      await session.person.typeFormula(SHEET, 2, OWN + 1, '=C2*4');
      await typeTotal(4, '=SUM(C2:C3)');
      await session.append(transaction(3), transaction(4));
      const formulas = await Promise.all([4, 5].map((row) => session.person.formula(SHEET, row, OWN)));
      expect(formulas).toEqual(['=C4*2', '=C5*2']);
      expect(await session.person.formula(SHEET, 5, OWN + 1)).toBeNull();
    });

    test('do not include cells beside the table, separated from it by an empty column', async () => {
      for (let row = 1; row < 8; row += 1) await session.person.type(SHEET, row, OWN + 2, `note ${row}`);
      await session.append(transaction(3), transaction(4));
      expect((await transactions()).map(({ index }) => index)).toEqual([2, 3, 4, 5]);
    });

    test('are transactions if they have a date', async () => {
      await session.person.type(SHEET, 6, COLUMN.date, { date: '2026-01-31' as RowValues['date'] });
      await session.person.type(SHEET, 6, COLUMN.description, 'Cash');
      expect((await session.append(transaction(3))).appendedRows).toEqual([7]);
    });
  });
}
