import { expect, test } from 'vitest';
import type { Row } from '../core/row.ts';
import { sheetRow } from '../../test/support/sheet-row.ts';
import { contradictionIn } from './contradicting-column.ts';

const ALL = { date: {}, amount: {}, description: {}, category: {}, transactionId: {}, currency: {} };

function rowsOf(...rows: readonly Partial<Row>[]): Row[] {
  return rows.map((row, index) => sheetRow({ transactionId: `txn-${index}`, index: index + 2, ...row }));
}

test('columns that hold what they are chosen for contradict nothing', () => {
  expect(contradictionIn(rowsOf({}, {}, { transactionId: '' }), ALL)).toBeNull();
  expect(contradictionIn([], ALL)).toBeNull();
});

test.each([
  ['notes', ['Weekly shop', 'with Ana', 'a gift']],
  ['single words', ['mine', 'urgent', 'ok']],
  ['one text again and again', ['A1', 'A1', 'A1']],
  ['amounts', ['12.50', '-3.20', '4,10']],
])('%s are no transaction ids', (_what, texts) => {
  const found = contradictionIn(rowsOf(...texts.map((transactionId) => ({ transactionId }))), ALL);
  expect(found?.column).toBe('transactionId');
  expect(found?.texts.length).toBeGreaterThan(0);
});

test.each(['5f2c0a7be1', 'REF-2026-0012', '20260105.1234-77', '10042', 'abcdefghijklmnopqrst'])(
  'an id such as %s may be one of another program',
  (transactionId) => {
    expect(contradictionIn(rowsOf({ transactionId }), ALL)).toBeNull();
  },
);

test('a column is no date whose cells are words or numbers, and may be one whose days cannot be read', () => {
  const typed = (dateText: string) => ({ date: null, dateText });
  expect(contradictionIn(rowsOf(typed('Bakery'), typed('Rent'), {}), ALL)?.column).toBe('date');
  expect(contradictionIn(rowsOf(typed('12.5'), typed('-3.20')), ALL)?.column).toBe('date');
  expect(contradictionIn(rowsOf(typed('05.01.2026'), typed('5 Jan 2026'), typed('1/2/26')), ALL)).toBeNull();
});

test('a column is no amount whose cells are words or days, and may be one whose numbers are text', () => {
  const typed = (amountText: string) => ({ amount: null, amountText });
  expect(contradictionIn(rowsOf(typed('Bakery'), typed('Rent'), {}), ALL)).toMatchObject({
    column: 'amount',
    texts: ['Bakery', 'Rent'],
  });
  expect(contradictionIn(rowsOf(typed('2026-01-05'), typed('05.01.2026')), ALL)?.column).toBe('amount');
  expect(contradictionIn(rowsOf(typed('1.234,50 €'), typed('EUR 12,00'), typed('(3.20)')), ALL)).toBeNull();
});

test('decimals are neither descriptions nor categories, and long texts no currencies', () => {
  expect(contradictionIn(rowsOf({ description: '12.50' }, { description: '-4.00' }), ALL)?.column).toBe('description');
  expect(contradictionIn(rowsOf({ category: '12.50' }), ALL)?.column).toBe('category');
  expect(contradictionIn(rowsOf({ currency: 'Bank of Kilmore' }), ALL)?.column).toBe('currency');
});
