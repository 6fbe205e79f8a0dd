import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { periodOn, PERIODS } from '../../renderer/pages/transactions/periods.ts';
import { moveBy } from '../../renderer/pages/transactions/move-by.ts';
import { sumOf } from '../../renderer/parts/sum.ts';
import {
  readTransactionsAddress,
  type TransactionChoice,
  transactionsAddress,
} from '../../renderer/parts/transactions-address.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('the URL of the transactions page', () => {
  test('is unchanged by a round trip through the address bar, for any search', () => {
    const choices: fc.Arbitrary<TransactionChoice> = fc.record(
      {
        search: text.filter((search) => search !== ''),
        bankAccountId: text.filter((id) => id !== ''),
        category: text,
        from: day,
        to: day,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(choices, fc.option(fc.record({ id: text, row: fc.nat().map((row) => row + 1) })), (choice, open) => {
        const address = transactionsAddress(choice, open);
        const { hash } = new URL(`https://localhost/dashboard/#${address}`);
        expect(readTransactionsAddress(hash.slice(1))).toEqual({ choice: { ...choice }, open });
        // The router would cut off everything after a question mark.
        expect(address).not.toContain('?');
      }),
    );
  });

  test('leaves out values that the service would reject', () => {
    expect(readTransactionsAddress('/transactions/from=yesterday&to=2026-13-45&row=-1&open=x&other=1')).toEqual({
      choice: {},
      open: { id: 'x' },
    });
  });
});

test('arrow and page keys move within the rows, and other keys do not', () => {
  expect(moveBy('ArrowUp', 0, 10, 5)).toBe(0);
  expect(moveBy('PageDown', 7, 10, 5)).toBe(9);
  expect(moveBy('End', 0, 100_000, 5)).toBe(99_999);
  expect(moveBy('ArrowDown', 0, 0, 5)).toBeNull();
  expect(moveBy('a', 3, 10, 5)).toBeNull();
  expect(moveBy('constructor', 3, 10, 5)).toBeNull();
});

describe('a period', () => {
  test.each([
    ['thisMonth', '2024-02-29', '2024-02-01', '2024-02-29'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['last90Days', '2026-03-01', '2025-12-02', '2026-03-01'],
    ['thisYear', '2026-03-01', '2026-01-01', '2026-12-31'],
    ['lastYear', '2026-03-01', '2025-01-01', '2025-12-31'],
  ] as const)('%s on %s is from %s to %s', (name, today, from, to) => {
    expect(periodOn(name, today)).toEqual({ from, to });
  });

  test('is never empty, and no two period names mean the same days, whatever day it is', () => {
    fc.assert(
      fc.property(day, (today) => {
        const periods = PERIODS.map((name) => periodOn(name, today));
        for (const { from, to } of periods) expect(from <= to).toBe(true);
        expect(new Set(periods.map(({ from, to }) => from + to)).size).toBe(PERIODS.length);
      }),
    );
  });
});

describe('a sum of amounts', () => {
  test.each([
    [['0.10', '0.20', '-0.30'], '0.00'],
    [['-2304.63', '2846.17'], '541.54'],
    [['1.234', '-0.2'], '1.034'],
    [['1500', '-200'], '1300'],
  ])('of %j is exact to the last digit', (amounts, sum) => {
    expect(sumOf(amounts)).toBe(sum);
  });
});
