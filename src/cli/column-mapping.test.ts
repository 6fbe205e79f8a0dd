import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HeadView } from '../contract/control/workbook.ts';
import { COLUMNS } from '../core/row.ts';
import { placeColumns, readColumnMap } from './column-mapping.ts';

const HEADERS = ['Datum', 'Text, lang', 'Betrag', 'Konto', 'Konto', 'A'];
const head: HeadView = {
  name: 'Umsätze',
  lines: [
    { row: 1, cells: [{ position: 0, letter: 'A', text: 'Mein Haushalt', isText: true }] },
    {
      row: 3,
      cells: [
        ...HEADERS.map((text, position) => ({ position, letter: 'ABCDEF'[position] ?? '', text, isText: true })),
        { position: 6, letter: 'G', text: '2026', isText: false },
      ],
    },
  ],
  headerRow: 3,
  columns: {},
  preset: null,
};

const place = (text: string, proposed = {}) => placeColumns(readColumnMap([text]), head, 3, proposed);

test('a column map finds columns by header or letter, in any spelling, also if the header contains a comma', () => {
  expect(place('date=datum, Description=Text, lang,amount=C,transaction-id= d ')).toEqual({
    date: 0,
    description: 1,
    amount: 2,
    transactionId: 3,
  });
});

test('a column map prefers a header to a column letter', () => {
  expect(place('account=A')).toEqual({ account: 5 });
});

test('placeColumns keeps proposed columns, except those that the map gives to another field or leaves empty', () => {
  expect(place('date=C,category=', { amount: 2, category: 3, account: 4 })).toEqual({ date: 2, account: 4 });
});

test.each([
  { text: 'Datum', message: /does not say which column is which/ },
  { text: 'saldo=Betrag', message: /no column “saldo”/ },
  { text: 'date=Tag', message: /has no column “Tag”: its row 3 has Datum \(A\), / },
  { text: 'date=G', message: /has no column “G”/ },
  { text: 'account=Konto', message: /called “Konto”: D and E/ },
])('the column map $text is rejected with a reason', ({ text, message }) => {
  expect(() => place(text)).toThrow(
    expect.objectContaining({ code: 'input_columns', message: expect.stringMatching(message) }),
  );
});

test('readColumnMap returns only known columns for any texts, or throws input_columns', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      try {
        for (const column of readColumnMap(texts).keys()) expect(COLUMNS).toContain(column);
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'input_columns' });
      }
    }),
  );
});
