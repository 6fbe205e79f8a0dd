import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnLetters, columnNumber } from './column-letters.ts';

test('converts column numbers to letters and back', () => {
  expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
  fc.assert(fc.property(fc.nat(16_383), (column) => columnNumber(columnLetters(column)) === column));
});
