import { expect, test } from 'vitest';
import type { LocatedSheet } from '../reading/located-spreadsheet.ts';
import { sumRequests } from './grown-sums.ts';

function replacements(formula: string, topRow: number | null = null) {
  const located = {
    transactions: { sheetId: 7, title: 'My money' },
    headerRow: 1,
    lastUsedRow: 31,
    topRow,
    above: [],
    below: [{ row: 33, cells: [{ column: 2, text: '', isFormula: true, formula }] }],
  } as unknown as LocatedSheet;
  return sumRequests(located, 3).map(({ findReplace }) => [findReplace?.find, findReplace?.replacement]);
}

test.each([
  ['=SUM(C2:C31)', [['(C2:C31)', '(C2:C34)']]],
  ["=SUM('My money'!$C$2:$C$31;1)", [["('My money'!$C$2:$C$31;", "('My money'!$C$2:$C$34;"]]],
  [
    '=SUM(C2:C31)/COUNT(B1:B31)',
    [
      ['(C2:C31)', '(C2:C34)'],
      ['(B1:B31)', '(B1:B34)'],
    ],
  ],
])('the total %s is extended to new rows', (formula, expected) => expect(replacements(formula)).toEqual(expected));

test.each(['=SUM(C5:C31)', '=SUM(C2:C310)', '=SUM(Other!C2:C31)', '=C31', '=SUM(C:C)', '="C2:C31"'])(
  'the total %s is unchanged',
  (formula) => expect(replacements(formula)).toEqual([]),
);

test.each([
  ['=SUM(C2:C31)', [['(C5:C34)', '(C2:C34)']]],
  ["=SUM('My money'!$C$2:$C)", [["('My money'!$C$5:$C)", "('My money'!$C$2:$C)"]]],
  ['=SUM(C1:C31)', []],
  ['=SUM(C3:C31)', []],
  ['=C2', []],
])('if new rows go to row 2, ranges in %s that begin at row 2 are extended', (formula, expected) =>
  expect(replacements(formula, 2)).toEqual(expected),
);
