import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { chosenLayout } from '../../src/workbooks/chosen-layout.ts';
import { COLUMN, SHEET, WorkbookSession, transaction, valuesOf, type WorkbookUnderTest } from './workbook-session.ts';

const NOTES = 10;

/** Tests for a sheet with a column for notes beside the payee. */
export function notesContract(make: () => Promise<WorkbookUnderTest>): void {
  let session: WorkbookSession;
  beforeEach(async () => {
    session = new WorkbookSession(await make());
    await session.person.type(SHEET, 1, NOTES, 'Notes');
    session.letTimePass();
  });
  afterEach(() => session.close());

  /** Maps the columns as if the user had chosen them. */
  async function choose(): Promise<void> {
    const { workbook } = session;
    const choice = { sheet: SHEET, headerRow: 1, columns: { ...COLUMN, notes: NOTES } };
    const layout = chosenLayout(choice, await workbook.heads(), null);
    const snapshot = await workbook.read({ remembered: layout, asChosen: true });
    await workbook.identify(snapshot.layout);
    session.know(snapshot.layout);
  }

  const [withNotes, withoutNotes] = [transaction(1, { notes: '=SUM(1)' }), transaction(2)];

  describe('a column for notes', () => {
    test('is not recognized automatically, and nothing is written to it', async () => {
      const { layout } = await session.read();
      expect(layout.columns).not.toHaveProperty('notes');
      await session.append(withNotes);
      expect(await session.person.look(SHEET, 2, NOTES)).toBeNull();
    });

    test('gets the notes of new rows as text, and stays blank for rows without notes', async () => {
      await choose();
      const { appended } = await session.append(withNotes, withoutNotes);
      expect(appended === null || appended.map(valuesOf)).toEqual(appended === null || [withNotes, withoutNotes]);
      expect([await session.person.look(SHEET, 2, NOTES), await session.person.formula(SHEET, 2, NOTES)]).toEqual([
        '=SUM(1)',
        null,
      ]);
      expect(await session.person.look(SHEET, 3, NOTES)).toBeNull();
      expect((await session.read()).rows.map(valuesOf)).toEqual([withNotes, withoutNotes]);
    });

    test('is recognized after the user moved and renamed it', async () => {
      await choose();
      await session.append(withNotes, withoutNotes);
      await session.person.moveColumn(SHEET, NOTES, 0);
      await session.person.type(SHEET, 1, 0, 'What for');
      session.letTimePass();
      const { rows, layout } = await session.read();
      expect(rows.map(valuesOf)).toEqual([withNotes, withoutNotes]);
      expect(layout.columns.notes).toMatchObject({ position: 0, header: 'What for' });
    });

    test('prevents the removal of a row whose notes the user has changed', async () => {
      await choose();
      await session.append(withNotes, withoutNotes);
      await session.person.type(SHEET, 3, NOTES, 'mine');
      session.letTimePass();
      const { refused } = await session.apply({
        runId: 'run-2',
        removals: [
          { row: 2, values: withNotes },
          { row: 3, values: withoutNotes },
        ],
      });
      expect(refused).toMatchObject([
        { row: 3, transactionId: withoutNotes.transactionId, column: null, found: 'mine' },
      ]);
      expect((await session.read()).rows.map(valuesOf)).toEqual([{ ...withoutNotes, notes: 'mine' }]);
    });

    test('can contain a separate note between the rows, which is not read as a transaction', async () => {
      await choose();
      await session.person.type(SHEET, 2, NOTES, 'all of January');
      await session.person.type(SHEET, 3, COLUMN.date, { date: '2026-01-03' as CalendarDate });
      await session.person.type(SHEET, 3, COLUMN.amount, -3);
      session.letTimePass();
      const { rows, problems } = await session.read();
      expect([rows.map(({ index }) => index), problems]).toEqual([[3], []]);
      await session.append(withNotes);
      expect(await session.person.look(SHEET, 2, NOTES)).toBe('all of January');
    });

    test('keeps a note below the rows, which moves down when rows are added', async () => {
      await choose();
      await session.append(withoutNotes);
      await session.person.type(SHEET, 3, NOTES, 'ask the bank');
      session.letTimePass();
      await session.append(withNotes);
      const shownNotes = await Promise.all([3, 4].map((row) => session.person.look(SHEET, row, NOTES)));
      expect(shownNotes).toEqual(['=SUM(1)', 'ask the bank']);
    });
  });
}
