import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, type WorkbookUnderTest } from './workbook-session.ts';

/** Tests for dates and amounts that a user typed or pasted as text. */
export function textsContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
  });
  afterEach(() => session.close());

  async function typeRows(...rows: readonly (readonly [date: string, amount: string | number])[]): Promise<void> {
    for (const [place, [date, amount]] of rows.entries()) {
      await session.person.type(SHEET, 2 + place, COLUMN.date, date);
      await session.person.type(SHEET, 2 + place, COLUMN.description, `Typed ${place}`);
      await session.person.type(SHEET, 2 + place, COLUMN.amount, amount);
    }
    session.letTimePass();
  }

  const values = async () => (await session.read()).rows.map(({ date, amount }) => [date, amount]);

  describe('dates and amounts that are text', () => {
    test.each<readonly [string, readonly (readonly [string, string | number])[], readonly (readonly string[])[]]>([
      [
        'with the day first if one date allows only that',
        [
          ['10/01/2026', -1],
          ['25/01/2026', -2],
        ],
        [
          ['2026-01-10', '-1.00'],
          ['2026-01-25', '-2.00'],
        ],
      ],
      [
        'with the month first if one date allows only that',
        [
          ['01/10/2026', -1],
          ['01/25/2026', -2],
        ],
        [
          ['2026-01-10', '-1.00'],
          ['2026-01-25', '-2.00'],
        ],
      ],
      [
        'with dots in dates and commas before the cents',
        [
          ['05.10.2026', '-4,50'],
          ['6.10.26', '1.234,56 €'],
          ['2026-10-07', '1.234'],
        ],
        [
          ['2026-10-05', '-4.50'],
          ['2026-10-06', '1234.56'],
          ['2026-10-07', '1234.00'],
        ],
      ],
      [
        'with points before the cents',
        [
          ['Jan 5, 2026', '$1,234.50'],
          ['6 January 2026', '(4.50)'],
        ],
        [
          ['2026-01-05', '1234.50'],
          ['2026-01-06', '-4.50'],
        ],
      ],
    ])('are read %s', async (_, typed, read) => {
      await typeRows(...typed);
      expect(await values()).toEqual(read);
      expect((await session.read()).problems).toEqual([]);
    });

    test('are reported without a guess if they are ambiguous', async () => {
      await typeRows(['10/01/2026', '1.234'], ['11/01/2026', '5.678']);
      expect(await values()).toEqual([
        [null, null],
        [null, null],
      ]);
      expect((await session.read()).problems).toMatchObject([
        { row: 2, code: 'row_date_unreadable' },
        { row: 2, code: 'row_amount_unreadable' },
        { row: 3, code: 'row_date_unreadable' },
        { row: 3, code: 'row_amount_unreadable' },
      ]);
    });

    test('are read if each of them is unambiguous, even if their formats differ', async () => {
      await typeRows(['13/01/2026', '5.10'], ['01/25/2026', '12,50'], ['03/03/2026', -1], ['04/05/2026', '1.234']);
      expect(await values()).toEqual([
        ['2026-01-13', '5.10'],
        ['2026-01-25', '12.50'],
        ['2026-03-03', '-1.00'],
        [null, null],
      ]);
    });

    test('stay unchanged, do not affect new rows, and can be in a row that gets an id', async () => {
      await typeRows(['10/01/2026', '-1,50'], ['25/01/2026', '1.234']);
      const { rows } = await session.read();
      const [, row] = rows;
      if (row === undefined) throw new Error('There is no second row.');
      const cell = { column: 'transactionId', from: '', to: 'txn-9' } as const;
      const { appendedRows, refused } = await session.apply({
        updates: [{ row: row.index, transactionId: '', cell, typed: row }],
        appends: [transaction(1)],
      });
      expect([appendedRows, refused]).toEqual([[4], []]);
      expect((await session.read()).rows.map(({ transactionId, date }) => [transactionId, date])).toEqual([
        ['', '2026-01-10'],
        ['txn-9', '2026-01-25'],
        ['txn-1', '2026-01-01' as CalendarDate],
      ]);
      expect(await session.person.look(SHEET, 3, COLUMN.date)).toBe('25/01/2026');
      expect(await session.person.look(SHEET, 3, COLUMN.amount)).toBe('1.234');
    });

    test('are enough to recognize their column after its header was renamed', async () => {
      await typeRows(['10/01/2026', '-1,50'], ['25/01/2026', '-2,50']);
      await session.read();
      await session.person.type(SHEET, 1, COLUMN.date, 'When');
      await session.person.type(SHEET, 1, COLUMN.amount, 'How much');
      session.letTimePass();
      expect(await values()).toEqual([
        ['2026-01-10', '-1.50'],
        ['2026-01-25', '-2.50'],
      ]);
    });
  });
}
