import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  currencyBeside,
  DecimalMarkSearch,
  isNumber,
  isUsual,
  ownDirection,
  readDecimal,
  readNumber,
} from './amount-text.ts';

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
    [['1,25,000'], '.'],
    [['-10,25,000.5'], '.'],
    [[], '.'],
  ])('with the amounts %j is "%s"', (texts, mark) => expect(decide(texts)).toBe(mark));

  test('is undecided if all amounts are ambiguous', () => {
    expect(decide(['12', '1.234', '5.678'])).toEqual({ ambiguous: '1.234' });
    expect(decide(['1,234'])).toEqual({ ambiguous: '1,234' });
  });

  test('is clear if three digits follow it and the currency has three decimals', () => {
    expect(decide(['1.234'], 3)).toBe('.');
    expect(decide(['1,234'], 3)).toBe(',');
  });

  test('is in conflict if two amounts contradict each other', () => {
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
    '1,2,456.00',
    '1,23,45.00',
    '1.234.56',
    '12 34',
    "1'234 567",
    '1234567890123456789012345678901.00',
  ];
  test.each(noAmounts)('is not determined by "%s", which is not an amount', (text) =>
    expect(decide([text])).toEqual({ unreadable: text }),
  );
});

test('readDecimal reads an amount in every notation', () => {
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

test('readDecimal rejects amounts with more digits than a spreadsheet keeps', () => {
  expect(readDecimal('9999999999999.99', '.')).toBe('9999999999999.99');
  expect(readDecimal('99999999999999.99', '.')).toBeNull();
  expect(readDecimal('12.345.678.901.234.567,89', ',')).toBeNull();
  expect(readDecimal('-1000000000000000000.00', '.')).toBe('-1000000000000000000.00');
});

test('readDecimal reads plus signs and typographic minus signs', () => {
  expect(readDecimal('+5', '.')).toBe('5.00');
  expect(readDecimal('\u22125,1', ',')).toBe('-5.10');
  expect(readDecimal('-0,00', ',')).toBe('0.00');
});

describe('the text of an amount', () => {
  test.each([
    ['1,25,000.00', '125000.00', null],
    ['-₪23.50', '-23.50', '₪'],
    ['₪ 2,100.00', '2100.00', '₪'],
    ['\u200e-₪23.50', '-23.50', '₪'],
    ['฿23.50-', '-23.50', '฿'],
    ['-2350원', '-2350.00', '원'],
    ['2,350 円', '2350.00', '円'],
    ['¥-2,350', '-2350.00', '¥'],
    ['￥2，350', '2350.00', '¥'],
    ['▲2,350', '-2350.00', null],
    ['₹1,00,000.00', '100000.00', '₹'],
    ['Rs.500', '500.00', 'Rs.'],
    ['-Rp 1,500,000', '-1500000.00', 'Rp'],
    ['NT$1,200', '1200.00', 'NT$'],
    ['- $10.00', '-10.00', '$'],
    ['+ $500.00', '500.00', '$'],
    ['$(10.00)', '-10.00', '$'],
    ['($10.00)', '-10.00', '$'],
    ['$.50', '0.50', '$'],
    ['S/ 12.50', '12.50', 'S/'],
    ['12.50 EUR-', '-12.50', 'EUR'],
    ["'-23.50", '-23.50', null],
    ['–23.50', '-23.50', null],
    ['٢٣٫٥٠', '23.50', null],
    ['12.50 ر.س', '12.50', 'ر.س'],
    ["CHF 1'250.-", '1250.00', 'CHF'],
    ['-1000.000', '-1000.00', null],
  ])('is read with a decimal point: %j is %s', (cell, amount, currency) => {
    expect(readNumber(cell, '.')).toBe(amount);
    expect(isNumber(cell)).toBe(true);
    expect(currencyBeside(cell)).toBe(currency);
  });

  test.each([
    ['250,-', '250.00'],
    ['1.234,--', '1234.00'],
    ['-1 234,50 kr.', '-1234.50'],
    ['Rp1.500.000,00', '1500000.00'],
    ['12 345 Ft', '12345.00'],
    ['1 234,50 руб.', '1234.50'],
    ['-12,50 zł', '-12.50'],
    ['12,50 KČ', '12.50'],
    ['1.234.567 đ', '1234567.00'],
  ])('is read with a decimal comma: %j is %s', (cell, amount) => expect(readNumber(cell, ',')).toBe(amount));

  test.each([
    '20 km',
    '12 mon',
    'REF 123456',
    'SHOP 12',
    'A 12',
    '-5-',
    '12-13',
    '(-5)',
    '12.03.2026',
    '12,-13',
    '5 %',
  ])('is not recognized in %s', (cell) => {
    for (const mark of ['.', ','] as const) expect(readNumber(cell, mark)).toBeNull();
  });

  test('may state its direction in a word beside the number', () => {
    const cells = [
      '1,500.00 (Dr)',
      '12.5(Cr.)',
      'Dr 12.50',
      'Cr. 0.10',
      'CR1,500.00',
      '9.99 Debit',
      '12,50 Haben',
      'CRC 12.50',
    ];
    expect(cells.map(ownDirection)).toEqual(['out', 'in', 'out', 'in', 'in', 'out', 'in', null]);
    expect(cells.slice(0, 3).map((cell) => readNumber(cell, '.'))).toEqual(['-1500.00', '12.50', '-12.50']);
    expect(['Dr 12.50 Cr', '(12.50) (Cr)', '-12.50 (Dr)', 'Debit'].map((cell) => readNumber(cell, '.'))).toEqual(
      Array(4).fill(null),
    );
    expect(['1,100.00 CR', '23.40 DB', '1,100.00 EUR Dr.', '5.00S', '5.00 kr'].map(ownDirection)).toEqual([
      'in',
      'out',
      'out',
      'out',
      null,
    ]);
  });

  test('may have the usual Indian digit groups', () => {
    expect([isUsual('1,25,000.00', '.'), isUsual('1,2,500.00', '.')]).toEqual([true, false]);
  });
});
