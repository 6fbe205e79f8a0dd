import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecimalMarkSearch, readDecimal } from './amount-text.ts';

function decide(texts: readonly string[], decimals = 2) {
  const search = new DecimalMarkSearch<string>();
  for (const text of texts) {
    const problem = search.see(text, decimals, text);
    if (problem !== null) return { [problem]: text };
  }
  return search.decide();
}

describe('the decimal mark of a file', () => {
  test.each([
    [['12.50'], '.'],
    [['12,50'], ','],
    [['1.234,5'], ','],
    [['1,234,567'], '.'],
    [['1.234', '-0,99'], ','],
    [['-0,99', '1.234'], ','],
    [['1,234', '+7.5'], '.'],
    [['0.125'], '.'],
    [['1234,567'], ','],
    [["1'234", '1 234,00'], ','],
    [['5000', '-12'], '.'],
    [['.5'], '.'],
    [[], '.'],
  ])('%j: "%s"', (texts, mark) => expect(decide(texts)).toBe(mark));

  test('stays undecided if all amounts are ambiguous', () => {
    expect(decide(['12', '1.234', '5.678'])).toEqual({ ambiguous: '1.234' });
    expect(decide(['1,234'])).toEqual({ ambiguous: '1,234' });
  });

  test('is clear for three digits if the currency has three decimals', () => {
    expect(decide(['1.234'], 3)).toBe('.');
    expect(decide(['1,234'], 3)).toBe(',');
  });

  test('reports a conflict if two amounts contradict each other', () => {
    expect(decide(['1.50', '2', '1,50'])).toEqual({ conflicting: '1,50' });
    expect(decide(['1,50', '1,234.00'])).toEqual({ conflicting: '1,234.00' });
  });

  const noAmounts = [
    '',
    '-',
    '.',
    'abc',
    '1e5',
    '$5',
    '--5',
    '(5.00)',
    '5-',
    '٣',
    '1.2.3',
    '1,23,456.00',
    '1.234.56',
    '12 34',
    "1'234 567",
    '1234567890123456789012345678901.00',
  ];
  test.each(noAmounts)('no amount: "%s"', (text) => expect(decide([text])).toEqual({ unreadable: text }));
});

test('reads an amount in every notation', () => {
  const cents = fc.bigInt({ min: 1n - 10n ** 15n, max: 10n ** 15n - 1n });
  fc.assert(
    fc.property(cents, fc.constantFrom(',', '.', ' ', "'", '\u00a0', '\u202f', ''), (cents, group) => {
      const sign = cents < 0n ? '-' : '';
      const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
      const whole = digits.slice(0, -2);
      const fraction = digits.slice(-2);
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
      for (const mark of (['.', ','] as const).filter((mark) => mark !== group)) {
        expect(readDecimal(`${sign}${grouped}${mark}${fraction}`, mark)).toBe(`${sign}${whole}.${fraction}`);
      }
    }),
  );
});

test('rejects amounts with more digits than a spreadsheet keeps', () => {
  expect(readDecimal('9999999999999.99', '.')).toBe('9999999999999.99');
  expect(readDecimal('99999999999999.99', '.')).toBeNull();
  expect(readDecimal('12.345.678.901.234.567,89', ',')).toBeNull();
  expect(readDecimal('-1000000000000000000.00', '.')).toBe('-1000000000000000000.00');
});

test('reads plus signs and typographic minus signs', () => {
  expect(readDecimal('+5', '.')).toBe('5.00');
  expect(readDecimal('\u22125,1', ',')).toBe('-5.10');
  expect(readDecimal('-0,00', ',')).toBe('0.00');
});
