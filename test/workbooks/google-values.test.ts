import { describe, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate, LocalDateTime } from '../../src/core/calendar-date.ts';
import { COLUMN, SHEET, transaction, valuesOf, type WorkbookSession } from '../contracts/workbook-session.ts';
import { eachWithSpreadsheet } from '../support/each-with-spreadsheet.ts';
import type { OpenSpreadsheet } from '../support/google-account.ts';

let sheet: OpenSpreadsheet;
let session: WorkbookSession;
eachWithSpreadsheet((given) => {
  ({ sheet, session } = given);
});

const row = async () => (await session.read()).rows[0];

describe('written values', () => {
  test.each(['1899-12-30', '1899-12-29', '1776-07-04', '1900-02-28', '2024-02-29', '9999-12-31'])(
    'keep the date %s',
    async (day) => {
      await session.append(transaction(1, { date: day as CalendarDate }));
      expect(await row()).toMatchObject({ date: day });
    },
  );

  test('keep times exact to the second', async () => {
    const moments = ['2026-01-01T00:00:00', '2026-06-30T23:59:59', '2026-10-25T02:30:01'] as LocalDateTime[];
    await session.append(...moments.map((dateAdded, index) => transaction(index + 1, { dateAdded })));
    expect((await session.read()).rows.map(({ dateAdded }) => dateAdded)).toEqual(moments);
  });

  test('keep their type as number, date or text in a German spreadsheet', async () => {
    await sheet.hand.setLocale('de_DE');
    await session.append(
      transaction(1, {
        description: '1.234,56',
        account: '01.02.2026',
        amount: '-1234.5' as Amount,
        transactionId: '000123456789012345678',
      }),
    );
    expect(await row()).toMatchObject({
      description: '1.234,56',
      account: '01.02.2026',
      amount: '-1234.50',
      date: '2026-01-01',
      transactionId: '000123456789012345678',
    });
    expect((await sheet.hand.shown(SHEET))[1]?.[COLUMN.amount]).toBe('-1.234,50');
  });

  test('are truncated at Google’s cell limit, but not inside of an emoji', async () => {
    await session.append(
      transaction(1, { description: `${'x'.repeat(49_999)}🧾 and more`, account: 'y'.repeat(60_000) }),
    );
    expect(await row()).toMatchObject({ description: 'x'.repeat(49_999), account: 'y'.repeat(50_000) });
  });

  test('that were truncated count as unchanged by the user when the cell is updated', async () => {
    const description = 'y'.repeat(60_000);
    await session.append(transaction(1, { description }));
    const cell = { column: 'description', from: description, to: 'short' } as const;
    expect(await session.apply({ runId: 'run-2', updates: [{ row: 2, transactionId: 'txn-1', cell }] })).toMatchObject({
      refused: [],
    });
    expect((await row())?.description).toBe('short');
  });
});

describe('values in cells that a user changed', () => {
  test('a date is read as a day and as the displayed text', async () => {
    await session.append(transaction(1));
    await sheet.hand.formatColumn(SHEET, COLUMN.date, { type: 'DATE', pattern: 'd. mmmm yyyy' });
    await sheet.hand.setLocale('de_DE');
    expect(await row()).toMatchObject({ dateText: '1. Januar 2026', date: '2026-01-01' });
    await session.append(transaction(2));
    expect((await session.read()).rows.map(({ dateText, date }) => [dateText, date])).toEqual([
      ['1. Januar 2026', '2026-01-01'],
      ['2. Januar 2026', '2026-01-02'],
    ]);
  });

  test('a number in the date column without a date format is reported as an unreadable date', async () => {
    await session.append(transaction(1));
    await sheet.hand.formatColumn(SHEET, COLUMN.date, { type: 'NUMBER', pattern: '0' });
    const { rows, problems } = await session.read();
    expect(rows[0]).toMatchObject({ date: null, dateText: '46023' });
    expect(problems).toMatchObject([{ code: 'row_date_unreadable', row: 2 }]);
    await session.append(transaction(2));
    expect((await session.read()).rows[1]?.date).toBe('2026-01-02');
  });

  test('a formula that a user typed over an amount is read, and is not overwritten by an update', async () => {
    await session.append(transaction(1));
    await sheet.hand.typeFormula(SHEET, 2, COLUMN.amount, '=-1.5');
    expect(await row()).toMatchObject({ amount: '-1.50' });
    const cell = { column: 'amount', from: '-1.50' as Amount, to: '-2.00' as Amount } as const;
    const { refused } = await session.apply({ runId: 'run-2', updates: [{ row: 2, transactionId: 'txn-1', cell }] });
    expect(refused).toMatchObject([{ row: 2, column: 'amount' }]);
  });

  test('errors are reported as unreadable amounts, and booleans are read as text', async () => {
    await session.append(transaction(1), transaction(2));
    await sheet.hand.typeFormula(SHEET, 2, COLUMN.amount, '=1/0');
    await sheet.hand.typeFormula(SHEET, 3, COLUMN.description, '=1=1');
    const { rows, problems } = await session.read();
    expect(rows.map(({ amount, amountText, description }) => [amount, amountText, description])).toEqual([
      [null, '#DIV/0!', 'Corner shop 1'],
      ['-2.50', '-2.50', 'TRUE'],
    ]);
    expect(problems).toMatchObject([{ code: 'row_amount_unreadable', row: 2 }]);
  });

  test('a number in a text column is read as it is displayed', async () => {
    await session.append(transaction(1));
    await sheet.hand.type(SHEET, 2, COLUMN.accountId, 12);
    await sheet.hand.formatColumn(SHEET, COLUMN.accountId, { type: 'NUMBER', pattern: '00000' });
    expect(await row()).toMatchObject({ accountId: '00012' });
  });
});

test('a write returns new rows as the next read does, even if the user changed the date format', async () => {
  await session.append(transaction(1));
  await sheet.hand.formatColumn(SHEET, COLUMN.date, { type: 'DATE', pattern: 'dd.mm.yy' });
  const { appended } = await session.append(transaction(2), transaction(3));
  const { rows } = await session.read();
  expect(appended).toEqual(rows.slice(1));
  expect(rows.map(valuesOf)).toEqual([transaction(1), transaction(2), transaction(3)]);
});
