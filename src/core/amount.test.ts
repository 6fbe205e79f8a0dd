import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addAmounts,
  AmountSum,
  amountFromNumber,
  amountToNumber,
  compareAmounts,
  negateAmount,
  parseAmount,
  type Amount,
} from './amount.ts';

const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => {
    const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    return parseAmount(
      `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}`,
    ) as Amount;
  });

describe('parseAmount', () => {
  test.each([
    ['12', '12.00'],
    ['12.5', '12.50'],
    ['-0.5', '-0.50'],
    ['+7.125', '7.125'],
    ['.5', '0.50'],
    ['5.', '5.00'],
    ['007.10', '7.10'],
    ['-0', '0.00'],
    ['-0.000', '0.00'],
    ['1.2300', '1.23'],
    [' 3 ', '3.00'],
    ['99999999999999999999.99', '99999999999999999999.99'],
  ])('reads %j as %j', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  test.each(['', ' ', '.', '-', '1,50', '1e5', '0x10', '1 000', '--1', '1.2.3', 'NaN', '１'])('rejects %j', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseAmount(amount)).toBe(amount);
      }),
    );
  });
});

describe('amountFromNumber', () => {
  test.each([
    [0.1 + 0.2, '0.30'],
    [-1234.5, '-1234.50'],
    [1.5e-7, '0.00000015'],
    [1e21, '1000000000000000000000.00'],
    [-0, '0.00'],
    [1.005, '1.005'],
    [4.35 * 100, '435.00'],
  ])('writes %d as %j, without binary noise', (value, amount) => {
    expect(amountFromNumber(value)).toBe(amount);
  });

  test.each([Number.NaN, Infinity, -Infinity])('rejects %d', (value) => {
    expect(amountFromNumber(value)).toBeNull();
  });

  test('restores every amount of up to 15 digits', () => {
    const fits = amounts.filter((amount) => amount.replace(/\D/g, '').replace(/^0+/, '').length <= 15);
    fc.assert(
      fc.property(fits, (amount) => {
        expect(amountFromNumber(amountToNumber(amount))).toBe(amount);
      }),
    );
  });
});

describe('arithmetic', () => {
  test('gives zero when an amount and its negation are added', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(addAmounts(amount, negateAmount(amount))).toBe('0.00');
      }),
    );
  });

  test('adds exactly where binary floating point does not', () => {
    expect(addAmounts('0.10' as Amount, '0.20' as Amount)).toBe('0.30');
    expect(addAmounts('9007199254740993.00' as Amount, '0.001' as Amount)).toBe('9007199254740993.001');
  });

  test('orders amounts by value instead of text', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const difference = addAmounts(a, negateAmount(b));
        const sign = difference === '0.00' ? 0 : difference.startsWith('-') ? -1 : 1;
        expect(compareAmounts(a, b)).toBe(sign);
      }),
    );
  });
});

test('AmountSum adds up exactly', () => {
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 40 }), (parts) => {
      const sum = new AmountSum();
      for (const part of parts) sum.add(part);
      expect(sum.total).toBe(parts.reduce(addAmounts, '0.00' as Amount));
    }),
  );
});

test('AmountSum is exact even if the sum in cents exceeds Number.MAX_SAFE_INTEGER', () => {
  const sum = new AmountSum();
  for (let count = 0; count < 1000; count += 1) sum.add('99999999999.99' as Amount);
  sum.add('0.001' as Amount);
  expect(sum.total).toBe('99999999999990.001');
});
