import { expect, test } from 'vitest';
import type { Row } from '../core/row.ts';
import { sheetRow } from '../../test/support/sheet-row.ts';
import { contradictionIn } from './contradicting-column.ts';

const ALL = { date: {}, amount: {}, description: {}, category: {}, transactionId: {}, currency: {} };

function rowsOf(...rows: readonly Partial<Row>[]): Row[] {
  return rows.map((row, index) => sheetRow({ transactionId: `txn-${index}`, index: index + 2, ...row }));
}

test('contradictionIn returns null if the values of each column fit', () => {
  expect(contradictionIn(rowsOf({}, {}, { transactionId: '' }), ALL)).toBeNull();
  expect(contradictionIn([], ALL)).toBeNull();
});

test.each([
  ['notes', ['Weekly shop', 'with Ana', 'a gift']],
  ['single words', ['mine', 'urgent', 'ok']],
  ['repetitions of one text', ['A1', 'A1', 'A1']],
  ['amounts', ['12.50', '-3.20', '4,10']],
])('contradictionIn reports %s in a column of transaction ids', (_what, texts) => {
  const found = contradictionIn(rowsOf(...texts.map((transactionId) => ({ transactionId }))), ALL);
  expect(found?.column).toBe('transactionId');
  expect(found?.texts.length).toBeGreaterThan(0);
});

test.each(['5f2c0a7be1', 'REF-2026-0012', '20260105.1234-77', '10042', 'abcdefghijklmnopqrst'])(
  'contradictionIn accepts %s, an id of another program, in a column of transaction ids',
  (transactionId) => {
    expect(contradictionIn(rowsOf({ transactionId }), ALL)).toBeNull();
  },
);

test('contradictionIn reports words and numbers in a column of dates, but not unreadable dates', () => {
  const typed = (dateText: string) => ({ date: null, dateText });
  expect(contradictionIn(rowsOf(typed('Bakery'), typed('Rent'), {}), ALL)?.column).toBe('date');
  expect(contradictionIn(rowsOf(typed('12.5'), typed('-3.20')), ALL)?.column).toBe('date');
  expect(contradictionIn(rowsOf(typed('05.01.2026'), typed('5 Jan 2026'), typed('1/2/26')), ALL)).toBeNull();
});

test('contradictionIn reports words and dates in a column of amounts, but not amounts as text', () => {
  const typed = (amountText: string) => ({ amount: null, amountText });
  expect(contradictionIn(rowsOf(typed('Bakery'), typed('Rent'), {}), ALL)).toMatchObject({
    column: 'amount',
    texts: ['Bakery', 'Rent'],
  });
  expect(contradictionIn(rowsOf(typed('2026-01-05'), typed('05.01.2026')), ALL)?.column).toBe('amount');
  expect(contradictionIn(rowsOf(typed('1.234,50 €'), typed('EUR 12,00'), typed('(3.20)')), ALL)).toBeNull();
});

test('contradictionIn reports decimals in a column of descriptions or categories, and long texts in a column of currencies', () => {
  expect(contradictionIn(rowsOf({ description: '12.50' }, { description: '-4.00' }), ALL)?.column).toBe('description');
  expect(contradictionIn(rowsOf({ category: '12.50' }), ALL)?.column).toBe('category');
  expect(contradictionIn(rowsOf({ currency: 'Bank of Kilmore' }), ALL)?.column).toBe('currency');
});
