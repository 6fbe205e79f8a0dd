import { describe, expect, test } from 'vitest';
import { shapeOf } from '../formula-shape.ts';
import { StaleCells } from './stale-cells.ts';

const AT = { row: 5, column: 7 };
const names = new Map([
  ['amounts', shapeOf('Money!$C$2:$C$100', { row: 1, column: 0 })],
  ['rate', shapeOf('Summary!$B$9', { row: 1, column: 0 })],
  ['both', shapeOf('Rate*SUM(Amounts)', { row: 1, column: 0 })],
  ['spenton', shapeOf('_xlfn.LAMBDA(_xlpm.what,SUMIF(Money!$D:$D,_xlpm.what,Money!$C:$C))', { row: 1, column: 0 })],
  ['ytd2026', shapeOf('SUM(Money!$C$2:$C$100)', { row: 1, column: 0 })],
]);
const tables = new Map([
  ['ledger', { sheet: 'money', left: 0, right: 6 }],
  ['prices', { sheet: 'prices', left: 0, right: 2 }],
]);

/** Rows 32 and on are new; the category of row 20 was changed. */
function isStale(formula: string, sheet = 'summary', at = AT): boolean {
  const stale = new StaleCells(names, tables);
  stale.add('money', 32);
  stale.add('money', 20, 3);
  return stale.affects(shapeOf(formula, at), sheet, at);
}

describe('a result is stale', () => {
  test.each([
    'SUM(Money!C:C)',
    "SUM('MONEY'!$C$2:$C$40)",
    'COUNTA(Money!A1:G500)',
    'Money!D20',
    'SUM(Money!2:40)',
    'SUM(Amounts)',
    'both+1',
    'SUM(Ledger[Amount])',
    'INDIRECT("Money!C2")',
    'SUM(OFFSET(A1,0,0,5,1))',
    'unknownName',
    'SUM(Jan:Money!C2)',
    'IF(A1="Money!C2",SUM(Money!C2:C40),0)',
    'sum(AMOUNTS)',
    'Money!Amounts',
    'SpentOn("Food")',
    'YTD2026*2',
    'SUM(ledger[E@mail])',
    'SUM(Ledger[Total!])',
    'SUM(Ledger[[#Headers],[Amount]]:Ledger[[#This Row],[Amount]])',
    'SUM(Jan:Dec!C2)',
    'SUM(Q1:Q4!C2)',
    "SUM('Jan 26':'Dec 26'!C2)",
    'SUM(Money!A2:Money!G25)',
    "SUM('Money'!A2:'Money'!G25)",
    'SUM(Money!D2:INDEX(Money!D2:D9,A1))',
    'SUM(Money!D$40:D2)',
    'SUMIF(Money!B2:B25,"Food",Money!D2)',
    'AVERAGEIF(Money!B2:B25,"Food",Money!D2:D10)',
  ])('after a change of what it refers to: %s', (formula) => expect(isStale(formula)).toBe(true));

  test('on the changed sheet itself, where it stands far enough down', () => {
    expect(isStale('SUM(C2:C40)', 'money')).toBe(true);
    expect(isStale('C32+1', 'money', { row: 32, column: 7 })).toBe(true);
    expect(isStale('Ledger[[#This Row],[Amount]]*2', 'money', { row: 32, column: 7 })).toBe(true);
  });
});

describe('a result is still right', () => {
  test.each([
    '1+1',
    'TODAY()',
    'SUM(C:C)',
    'SUM(Money!C2:C20)',
    'Money!D19',
    '"SUM(Money!C:C)"',
    "'[1]Money'!C40",
    'rate*2',
    'SUM(Prices[Price])',
    'SUM(Prices[[#This Row],[Low]]:Prices[[#This Row],[High]])',
    '[1]Money!C40',
    '[0]!Rate+LOG10(5)',
    'SUMIF(Money!A2:A19,"Food",Money!C2:C19)',
    'SUMIF($B$1:$M$1,"<="&A1,B5:M5)',
    'IF(TRUE,#N/A,LOG10(5))',
  ])('when nothing of it changed: %s', (formula) => expect(isStale(formula)).toBe(false));

  test('in a line that refers to itself and those above', () => {
    expect(isStale('C5*1.19', 'money')).toBe(false);
    expect(isStale('H4+C5', 'money')).toBe(false);
    expect(isStale('SUM(C$2:C5)', 'money')).toBe(false);
    expect(isStale('Ledger[[#This Row],[Amount]]*2', 'money')).toBe(false);
  });
});

test('staleness begins in the first line from which it is reached', () => {
  const stale = new StaleCells(names, tables);
  stale.add('money', 32);
  expect(stale.firstRow(shapeOf('H4+C5', AT), 'money', 7, 2, 31)).toBeNull();
  expect(stale.firstRow(shapeOf('H4+C5', AT), 'money', 7, 2, 60)).toBe(32);
  expect(stale.firstRow(shapeOf('H6+C5', AT), 'money', 7, 2, 60)).toBe(31);
  expect(stale.firstRow(shapeOf('SUM(C:C)', AT), 'money', 7, 2, 60)).toBe(2);
});
