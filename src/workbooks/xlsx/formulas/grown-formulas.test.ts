import { describe, expect, test } from 'vitest';
import { grownFormula, mayGrow } from './grown-formulas.ts';

/** Transactions moved from rows 2 to 31 to rows 2 to 35. */
const MOVE = { sheet: 'umsätze', move: { firstRow: 2, from: 31, to: 35 } };
const grown = (formula: string, sheet = 'übersicht', row = 1, column = 0) =>
  grownFormula(formula, sheet, { row, column }, [MOVE]);

describe('a formula grows with the rows', () => {
  test.each([
    ['SUM(Umsätze!C2:C31)', 'SUM(Umsätze!C2:C35)'],
    ["SUMIF('UMSÄTZE'!$D$2:$D$31,A2,'Umsätze'!$C$2:$C$31)", "SUMIF('UMSÄTZE'!$D$2:$D$35,A2,'Umsätze'!$C$2:$C$35)"],
    ['VLOOKUP(A1,Umsätze!A1:G31,3,FALSE)', 'VLOOKUP(A1,Umsätze!A1:G35,3,FALSE)'],
    ['SUM(Umsätze!C2:C33)', 'SUM(Umsätze!C2:C35)'],
  ])('on another sheet: %s', (before, after) => expect(grown(before)).toBe(after));

  test('below the rows, beside them and above them', () => {
    expect(grown('SUM(C2:C31)', 'umsätze', 38, 2)).toBe('SUM(C2:C35)');
    expect(grown('SUM(C2:C31)', 'umsätze', 2, 7)).toBe('SUM(C2:C35)');
    expect(grown('C5/SUM(C$2:C$31)', 'umsätze', 5, 7)).toBe('C5/SUM(C$2:C$35)');
  });
});

describe('a formula stays as it is', () => {
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
  ])('that is about something else: %s', (formula) => expect(grown(formula)).toBe(formula));

  test('that runs from line to line', () => {
    expect(grown('SUM(C$2:C31)', 'umsätze', 31, 7)).toBe('SUM(C$2:C31)');
    expect(grown('SUM(C2:C$31)', 'umsätze', 2, 7)).toBe('SUM(C2:C$31)');
    expect(grown('SUM(C$2:C31)+C32', 'umsätze', 32, 7)).toBe('SUM(C$2:C31)+C32');
  });
});

describe('whether a formula may grow is told without taking it apart', () => {
  test.each([
    ['SUM(Umsätze!C2:C31)', 'übersicht'],
    ["SUM('UMSÄTZE'!$D$2:$D$31)", 'übersicht'],
    ['SUM(C$2:C31)', 'umsätze'],
  ])('of %s on %s: it may', (formula, sheet) => expect(mayGrow(formula, sheet, [MOVE])).toBe(true));

  test.each([
    ['SUM(Umsätze!C:C,$A$2:$A$31)', 'übersicht'],
    ['SUM(Other!C2:C31)', 'umsätze'],
    ['SUM(Umsätze!C2:C30)', 'übersicht'],
    ['Umsätze!C31', 'umsätze'],
  ])('of %s on %s: it cannot', (formula, sheet) => {
    expect(mayGrow(formula, sheet, [MOVE])).toBe(false);
    expect(grown(formula, sheet)).toBe(formula);
  });

  test('the name of its sheet is known with an apostrophe, and in capitals that are shorter than small letters', () => {
    const named = (sheet: string) => [{ ...MOVE, sheet }];
    expect(mayGrow("SUM('Ann''s'!C2:C31)", 'übersicht', named("ann's"))).toBe(true);
    expect(mayGrow('SUM(İŞ!C2:C31)', 'übersicht', named('İŞ'.toLowerCase()))).toBe(true);
  });
});
