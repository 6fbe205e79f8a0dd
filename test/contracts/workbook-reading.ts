import { type Row, REQUIRED_COLUMNS } from '../../src/core/row.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

/** Tests for reading a workbook, and for its revision. */
export function readingContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  describe('reading', () => {
    test('returns columns and no rows for a new workbook', async () => {
      const { rows, layout, markers } = await session.read();
      expect(rows).toEqual([]);
      expect(markers).toEqual([]);
      expect(Object.keys(layout.columns)).toEqual(expect.arrayContaining([...REQUIRED_COLUMNS]));
    });

    test('returns appended rows, value for value and in order', async () => {
      const appended = [transaction(1), transaction(2, { amount: '0.10' as Amount, category: 'Food' }), transaction(3)];
      const { appendedRows } = await session.append(...appended);
      const { rows } = await session.read();
      expect(rows.map(valuesOf)).toEqual(appended);
      expect(rows.map(({ index }) => index)).toEqual(appendedRows);
      expect(rows.map(({ dateText }) => dateText)).toEqual(appended.map(({ date }) => date));
    });

    test('returns appended rows exactly as the write returned them, if it returned any', async () => {
      await session.append(transaction(1));
      const { appended } = await session.append(
        transaction(2),
        transaction(3, { amount: '0.10' as Amount, category: ' Food ' }),
      );
      const { rows } = await session.read();
      expect(appended ?? rows.slice(1)).toEqual(rows.slice(1));
    });

    test('returns selected rows exactly as a full read does, and none if the revision changed', async () => {
      await session.append(transaction(1), transaction(2, { category: ' Food ' }), transaction(3));
      const { rows, layout, revision } = await session.read();
      const numbers = new Set([2, 4]);
      const found = rows.filter(({ index }) => numbers.has(index));
      expect((await session.workbook.readRows?.(numbers, { layout, revision })) ?? found).toEqual(found);
      await session.append(transaction(4));
      expect((await session.workbook.readRows?.(numbers, { layout, revision })) ?? null).toBeNull();
    });

    test('can leave out the rows, and then returns the same layout and problems', async () => {
      await session.append(transaction(1), transaction(2), transaction(3));
      const whole = await session.read();
      if (session.workbook.isRemote) return;
      const seen: Row[] = [];
      const omits = (row: Row): boolean => seen.push(row) !== 2;
      const part = await session.workbook.read({ remembered: whole.layout, omits });
      expect(seen).toEqual(whole.rows);
      expect(part).toEqual({ ...whole, rows: [whole.rows[1]] });
    });

    test('returns changed rules and their problems exactly as the write returned them, if it returned any', async () => {
      const rule = { description: 'tea', category: 'Food', minAmount: null, maxAmount: '5.00' as Amount };
      await session.apply({ runId: 'run-1', rules: [rule] });
      await session.person.type('Rules', 3, 1, 'half a rule');
      await session.read();
      const { rulesSheet } = await session.apply({
        runId: 'run-2',
        rules: [{ ...rule, description: 'shop' }],
        ruleEdits: [{ row: 2, from: rule, to: { ...rule, description: 'cocoa' } }],
      });
      const { rules, problems } = await session.read();
      expect(rules.map(({ description }) => description)).toEqual(['cocoa', 'shop']);
      expect(rulesSheet ?? { rules, problems }).toEqual({ rules, problems });
    });

    test('returns changed rows exactly as the write returned them, if it returned any', async () => {
      await session.append(transaction(1), transaction(2, { category: ' Food ' }), transaction(3));
      const { rows: before } = await session.read();
      const [first, second] = before as [Row, Row];
      const cell = { column: 'description', from: second.description, to: 'Corner Coffee' } as const;
      const { appended, updated = [] } = await session.apply({
        runId: 'update',
        updates: [
          { row: first.index, transactionId: first.transactionId, cell: { ...cell, from: 'not what is there' } },
          { row: second.index, transactionId: second.transactionId, cell },
        ],
        appends: [transaction(4)],
      });
      const { rows } = await session.read();
      expect(appended === null ? rows[1] : updated).toEqual(appended === null ? rows[1] : [rows[1]]);
      expect(appended ?? rows.slice(3)).toEqual(rows.slice(3));
    });

    test('returns the fingerprint of the last write until a user’s edit changes it, if the workbook has fingerprints', async () => {
      const { workbook, person } = session;
      if (workbook.fingerprint === undefined) return;
      const seen = new Set<string | undefined>();
      for (const place of [1, 2]) {
        const { fingerprint } = await session.append(transaction(place));
        expect(await workbook.fingerprint()).toMatchObject({ text: fingerprint });
        expect((await session.read()).fingerprint).toBe(fingerprint);
        seen.add(fingerprint);
      }
      await person.type(SHEET, 2, COLUMN.description, 'Corner Coffee, with a friend');
      const edited = await session.read();
      expect(await workbook.fingerprint()).toEqual({ revision: edited.revision, text: edited.fingerprint });
      expect(seen.add(edited.fingerprint).size).toBe(3);
    });

    test.each(AWKWARD_TEXTS)('returns the text %j unchanged', async (text) => {
      await session.append(transaction(1, { description: text, account: text, transactionId: text.trim() }));
      const [row] = (await session.read()).rows;
      expect(row).toMatchObject({ description: text, account: text, transactionId: text.trim() });
      expect(await session.person.look(SHEET, 2, COLUMN.description)).toBe(text);
    });

    test.each(['-1234.50', '0.00', '0.01', '12345678901.23', '-0.125'])(
      'returns the amount %s exactly',
      async (amount) => {
        await session.append(transaction(1, { amount: amount as Amount }));
        expect((await session.read()).rows[0]?.amount).toBe(amount);
        expect(await session.person.look(SHEET, 2, COLUMN.amount)).toBe(Number(amount));
      },
    );

    test('returns a row typed by a user, without an id', async () => {
      await session.person.type(SHEET, 2, COLUMN.date, { date: '2026-02-03' as CalendarDate });
      await session.person.type(SHEET, 2, COLUMN.description, 'Market');
      await session.person.type(SHEET, 2, COLUMN.amount, -12.5);
      const [row] = (await session.read()).rows;
      expect(row).toMatchObject({
        index: 2,
        date: '2026-02-03',
        description: 'Market',
        amount: '-12.50',
        transactionId: '',
        dateAdded: null,
      });
    });

    test('reports an invalid date and an invalid amount, and still returns the row', async () => {
      await session.append(transaction(1));
      await session.person.type(SHEET, 2, COLUMN.date, 'yesterday');
      await session.person.type(SHEET, 2, COLUMN.amount, '12 or 13');
      const { rows, problems } = await session.read();
      expect(rows[0]).toMatchObject({ date: null, dateText: 'yesterday', amount: null, amountText: '12 or 13' });
      expect(problems.filter(({ row }) => row === 2).map(({ sheet }) => sheet)).toEqual([
        'transactions',
        'transactions',
      ]);
    });

    test('skips blank lines without changing the row numbers', async () => {
      await session.append(transaction(1), transaction(2));
      await session.person.insertRow(SHEET, 3);
      expect((await session.read()).rows.map(({ index }) => index)).toEqual([2, 4]);
    });

    test('returns categories in order, without duplicates and blank lines', async () => {
      const before = (await session.read()).categories.length;
      for (const [index, text] of ['Zoo', null, 'Alms', 'Zoo'].entries())
        await session.person.type('Categories', before + 2 + index, 0, text);
      expect((await session.read()).categories.slice(before)).toEqual(['Zoo', 'Alms']);
    });

    test('returns each category’s general budget, and its budget for one month from a column with that month as the header', async () => {
      const { person } = session;
      expect((await session.read()).budgets).toEqual([]);
      const row = (await session.read()).categories.length + 2;
      await person.type('Categories', 1, 3, { date: '2026-03-01' as CalendarDate });
      await person.type('Categories', 1, 2, 'Budget');
      const lines = [
        ['Zoo', 25.5, 100],
        ['Alms', -30, 'none'],
        [null, 7, 7],
        ['Zoo', 8, 8],
      ];
      for (const [index, [name = null, ofMonth = null, monthly = null]] of lines.entries()) {
        await person.type('Categories', row + index, 0, name);
        await person.type('Categories', row + index, 3, ofMonth);
        await person.type('Categories', row + index, 2, monthly);
      }
      expect((await session.read()).budgets).toEqual([
        { category: 'Zoo', amount: '100.00', month: null },
        { category: 'Zoo', amount: '25.50', month: '2026-03' },
        { category: 'Alms', amount: '30.00', month: '2026-03' },
      ]);
    });

    test('returns rules with their limits as plain numbers, and reports and skips invalid rules', async () => {
      await session.person.type('Rules', 2, 0, 'coffee');
      await session.person.type('Rules', 2, 1, 'Food');
      await session.person.type('Rules', 2, 2, -10);
      await session.person.type('Rules', 3, 0, 'no category');
      const { rules, problems } = await session.read();
      expect(rules).toEqual([
        { index: 2, description: 'coffee', category: 'Food', minAmount: '-10.00', maxAmount: null },
      ]);
      expect(problems).toEqual([expect.objectContaining({ sheet: 'rules', row: 3 })]);
    });

    test('rejects with the abort error if it is aborted', async () => {
      await session.append(transaction(1));
      await expect(session.workbook.read({ remembered: null, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    });
  });

  describe('the revision of a workbook', () => {
    test('is constant while nothing changes, and equals the revision of the snapshot', async () => {
      const { revision } = await session.read();
      expect(await session.workbook.revision()).toBe(revision);
      expect((await session.read()).revision).toBe(revision);
    });

    test('changes with a user’s edit and with a change by Pennyrow', async () => {
      const first = (await session.read()).revision;
      await session.person.type(SHEET, 2, COLUMN.date, { date: '2026-01-01' as CalendarDate });
      session.letNewsArrive();
      const second = await session.workbook.revision();
      expect(second).not.toBe(first);
      const applied = await session.append(transaction(1));
      expect(applied.revision).not.toBe(second);
      session.letNewsArrive();
      const third = await session.workbook.revision();
      expect(third).not.toBe(second);
      // A remote write returns no revision if another change may have come in between.
      expect(third === applied.revision || session.workbook.isRemote).toBe(true);
    });
  });
}

/** Texts that spreadsheets often convert to something else. */
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
