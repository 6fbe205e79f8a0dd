import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { plainLetters } from '../../core/plain-letters.ts';
import { searchTest } from './search.ts';

interface SearchedRow {
  readonly description?: string;
  readonly amount?: string;
  readonly day?: string;
  readonly currency?: string;
}

function isFound(
  search: string,
  { description = '', amount = '-1.00', day = '2026-11-22', currency = 'EUR' }: SearchedRow,
) {
  const view = { description, amount, day, currency } as TransactionView;
  return (
    searchTest(search)?.({ view, searched: plainLetters(`${description}\n${amount}`), ruleText: description }) ?? true
  );
}

describe('a search', () => {
  test.each([
    ['cafe zoe', 'Café Zoë'],
    ['CAFÉ', 'cafe zoe'],
    ['strasse', 'Hauptstraße 7'],
    ['zoe kauf', 'KAUF BEI ZOË'],
    ['ﬁnanz', 'Finanzamt'],
  ])('for “%s” finds the description “%s”', (search, description) => {
    expect(isFound(search, { description })).toBe(true);
  });

  test.each([
    ['71,70', '-71.70', true],
    ['71.70', '71.70', true],
    ['71,7', '-71.70', true],
    ['71,70', '-171.70', false],
    ['€71', '-71.70', true],
    ['71€', '-71.70', true],
    ['€71', '-710.00', false],
    ['$71', '-71.70', false],
    ['-71,70', '71.70', false],
    ['+71,70', '71.70', true],
    ['1.234,56', '-1234.56', true],
    ["1'234.56", '-1234.56', true],
    ['1,234.56', '-1234.56', true],
    ['29.000', '29000.00', true],
    ['29.000', '29.00', false],
    ['1.234.567', '1234567.00', true],
    ['71', '-171.00', true],
  ])('for “%s” matches a row with the amount %s: %s', (search, amount, expected) => {
    expect(isFound(search, { amount })).toBe(expected);
  });

  test.each([
    ['22 Nov', true],
    ['22. November', true],
    ['Nov 22', true],
    ['Nov 22, 2026', true],
    ['22nd november 2026', true],
    ['22 Nov 2025', false],
    ['21 Nov', false],
    ['November', true],
    ['nov 2026', true],
    ['dezember', false],
    ['22.11.', true],
    ['22.11.2026', true],
    ['22.11.26', true],
    ['11/22/2026', true],
    ['22/11/2026', true],
    ['2026-11', true],
    ['2026-11-22', true],
    ['2026-11-21', false],
    ['22.11', false],
    ['99.99.2026', false],
  ])('for “%s” matches a row of 22 November 2026: %s', (search, expected) => {
    expect(isFound(search, { description: 'Green Grocer' })).toBe(expected);
  });

  test('finds rows that contain all words, and takes a word such as “march” as a month or as text', () => {
    expect(isFound('march 5', { description: 'MARCH AGENCY 5', day: '2026-11-22' })).toBe(true);
    expect(isFound('zoe nov €12', { description: 'Zoë', amount: '-12.90' })).toBe(true);
    expect(isFound('zoe dec €12', { description: 'Zoë', amount: '-12.90' })).toBe(false);
  });

  test('finds every row if it has no words', () => {
    expect(searchTest('  ')).toBeNull();
  });

  test('finds a row by each word of its description, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (search, description) => {
        isFound(search, { description });
        for (const word of description.split(/\s+/)) expect(isFound(word, { description })).toBe(true);
      }),
    );
  });
});
