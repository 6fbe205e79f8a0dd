import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { connect } from '../connected.ts';
import { startFakeGoogle, type FakeGoogle } from '../fake-google.ts';
import type { SheetHand } from '../hand.ts';

let fake: FakeGoogle;
let clock: ManualClock;
let hand: SheetHand;
let id: string;
beforeEach(async () => {
  clock = manualClock('2026-03-10T23:30:00Z');
  fake = await startFakeGoogle({ clock });
  id = fake.addSpreadsheet({
    timeZone: 'Europe/Berlin',
    sheets: [
      { title: 'S', rows: [[1, 2, 3], ['a', { date: '2026-01-31' }, true], [4]] },
      { title: 'Other sheet', rows: [[10]] },
    ],
  });
  hand = fake.hand(id);
});
afterEach(() => fake.close());

test.each([
  ['=1+2*3^2', 19],
  ['=-2^2', 4],
  ['=(1+2)*3%', 0.09],
  ['=SUM(A1:C1, 10)', 16],
  ['=SUM(A:A)', 5],
  ["='Other sheet'!A1*2", 20],
  ['=A2&" "&A1', 'a 1'],
  ['=CONCATENATE("x"; B1)', 'x2'],
  ['=B2+1', '2026-02-01'],
  ['=TODAY()', '2026-03-11'],
  ['=IF(A1=1, "yes", "no")', 'yes'],
  ['=IFERROR(1/0, "none")', 'none'],
  ['=ROUND(2.345, 2)', 2.35],
  ['=1/0', '#DIV/0!'],
  ['=A2+1', '#VALUE!'],
  ['=NOSUCH(1)', '#NAME?'],
  ['=nothing', '#NAME?'],
  ['=Gone!A1', '#REF!'],
  ['=E5', '#REF!'],
  ['=1+', '#ERROR!'],
])('the formula %s shows %s', async (formula, shown) => {
  await hand.typeFormula('S', 5, 4, formula);
  expect(await hand.look('S', 5, 4)).toBe(shown);
});

test('the value of a formula changes with the cells that it refers to', async () => {
  await hand.typeFormula('S', 5, 4, '=SUM(A1:A3)+$B$1');
  await hand.insertRow('S', 2);
  await hand.type('S', 2, 0, 100);
  await hand.moveColumn('S', 1, 3);
  expect(await hand.look('S', 6, 4)).toBe(107);
  await hand.deleteColumn('S', 0);
  expect(await hand.look('S', 6, 3)).toBe('#REF!');
});

test('a formula still refers to its own row after sorting', async () => {
  await hand.type('S', 10, 5, 2);
  await hand.type('S', 11, 5, 1);
  await hand.typeFormula('S', 10, 6, '=F10*10');
  await hand.typeFormula('S', 11, 6, '=F11*10');
  await hand.sort('S', 'F10:G11', 5);
  expect([await hand.look('S', 10, 6), await hand.look('S', 11, 6)]).toEqual([10, 20]);
});

test('repeatCell adjusts the references of a formula for each cell', async () => {
  await hand.change({
    repeatCell: {
      range: { sheetId: 0, startRowIndex: 5, endRowIndex: 7, startColumnIndex: 4, endColumnIndex: 5 },
      cell: { userEnteredValue: { formulaValue: '=A1+$B$1' } },
      fields: 'userEnteredValue',
    },
  });
  await hand.type('S', 2, 0, 7);
  expect([await hand.look('S', 6, 4), await hand.look('S', 7, 4)]).toEqual([3, 9]);
});

test('TODAY() returns the current day in the time zone of the spreadsheet', async () => {
  await hand.typeFormula('S', 5, 4, '=TODAY()');
  await hand.setTimeZone('Etc/GMT');
  expect(await hand.look('S', 5, 4)).toBe('2026-03-10');
  clock.advance(3_600_000);
  expect(await hand.look('S', 5, 4)).toBe('2026-03-11');
});

describe('an array formula', () => {
  const TEXT = '=ARRAYFORMULA(IF(A1:A4="","",A1:A4&"!"))';

  async function columnE(): Promise<readonly object[]> {
    const { sheets } = await connect(fake, { pick: [id] });
    const { data } = await sheets.spreadsheets.get({
      spreadsheetId: id,
      ranges: ['S!E1:E4'],
      fields: 'sheets(data(rowData(values(userEnteredValue,effectiveValue,formattedValue))))',
    });
    return (data.sheets?.[0]?.data?.[0]?.rowData ?? []).map(({ values }) => values?.[0] ?? {});
  }

  test('fills empty cells', async () => {
    await hand.typeFormula('S', 1, 4, TEXT);
    expect(await columnE()).toEqual([
      { userEnteredValue: { formulaValue: TEXT }, effectiveValue: { stringValue: '1!' }, formattedValue: '1!' },
      { effectiveValue: { stringValue: 'a!' }, formattedValue: 'a!' },
      { effectiveValue: { stringValue: '4!' }, formattedValue: '4!' },
      { effectiveValue: { stringValue: '' }, formattedValue: '' },
    ]);
    await hand.typeFormula('S', 5, 5, '=E2&E3');
    expect(await hand.look('S', 5, 5)).toBe('a!4!');
  });

  test('shows #REF! and fills nothing if a cell is not empty', async () => {
    await hand.typeFormula('S', 1, 4, TEXT);
    await hand.type('S', 3, 4, 'mine');
    expect(await hand.look('S', 1, 4)).toBe('#REF!');
    expect(await hand.look('S', 2, 4)).toBeNull();
    await hand.type('S', 3, 4, null);
    expect(await hand.look('S', 3, 4)).toBe('4!');
  });

  test('fills rows and columns from an array literal with blank items', async () => {
    await hand.typeFormula('S', 1, 4, '={"Copy","";A1:B3}');
    const block = async (): Promise<unknown> => (await hand.shown('S')).map((row) => row.slice(4));
    expect(await block()).toEqual([['Copy'], ['1', '2'], ['a', '2026-01-31'].map(() => expect.anything()), ['4']]);
    await hand.type('S', 4, 5, 'mine');
    expect(await hand.look('S', 1, 4)).toBe('#REF!');
  });
});
