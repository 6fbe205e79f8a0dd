import { describe, expect, test } from 'vitest';
import { keyOf } from './formula-shape.ts';

const key = (formula: string, row: number) => keyOf(formula, { row, column: 3 });

describe('the key of a formula that was filled down', () => {
  test.each([
    ['C5*1.19', 'C6*1.19'],
    ['SUM(C$2:$C5)', 'SUM(C$2:$C6)'],
    ['IF(\'Plan A1\'!B4>LOG10(7),D5,"Q3")', 'IF(\'Plan A1\'!B5>LOG10(7),D6,"Q3")'],
    ['Table1[[#This Row],[Amount]]+A5', 'Table1[[#This Row],[Amount]]+A6'],
  ])('is the same for %s and %s', (first, second) => expect(key(first, 5)).toBe(key(second, 6)));
});

describe('the key of a formula that was not filled down', () => {
  test.each([
    ['SUM(Table1[Amount])', 'SUM(Table2[Amount])'],
    ['SUM(AB1[Amount])', 'SUM(AB2[Amount])'],
    ['Part_1', 'Part_2'],
    ['YTD2025', 'YTD2026'],
    ['Account1!$B$2', 'Account2!$B$2'],
    ["'Q1'!$B$2", "'Q2'!$B$2"],
    ["'Plan A1 to B2'!$B$2", "'Plan A2 to B3'!$B$2"],
    ['Rate1(9)', 'Rate2(9)'],
    ['C$5', 'C$6'],
  ])('differs between %s and %s', (first, second) => expect(key(first, 5)).not.toBe(key(second, 6)));

  test('differs between two columns', () => {
    expect(keyOf('C5', { row: 5, column: 1 })).not.toBe(key('C5', 5));
  });
});
