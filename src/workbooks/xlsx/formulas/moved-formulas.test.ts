import { describe, expect, test } from 'vitest';
import { filledFormula, ImmovableRows, mayMove, movedFormula } from './moved-formulas.ts';

/** The transactions in rows 2 to 31 grew to rows 2 to 35. */
const MOVE = { sheet: 'umsätze', move: { firstRow: 2, from: 31, to: 35 } };
const grown = (formula: string, sheet = 'übersicht', row = 1, column = 0) =>
  movedFormula(formula, sheet, { row, column }, [MOVE]);

describe('a formula about all rows, when rows are added', () => {
  test.each([
    ['SUM(Umsätze!C2:C31)', 'SUM(Umsätze!C2:C35)'],
    ["SUMIF('UMSÄTZE'!$D$2:$D$31,A2,'Umsätze'!$C$2:$C$31)", "SUMIF('UMSÄTZE'!$D$2:$D$35,A2,'Umsätze'!$C$2:$C$35)"],
    ['VLOOKUP(A1,Umsätze!A1:G31,3,FALSE)', 'VLOOKUP(A1,Umsätze!A1:G35,3,FALSE)'],
    ['SUM(Umsätze!C2:C33)', 'SUM(Umsätze!C2:C35)'],
  ])('is extended on another sheet: %s', (before, after) => expect(grown(before)).toBe(after));

  test('is extended in cells below, beside and above the rows', () => {
    expect(grown('SUM(C2:C31)', 'umsätze', 38, 2)).toBe('SUM(C2:C35)');
    expect(grown('SUM(C2:C31)', 'umsätze', 2, 7)).toBe('SUM(C2:C35)');
    expect(grown('C5/SUM(C$2:C$31)', 'umsätze', 5, 7)).toBe('C5/SUM(C$2:C$35)');
  });
});

describe('a formula that needs no extension', () => {
  test.each([
    'SUM(Umsätze!C5:C31)',
    'SUM(Umsätze!C2:C20)',
    'SUM(Umsätze!C2:C40)',
    'SUM(Umsätze!C:C)',
    'SUM(Other!C2:C31)',
    "SUM('[1]Umsätze'!C2:C31)",
    'SUM(C2:C31)',
    '"Umsätze!C2:C31"',
    'Umsätze!C31',
    'SUM(Umsätze!C31:F31)',
    'SUM(Table1[C2:C31])',
  ])('is unchanged: %s', (formula) => expect(grown(formula)).toBe(formula));

  test('is unchanged if its reference is part of a running total', () => {
    expect(grown('SUM(C$2:C31)', 'umsätze', 31, 7)).toBe('SUM(C$2:C31)');
    expect(grown('SUM(C2:C$31)', 'umsätze', 2, 7)).toBe('SUM(C2:C$31)');
    expect(grown('SUM(C$2:C31)+C32', 'umsätze', 32, 7)).toBe('SUM(C$2:C31)+C32');
  });
});

describe('mayMove', () => {
  test.each([
    ['SUM(Umsätze!C2:C31)', 'übersicht'],
    ["SUM('UMSÄTZE'!$D$2:$D$31)", 'übersicht'],
    ['SUM(C$2:C31)', 'umsätze'],
  ])('returns true for the formula %s on the sheet %s', (formula, sheet) =>
    expect(mayMove(formula, sheet, [MOVE])).toBe(true),
  );

  test.each([
    ['SUM(Umsätze!C:C,$A$2:$A$31)', 'übersicht'],
    ['SUM(Other!C2:C31)', 'umsätze'],
    ['SUM(Umsätze!C2:C30)', 'übersicht'],
    ['Umsätze!C31', 'umsätze'],
  ])('returns false for the formula %s on the sheet %s', (formula, sheet) => {
    expect(mayMove(formula, sheet, [MOVE])).toBe(false);
    expect(grown(formula, sheet)).toBe(formula);
  });

  test('recognizes a sheet name with an apostrophe, and with Turkish capital letters', () => {
    const named = (sheet: string) => [{ ...MOVE, sheet }];
    expect(mayMove("SUM('Ann''s'!C2:C31)", 'übersicht', named("ann's"))).toBe(true);
    expect(mayMove('SUM(İŞ!C2:C31)', 'übersicht', named('İŞ'.toLowerCase()))).toBe(true);
  });
});

describe('a formula when two rows are inserted before row 32', () => {
  const moves = [{ ...MOVE, move: { firstRow: 2, from: 31, to: 33, inserted: { at: 32, count: 2 } } }];
  const moved = (formula: string) => movedFormula(formula, 'übersicht', { row: 1, column: 0 }, moves);

  test.each([
    ['Umsätze!C32', 'Umsätze!C34'],
    ['Umsätze!$C$34+C34', 'Umsätze!$C$36+C34'],
    ['SUM(Umsätze!40:41)', 'SUM(Umsätze!42:43)'],
    ['SUM(Umsätze!C10:C40)', 'SUM(Umsätze!C10:C42)'],
    ['SUM(Umsätze!C2:C31)', 'SUM(Umsätze!C2:C33)'],
    ['SUM(Umsätze!C5:C31)', 'SUM(Umsätze!C5:C31)'],
    ['SUM(\'[1]Umsätze\'!C40)&"Umsätze!C40"', 'SUM(\'[1]Umsätze\'!C40)&"Umsätze!C40"'],
  ])('%s becomes %s', (before, after) => expect(moved(before)).toBe(after));
});

describe('a formula when rows 5 and 31 are deleted', () => {
  const moves = [{ ...MOVE, move: { firstRow: 2, from: 31, to: 29, deleted: [5, 31] } }];
  const moved = (formula: string) => movedFormula(formula, 'übersicht', { row: 1, column: 0 }, moves);

  test.each([
    ['SUM(Umsätze!C2:C31)', 'SUM(Umsätze!C2:C29)'],
    ['SUM(Umsätze!C5:C6)', 'SUM(Umsätze!C5:C5)'],
    ['Umsätze!C33', 'Umsätze!C31'],
  ])('%s becomes %s', (before, after) => expect(moved(before)).toBe(after));

  test('cannot be moved if it refers only to a deleted row', () => {
    expect(() => moved('Umsätze!C5')).toThrow(ImmovableRows);
  });
});

test.each([
  ['C2*$D$1+Sheet!$A2', 3, 0, 'C5*$D$1+Sheet!$A5'],
  ['SUM(C$2:C31,3:$4)', 1, 0, 'SUM(C$2:C32,4:$4)'],
  ['A1+$B1+C:C', 0, 2, 'C1+$B1+E:E'],
  ['A1', -1, 0, null],
])('%s copied %i rows down and %i columns right becomes %s', (formula, rows, columns, filled) =>
  expect(filledFormula(formula, rows, columns)).toBe(filled),
);
