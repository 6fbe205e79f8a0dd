import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AddedColumn, Additions, Applied, WorkbookChange } from '../../src/core/workbook-change.ts';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { Column } from '../../src/core/row.ts';
import type { Layout, Snapshot } from '../../src/core/snapshot.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

const ID: AddedColumn = { column: 'transactionId', position: 6, header: 'Transaction ID', isHidden: false };
const CURRENCY: AddedColumn = { column: 'currency', position: 7, header: 'Currency', isHidden: true };
const HEADERS = ['Date', 'Description', 'Amount', 'Category', 'Account', 'My notes'];
const MINE: Partial<Record<Column, number>> = { date: 0, description: 1, amount: 2, category: 3, account: 4 };
const day = { date: '2026-01-05' as CalendarDate };

/** Tests for adding columns and sheets to a workbook without changing the user's content. */
export function additionsContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  /** Replaces the new workbook's content with a user's sheet: one row, a column of notes, no ids, no other sheets. */
  async function personsOwn(): Promise<void> {
    const { person } = session;
    for (const name of ['Categories', 'Rules', 'Balances']) await person.deleteSheet(name);
    for (let column = 0; column <= COLUMN.currency; column += 1)
      await person.type(SHEET, 1, column, HEADERS[column] ?? null);
    for (const [column, value] of [day, 'Bakery', -3.2, 'Food', 'Cash', 'mine'].entries())
      await person.type(SHEET, 2, column, value);
  }

  async function read(): Promise<Snapshot> {
    const heads = await session.workbook.heads();
    const head = heads.find(({ name }) => name === SHEET);
    const columns = Object.fromEntries(
      Object.entries(MINE).map(([column, position]) => [
        column,
        { position, header: HEADERS[position] ?? '', sample: [] },
      ]),
    );
    const remembered: Layout = {
      sheets: { transactions: { name: SHEET, id: head?.id ?? null }, categories: null, rules: null },
      headerRow: 1,
      columns,
      lacking: ['transactionId'],
    };
    return session.workbook.read({ remembered, asChosen: true });
  }

  async function apply(snapshot: Snapshot, change: Partial<WorkbookChange>): Promise<Applied> {
    const { revision, layout } = snapshot;
    const nothing = { runId: 'run-1', revision, appends: [], updates: [], removals: [] };
    return session.workbook.apply({ ...nothing, ...change }, { layout });
  }

  async function add(additions: Partial<Additions>): Promise<Snapshot> {
    const { layout } = await apply(await read(), { additions: { columns: [], sheets: [], ...additions } });
    // Stores the columns' identity in the workbook, as a mapping by the user does.
    await session.workbook.identify(layout);
    session.know(layout);
    return session.read();
  }

  const looks = (row: number, columns: number) =>
    Promise.all(Array.from({ length: columns }, (_, column) => session.person.look(SHEET, row, column)));

  describe('adding missing columns and sheets', () => {
    test('can start from a sheet without transaction ids, and reads the rows of that sheet', async () => {
      await personsOwn();
      const { rows, layout } = await read();
      expect(rows).toMatchObject([{ index: 2, transactionId: '', description: 'Bakery', amount: '-3.20' }]);
      expect(layout).toMatchObject({ lacking: ['transactionId'], sheets: { categories: null, rules: null } });
      const occupied = await session.workbook.occupiedColumns(layout.sheets.transactions ?? { name: SHEET, id: null });
      expect([...occupied].toSorted((a, b) => a - b).filter((column) => column < 20)).toEqual([0, 1, 2, 3, 4, 5]);
    });

    test('puts new columns to the right of the table, and changes no cell of the user', async () => {
      await personsOwn();
      const { layout, markers, rows } = await add({ columns: [ID, CURRENCY] });
      expect(layout.lacking).toBeUndefined();
      expect(layout.columns).toMatchObject({
        transactionId: { position: 6, header: 'Transaction ID' },
        currency: { position: 7, header: 'Currency' },
      });
      expect([markers, rows.length]).toEqual([['run-1'], 1]);
      expect(await looks(1, 9)).toEqual([...HEADERS, 'Transaction ID', 'Currency', null]);
      expect(await looks(2, 8)).toEqual(['2026-01-05', 'Bakery', -3.2, 'Food', 'Cash', 'mine', null, null]);
    });

    test('fills the added columns in new rows, and keeps existing rows unchanged', async () => {
      await personsOwn();
      await add({ columns: [ID, CURRENCY] });
      await session.apply({ runId: 'run-2', appends: [transaction(2)] });
      const { rows, problems } = await session.read();
      expect(rows.map(valuesOf)).toMatchObject([
        { transactionId: '', description: 'Bakery' },
        { ...transaction(2), accountId: '', dateAdded: null },
      ]);
      expect(problems.filter(({ sheet }) => sheet === 'transactions')).toEqual([]);
      expect(await looks(2, 8)).toEqual(['2026-01-05', 'Bakery', -3.2, 'Food', 'Cash', 'mine', null, null]);
    });

    test('adds new sheets with their first lines after the existing sheets', async () => {
      await personsOwn();
      const rule = {
        description: 'bakery',
        category: 'Food & drink',
        minAmount: '-12.50' as Amount,
        maxAmount: null,
      };
      const { categories, rules, problems, layout } = await add({
        columns: [ID],
        sheets: [
          { role: 'categories', name: 'Categories', lines: ['Food', '=1+1'] },
          { role: 'rules', name: 'Rules 2', lines: [rule] },
        ],
      });
      expect([categories, rules, problems]).toEqual([['Food', '=1+1'], [{ index: 2, ...rule }], []]);
      expect(layout.sheets).toMatchObject({ categories: { name: 'Categories' }, rules: { name: 'Rules 2' } });
      const names = (await session.workbook.heads()).map(({ name }) => name);
      expect(names.slice(-2)).toEqual(['Categories', 'Rules 2']);
      await session.apply({ runId: 'run-2', rules: [{ ...rule, description: 'coffee' }] });
      expect((await session.read()).rules.map(({ description }) => description)).toEqual(['bakery', 'coffee']);
      expect(await session.person.look('Rules 2', 2, 2)).toBe(-12.5);
    });

    test('is rejected, and writes nothing, if the user has filled the place of a new column', async () => {
      await personsOwn();
      const snapshot = await read();
      await session.person.type(SHEET, 8, 7, 'a note far down');
      const additions = { columns: [ID, CURRENCY], sheets: [] };
      await expect(apply(snapshot, { additions })).rejects.toMatchObject({ code: 'workbook_changed' });
      expect(await looks(1, 8)).toEqual([...HEADERS, null, null]);
      expect((await read()).markers).toEqual([]);
    });

    test('can be undone for columns that are still empty, and keeps columns with content', async () => {
      await personsOwn();
      const added = await add({ columns: [ID, CURRENCY] });
      await session.person.type(SHEET, 2, 7, 'EUR');
      const { layout } = await apply(await session.workbook.read({ remembered: added.layout }), {
        runId: 'run-2',
        withdrawals: [ID, CURRENCY],
      });
      expect(layout.columns.transactionId).toBeUndefined();
      expect(await looks(1, 8)).toEqual([...HEADERS, null, 'Currency']);
      expect(await looks(2, 8)).toEqual(['2026-01-05', 'Bakery', -3.2, 'Food', 'Cash', 'mine', null, 'EUR']);
      expect((await read()).markers.at(-1)).toBe('run-2');
    });

    test('is complete or has no effect if the write is interrupted at any step', async () => {
      await personsOwn();
      const steps: string[] = [];
      for (let [index, isThrough] = [0, false]; !isThrough; index += 1) {
        const { revision, layout } = await read();
        let seen = 0;
        const step = (name: string): void => {
          seen += 1;
          if (seen <= steps.length) return;
          steps.push(name);
          throw new Error('the power went out');
        };
        const runId = `broken-${index}`;
        const columns = [{ ...ID, position: 6 + index, header: `Transaction ID ${index}` }];
        const sheets = [{ role: 'rules' as const, name: `Rules ${index}`, lines: [] }];
        const change = { runId, revision, appends: [], updates: [], removals: [], additions: { columns, sheets } };
        isThrough = await session.workbook.apply(change, { layout, step }).then(
          () => true,
          () => false,
        );
        const { markers } = await read();
        const isThere = markers.includes(runId);
        expect(await session.person.look(SHEET, 1, 6 + index)).toBe(isThere ? `Transaction ID ${index}` : null);
        const names = (await session.workbook.heads()).map(({ name }) => name);
        expect(names.includes(`Rules ${index}`)).toBe(isThere);
      }
      expect(steps.length).toBeGreaterThan(0);
    });
  });
}
