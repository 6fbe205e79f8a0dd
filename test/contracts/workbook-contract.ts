import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate, LocalDateTime } from '../../src/core/calendar-date.ts';
import { REQUIRED_COLUMNS, type RowValues } from '../../src/core/row.ts';
import type { Layout, SheetRole, Snapshot } from '../../src/core/snapshot.ts';
import type { Applied, WorkbookChange } from '../../src/core/workbook-change.ts';
import type { Workbook } from '../../src/workbooks/workbook.ts';

/** A workbook with the three sheets and no rows, and the hands of a person who works on it in another program. */
export interface WorkbookUnderTest {
  readonly workbook: Workbook;
  readonly person: Person;
  close(): Promise<void>;
}

/** Rows count from 1, columns from 0; the header is row 1 until the person inserts rows above it. */
export interface Person {
  renameSheet(from: string, to: string): Promise<void>;
  deleteSheet(name: string): Promise<void>;
  /** Null empties the cell; a date is typed as a real date. */
  type(sheet: string, row: number, column: number, value: TypedValue): Promise<void>;
  /** What a cell shows to the person: numbers as numbers, dates as YYYY-MM-DD. */
  look(sheet: string, row: number, column: number): Promise<string | number | null>;
  insertColumn(sheet: string, at: number): Promise<void>;
  moveColumn(sheet: string, from: number, to: number): Promise<void>;
  insertRow(sheet: string, at: number): Promise<void>;
  deleteRow(sheet: string, row: number): Promise<void>;
  /** Turns the order of these rows around, as a sort would. */
  reverseRows(sheet: string, first: number, last: number): Promise<void>;
}

export type TypedValue = string | number | { readonly date: CalendarDate } | null;

const SHEET = 'Transactions';
/** The order of columns in a workbook that Pennyrow made. */
const COLUMN = { date: 0, description: 1, amount: 2, category: 3, account: 4, accountId: 5, transactionId: 6, dateAdded: 7, currency: 8 } as const;

export function workbookContract(name: string, make: () => Promise<WorkbookUnderTest>): void {
  describe(`${name} keeps the contract of a workbook`, () => {
    let subject: WorkbookUnderTest;
    let layout: Layout | null;

    beforeEach(async () => {
      subject = await make();
      layout = null;
    });
    afterEach(() => subject.close());

    /** Reads as sync does, before and after each change: with the layout of the last time. */
    async function read(): Promise<Snapshot> {
      const snapshot = await subject.workbook.read({ remembered: layout });
      layout = snapshot.layout;
      return snapshot;
    }

    async function apply(change: Partial<WorkbookChange>): Promise<Applied> {
      const snapshot = await read();
      const whole = { runId: 'run-1', revision: snapshot.revision, appends: [], updates: [], removals: [], ...change };
      const applied = await subject.workbook.apply(whole, { layout: snapshot.layout });
      await read();
      return applied;
    }

    const append = (...rows: RowValues[]) => apply({ appends: rows });

    describe('reading', () => {
      test('a new workbook has its columns and no rows', async () => {
        const { rows, layout, markers } = await read();
        expect(rows).toEqual([]);
        expect(markers).toEqual([]);
        expect(Object.keys(layout.columns)).toEqual(expect.arrayContaining([...REQUIRED_COLUMNS]));
      });

      test('what was appended is read back, value for value and in its order', async () => {
        const appended = [transaction(1), transaction(2, { amount: '0.10' as Amount, category: 'Food' }), transaction(3)];
        const { appendedRows } = await append(...appended);
        const { rows } = await read();
        expect(rows.map(valuesOf)).toEqual(appended);
        expect(rows.map(({ index }) => index)).toEqual(appendedRows);
        expect(rows.map(({ dateText }) => dateText)).toEqual(appended.map(({ date }) => date));
      });

      test.each(AWKWARD_TEXTS)('the text %j stays that text', async (text) => {
        await append(transaction(1, { description: text, account: text, transactionId: text.trim() }));
        const [row] = (await read()).rows;
        expect(row).toMatchObject({ description: text, account: text, transactionId: text.trim() });
        expect(await subject.person.look(SHEET, 2, COLUMN.description)).toBe(text);
      });

      test.each(['-1234.50', '0.00', '0.01', '12345678901.23', '-0.125'])('the amount %s stays exact', async (amount) => {
        await append(transaction(1, { amount: amount as Amount }));
        expect((await read()).rows[0]?.amount).toBe(amount);
        expect(await subject.person.look(SHEET, 2, COLUMN.amount)).toBe(Number(amount));
      });

      test('a row that a person typed is read, without an id', async () => {
        await subject.person.type(SHEET, 2, COLUMN.date, { date: '2026-02-03' as CalendarDate });
        await subject.person.type(SHEET, 2, COLUMN.description, 'Market');
        await subject.person.type(SHEET, 2, COLUMN.amount, -12.5);
        const [row] = (await read()).rows;
        expect(row).toMatchObject({ index: 2, date: '2026-02-03', description: 'Market', amount: '-12.50', transactionId: '', dateAdded: null });
      });

      test('a date and an amount that are none are told, and the row is read all the same', async () => {
        await append(transaction(1));
        await subject.person.type(SHEET, 2, COLUMN.date, 'yesterday');
        await subject.person.type(SHEET, 2, COLUMN.amount, '1.234,50');
        const { rows, problems } = await read();
        expect(rows[0]).toMatchObject({ date: null, dateText: 'yesterday', amount: null, amountText: '1.234,50' });
        expect(problems.filter(({ row }) => row === 2).map(({ sheet }) => sheet)).toEqual(['transactions', 'transactions']);
      });

      test('blank lines are left out, and rows keep their numbers', async () => {
        await append(transaction(1), transaction(2));
        await subject.person.insertRow(SHEET, 3);
        expect((await read()).rows.map(({ index }) => index)).toEqual([2, 4]);
      });

      test('categories come in their order, each once, without the blank lines', async () => {
        const before = (await read()).categories.length;
        for (const [index, text] of ['Zoo', null, 'Alms', 'Zoo'].entries()) await subject.person.type('Categories', before + 2 + index, 0, text);
        expect((await read()).categories.slice(before)).toEqual(['Zoo', 'Alms']);
      });

      test('rules come with plain bounds, and what is no rule is left out and told', async () => {
        await subject.person.type('Rules', 2, 0, 'coffee');
        await subject.person.type('Rules', 2, 1, 'Food');
        await subject.person.type('Rules', 2, 2, -10);
        await subject.person.type('Rules', 3, 0, 'no category');
        const { rules, problems } = await read();
        expect(rules).toEqual([{ index: 2, description: 'coffee', category: 'Food', minAmount: '-10.00', maxAmount: null }]);
        expect(problems).toEqual([expect.objectContaining({ sheet: 'rules', row: 3 })]);
      });

      test('an aborted read ends with the abort', async () => {
        await append(transaction(1));
        await expect(subject.workbook.read({ remembered: null, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
      });
    });

    describe('its revision', () => {
      test('stays while nothing happens, and is the one that the snapshot was read at', async () => {
        const { revision } = await read();
        expect(await subject.workbook.revision()).toBe(revision);
        expect((await read()).revision).toBe(revision);
      });

      test('changes with a person’s edit and with a change of ours', async () => {
        const first = (await read()).revision;
        await subject.person.type(SHEET, 2, COLUMN.description, 'typed');
        const second = await subject.workbook.revision();
        expect(second).not.toBe(first);
        const applied = await append(transaction(1));
        expect(applied.revision).not.toBe(second);
        expect(await subject.workbook.revision()).toBe(applied.revision);
      });
    });

    describe('a person’s way with the sheet', () => {
      test('a column that was moved is known again, and appends land in it', async () => {
        await append(transaction(1));
        await subject.person.moveColumn(SHEET, COLUMN.transactionId, COLUMN.date);
        await append(transaction(2));
        expect((await read()).rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
        expect(await subject.person.look(SHEET, 3, 0)).toBe(transaction(2).transactionId);
      });

      test('a column that was renamed is known again', async () => {
        await append(transaction(1), transaction(2));
        await subject.person.type(SHEET, 1, COLUMN.transactionId, 'Bank reference');
        expect((await read()).rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
      });

      test('a column that was moved and renamed is known by its content', async () => {
        await append(transaction(1), transaction(2));
        await subject.person.type(SHEET, 1, COLUMN.transactionId, 'Bank reference');
        await subject.person.moveColumn(SHEET, COLUMN.transactionId, COLUMN.date);
        const { rows, layout } = await read();
        expect(rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
        expect(layout.columns.transactionId).toMatchObject({ position: 0, header: 'Bank reference' });
      });

      test('a column that is gone stops everything, and the message says which', async () => {
        await append(transaction(1));
        await subject.person.type(SHEET, 1, COLUMN.transactionId, 'Notes');
        await subject.person.type(SHEET, 2, COLUMN.transactionId, 'something else');
        await expect(read()).rejects.toMatchObject({ code: 'workbook_column_lost', message: expect.stringContaining('Transaction ID') });
      });

      test('two columns of one name stop everything, and the message names both cells', async () => {
        await append(transaction(1));
        await subject.person.insertColumn(SHEET, 2);
        await subject.person.type(SHEET, 1, 2, 'Date');
        await expect(read()).rejects.toMatchObject({ code: 'workbook_ambiguous_column', message: expect.stringMatching(/A1.*C1/) });
      });

      test('a person’s own column stays as it is when rows are appended', async () => {
        await append(transaction(1));
        await subject.person.insertColumn(SHEET, 1);
        await subject.person.type(SHEET, 1, 1, 'Notes');
        await subject.person.type(SHEET, 2, 1, 'mine');
        await append(transaction(2));
        expect(await subject.person.look(SHEET, 2, 1)).toBe('mine');
        expect(await subject.person.look(SHEET, 3, 1)).toBeNull();
        expect((await read()).rows.map(valuesOf)).toEqual([transaction(1), transaction(2)]);
      });

      test('rows above the header are no matter', async () => {
        await append(transaction(1));
        await subject.person.insertRow(SHEET, 1);
        await subject.person.type(SHEET, 1, 0, 'Household of the Lopez family');
        await append(transaction(2));
        expect((await read()).rows.map((row) => [row.index, row.transactionId])).toEqual([[3, 'txn-1'], [4, 'txn-2']]);
      });

      test('sorted rows are read in their new order', async () => {
        await append(transaction(1), transaction(2), transaction(3));
        await subject.person.reverseRows(SHEET, 2, 4);
        expect((await read()).rows.map((row) => [row.index, row.transactionId])).toEqual([[2, 'txn-3'], [3, 'txn-2'], [4, 'txn-1']]);
      });

      test('a deleted row is gone, and the next append follows the last row', async () => {
        await append(transaction(1), transaction(2), transaction(3));
        await subject.person.deleteRow(SHEET, 3);
        const { appendedRows } = await append(transaction(4));
        expect(appendedRows).toEqual([4]);
        expect((await read()).rows.map(({ transactionId }) => transactionId)).toEqual(['txn-1', 'txn-3', 'txn-4']);
      });

      test('a renamed sheet is known again', async () => {
        await append(transaction(1));
        await subject.person.renameSheet(SHEET, 'Umsätze');
        const snapshot = await read();
        expect(snapshot.rows.map(valuesOf)).toEqual([transaction(1)]);
        expect(snapshot.layout.sheets.transactions?.name).toBe('Umsätze');
      });

      test('without the sheet of transactions everything stops', async () => {
        await read();
        await subject.person.deleteSheet(SHEET);
        await expect(read()).rejects.toMatchObject({ code: 'workbook_sheet_missing', message: expect.stringContaining(SHEET) });
      });

      test.each<[SheetRole, string]>([['categories', 'Categories'], ['rules', 'Rules']])('without its %s it is read, and says so', async (role, sheet) => {
        await append(transaction(1));
        await subject.person.deleteSheet(sheet);
        const snapshot = await read();
        expect(snapshot.rows).toHaveLength(1);
        expect(snapshot.problems).toEqual([expect.objectContaining({ sheet: role, row: null })]);
      });
    });

    describe('a change', () => {
      test('leaves its marker, and the latest is the last', async () => {
        await apply({ runId: 'run-1', appends: [transaction(1)] });
        await apply({ runId: 'run-2' });
        expect((await read()).markers).toEqual(['run-1', 'run-2']);
      });

      test('that was planned on an older state writes nothing', async () => {
        const { revision, layout } = await read();
        await subject.person.type(SHEET, 2, COLUMN.description, 'typed meanwhile');
        const change = { runId: 'late', revision, appends: [transaction(1)], updates: [], removals: [] };
        await expect(subject.workbook.apply(change, { layout })).rejects.toMatchObject({ code: 'workbook_changed' });
        const { rows, markers } = await read();
        expect(rows.map(({ description }) => description)).toEqual(['typed meanwhile']);
        expect(markers).toEqual([]);
      });

      test('that is aborted before it begins writes nothing', async () => {
        const { revision, layout } = await read();
        const change = { runId: 'late', revision, appends: [transaction(1)], updates: [], removals: [] };
        await expect(subject.workbook.apply(change, { layout, signal: AbortSignal.abort() })).rejects.toThrow();
        expect(await read()).toMatchObject({ rows: [], markers: [] });
      });

      test('that breaks off at any of its steps is there whole or not at all', async () => {
        const steps = await stepsOf(transaction(1));
        expect(steps.length).toBeGreaterThan(0);
        for (const [index, broken] of steps.entries()) {
          const { revision, layout, rows } = await read();
          const runId = `broken-${index}`;
          const change = { runId, revision, appends: [transaction(10 + index)], updates: [], removals: [] };
          const step = (name: string) => {
            if (name === broken) throw new Error('the power went out');
          };
          await subject.workbook.apply(change, { layout, step }).catch(() => undefined);
          const after = await read();
          expect(after.rows.length - rows.length).toBe(after.markers.includes(runId) ? 1 : 0);
        }
      });

      async function stepsOf(row: RowValues): Promise<string[]> {
        const { revision, layout } = await read();
        const steps: string[] = [];
        await subject.workbook.apply({ runId: 'whole', revision, appends: [row], updates: [], removals: [] }, { layout, step: (name) => steps.push(name) });
        return steps;
      }

      test('updates the cells that still hold what they should', async () => {
        await append(transaction(1), transaction(2));
        const at = { row: 3, transactionId: 'txn-2' };
        const { refused } = await apply({
          runId: 'run-2',
          updates: [
            { ...at, cell: { column: 'amount', from: transaction(2).amount, to: '-99.99' as Amount } },
            { ...at, cell: { column: 'date', from: transaction(2).date, to: '2026-03-31' as CalendarDate } },
            { ...at, cell: { column: 'description', from: transaction(2).description, to: '=1+1' } },
          ],
        });
        expect(refused).toEqual([]);
        const changed = transaction(2, { amount: '-99.99' as Amount, date: '2026-03-31' as CalendarDate, description: '=1+1' });
        expect((await read()).rows.map(valuesOf)).toEqual([transaction(1), changed]);
      });

      test('leaves a cell alone that the person has changed, and says what stands there', async () => {
        await append(transaction(1));
        await subject.person.type(SHEET, 2, COLUMN.description, 'My own words');
        const { description } = transaction(1);
        const cell = { column: 'description', from: description, to: 'From the bank' } as const;
        const { refused } = await apply({ runId: 'run-2', updates: [{ row: 2, transactionId: 'txn-1', cell }] });
        expect(refused).toEqual([{ row: 2, transactionId: 'txn-1', column: 'description', found: 'My own words' }]);
        expect((await read()).rows[0]?.description).toBe('My own words');
      });

      test('leaves a row alone that carries another transaction by now', async () => {
        await append(transaction(1), transaction(2));
        const cell = { column: 'category', from: '', to: 'Food' } as const;
        const { refused } = await apply({ runId: 'run-2', updates: [{ row: 3, transactionId: 'txn-1', cell }] });
        expect(refused).toMatchObject([{ row: 3, transactionId: 'txn-1' }]);
        expect((await read()).rows.map(({ category }) => category)).toEqual(['', '']);
      });

      test('takes away a row that is as it was appended', async () => {
        await append(transaction(1), transaction(2));
        const { refused } = await apply({ runId: 'run-2', removals: [{ row: 2, values: transaction(1) }] });
        expect(refused).toEqual([]);
        expect((await read()).rows.map(({ transactionId }) => transactionId)).toEqual(['txn-2']);
      });

      test('does not take away a row that the person has touched', async () => {
        await append(transaction(1));
        await subject.person.type(SHEET, 2, COLUMN.category, 'Holiday');
        const { refused } = await apply({ runId: 'run-2', removals: [{ row: 2, values: transaction(1) }] });
        expect(refused).toEqual([{ row: 2, transactionId: 'txn-1', column: null, found: 'Holiday' }]);
        expect((await read()).rows).toHaveLength(1);
      });

      test('may append, update and remove at once', async () => {
        await append(transaction(1), transaction(2), transaction(3));
        await apply({
          runId: 'run-2',
          appends: [transaction(4)],
          updates: [{ row: 2, transactionId: 'txn-1', cell: { column: 'category', from: '', to: 'Food' } }],
          removals: [{ row: 3, values: transaction(2) }],
        });
        const rows = (await read()).rows.map(({ transactionId, category }) => [transactionId, category]);
        expect(rows).toEqual([['txn-1', 'Food'], ['txn-3', ''], ['txn-4', '']]);
      });
    });
  });
}

/** Texts that spreadsheets like to turn into something else. */
const AWKWARD_TEXTS = [
  '=HYPERLINK("http://example.com","x")',
  '+49 30 1234',
  '-1',
  '@SUM(A1)',
  "'quoted",
  '00012',
  '1E5',
  '123456789012345678901234567890',
  '2026-01-02',
  'TRUE',
  '#N/A',
  '<b>&amp; "both" \'kinds\'</b>',
  '  spaces  around  ',
  '_x0041_ is no A',
  'naïve café – 日本語 🧾 𝒳',
  'right-to-left \u202Eolleh',
  '__proto__',
];

/** The n-th transaction; equal arguments, equal values. */
function transaction(number: number, values: Partial<RowValues> = {}): RowValues {
  return {
    date: `2026-01-${String(number).padStart(2, '0')}` as CalendarDate,
    description: `Corner shop ${number}`,
    amount: `-${number}.50` as Amount,
    category: '',
    account: 'Everyday ••4321',
    accountId: 'acc-1',
    transactionId: `txn-${number}`,
    dateAdded: `2026-02-01T08:15:${String(number).padStart(2, '0')}` as LocalDateTime,
    currency: 'EUR',
    ...values,
  };
}

function valuesOf({ index: _index, dateText: _dateText, amountText: _amountText, ...values }: Snapshot['rows'][number]): Partial<RowValues> {
  return values as RowValues;
}
