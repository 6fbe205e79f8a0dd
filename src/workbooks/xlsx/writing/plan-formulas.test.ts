import { describe, expect, test } from 'vitest';
import { FormulaSources, shapeOf } from '../../formula-shape.ts';
import { findStaleSheets } from './plan-formulas.ts';

const AT = { row: 5, column: 7 };
const names = new Map(
  Object.entries({
    amounts: 'Money!$C$2:$C$100',
    rate: 'Rates!$B$9',
    both: 'Rate*SUM(Amounts)',
    spenton: '_xlfn.LAMBDA(_xlpm.what,SUMIF(Money!$D:$D,"Food",Money!$C:$C))',
    ytd2026: 'SUM(Money!$C$2:$C$100)',
    circle: 'Circle+1',
  }).map(([name, formula]) => [name, sourcesOf(formula)]),
);
const tables = new Map([
  ['ledger', 'money'],
  ['prices', 'prices'],
]);

function sourcesOf(...formulas: readonly string[]): FormulaSources {
  const sources = new FormulaSources();
  for (const formula of formulas) sources.add(shapeOf(formula, AT));
  return sources;
}

function staleSheets(sheets: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const sources = new Map(Object.entries(sheets).map(([sheet, formulas]) => [sheet, sourcesOf(...formulas)]));
  return [...findStaleSheets(['money'], { sheets: sources, names, tables })];
}

describe('findStaleSheets', () => {
  test.each([
    'SUM(Money!C:C)',
    "SUM('MONEY'!$C$2:$C$40)",
    'Money!A1',
    'SUM(Money!2:40)',
    'SUM(Amounts)',
    'both+1',
    'SUM(Ledger[Amount])',
    'INDIRECT("Money!C2")',
    'SUM(OFFSET(A1,0,0,5,1))',
    'unknownName',
    'SUM(Unknown[Amount])',
    'SUM(Jan:Money!C2)',
    'IF(A1="Money!C2",SUM(Money!C2:C40),0)',
    'Money!Amounts',
    'SpentOn("Food")',
    'YTD2026*2',
    'SUM(Ledger[[#Headers],[Amount]]:Ledger[[#This Row],[Amount]])',
    "SUM('Jan 26':'Dec 26'!C2)",
    'SUM(Money!A2:Money!G25)',
    'SUM(Money!D2:INDEX(Money!D2:D9,A1))',
  ])('finds the sheet of a formula that depends on the changed sheet: %s', (formula) =>
    expect(staleSheets({ summary: ['1+1', formula] })).toEqual(['money', 'summary']),
  );

  test.each([
    '1+1',
    'circle',
    'SUM(D2:INDEX(D2:D9,A1))',
    'SUMIF(B2:B25,"Food",D2)',
    'TODAY()',
    'SUM(C:C)',
    '"SUM(Money!C:C)"',
    "'[1]Money'!C40",
    'rate*2',
    'SUM(Prices[Price])',
    'SUM(Prices[[#This Row],[Low]]:Prices[[#This Row],[High]])',
    '[1]Money!C40',
    'Other!C40',
    '[0]!Rate+LOG10(5)',
    'SUMIF($B$1:$M$1,"<="&A1,B5:M5)',
    'IF(TRUE,#N/A,LOG10(5))',
    '[@Amount]*2',
  ])('leaves out the sheet of a formula that does not depend on a changed sheet: %s', (formula) =>
    expect(staleSheets({ summary: [formula] })).toEqual(['money']),
  );

  test('finds sheets that depend on the changed sheet through other sheets, in any order of the sheets', () => {
    expect(staleSheets({ charts: ['Summary!A1'], summary: ['Totals!A1'], totals: ['SUM(Money!C:C)'] })).toEqual([
      'money',
      'totals',
      'summary',
      'charts',
    ]);
  });
});
