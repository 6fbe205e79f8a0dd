import { USUAL_COLUMNS, type Column } from '../../core/row.ts';
import { BALANCE_COLUMNS } from '../../core/balance-sheet.ts';
import { SHEET_NAMES } from '../headers.ts';
import { beside, downTo, on, range, wholeColumn } from './formula.ts';
import { INPUTS } from './places.ts';
import {
  ACCOUNTS,
  AMOUNT,
  BLANKS,
  CATEGORY,
  column,
  CURRENCIES,
  CURRENCY,
  CURRENT,
  DATE,
  FIGURES,
  LAST_MONTH,
  LAST_TRANSACTION,
  LIMITS,
  line,
  MAIN,
  MONTHS,
  SETTINGS,
  TRANSFERS,
  upTo,
  type Line,
} from './figures-places.ts';

export function settings(overview: string): Line[] {
  const input = (name: keyof typeof INPUTS): string => on(overview, INPUTS[name]);
  const names = ['main currency', 'currency', 'rows without one', 'month', 'last row', 'last balance', 'transfers'];
  const counts = range(column(1, CURRENCIES, LIMITS.currencies));
  const formulas = [
    `IF(MAX(${counts})=0,"",INDEX(${range(FIGURES.currencies)},MATCH(MAX(${counts}),${counts},0)))`,
    `IF(TRIM(${input('currency')})="",${MAIN},UPPER(TRIM(${input('currency')})))`,
    // Rows that say no currency count to the one that most rows have.
    `IF(${CURRENT}=${MAIN},COUNTIFS(${AMOUNT},"<>",${CURRENCY},"="),0)`,
    `DATE(YEAR(${day(input('month'))}),MONTH(${day(input('month'))}),1)`,
    `IFERROR(MATCH(9E+99,${DATE}),1)`,
    `IFERROR(MATCH(9E+99,${on(SHEET_NAMES.balances, wholeColumn(BALANCE_COLUMNS.indexOf('date')))}),1)`,
    `TRIM(${input('transfers')})`,
  ];
  return formulas.flatMap((formula, index) => [
    { row: SETTINGS + index, column: 0, value: names[index] ?? '' },
    line(SETTINGS + index, 1, formula, index === 3 ? 'date' : undefined),
  ]);
}

/** The day that a person typed, else that of the latest transaction, else today. */
function day(input: string): string {
  return `IF(N(${input})>0,${input},IF(COUNT(${DATE})=0,TODAY(),MAX(${DATE})))`;
}

/** Each currency that the rows have, by its first row, and how many rows have it. */
export function currencies(): Line[] {
  const rows = (at: Column): string => upTo(SHEET_NAMES.transactions, USUAL_COLUMNS.indexOf(at), LAST_TRANSACTION);
  return Array.from({ length: LIMITS.currencies }, (_, index): Line[] => {
    const row = CURRENCIES + index;
    const above = downTo(0, CURRENCIES - 1, row - 1);
    const first = `SMALL(IF(ISNUMBER(${rows('amount')}),IF(${rows('currency')}<>"",IF(ISNA(MATCH(${rows('currency')},${above},0)),ROW(${rows('currency')})))),1)`;
    const found = `IFERROR(INDEX(${CURRENCY},${first}),"")`;
    return [
      line(row, 0, index === 0 ? found : `IF(${beside(0, row - 1)}="","",${found})`, undefined, true),
      line(row, 1, `IF(${beside(0, row)}="",0,COUNTIF(${CURRENCY},${beside(0, row)}))`),
    ];
  }).flat();
}

export type Sign = 'in' | 'out';

/** Money in or out of the matching categories, from one day until before another, as a number that is not negative. */
export function sumOf(sign: Sign, from: string, before: string, category: string | null): string {
  const [mark, minus] = sign === 'in' ? ['>0', ''] : ['<0', '-'];
  const rest = `${DATE},">="&${from},${DATE},"<"&${before},${AMOUNT},"${mark}"${category === null ? '' : `,${CATEGORY},${category}`}`;
  const ofCurrency = (criterion: string): string => `SUMIFS(${AMOUNT},${CURRENCY},${criterion},${rest})`;
  return `ROUND(${minus}(IF(${CURRENT}="",0,${ofCurrency(CURRENT)})+IF(${BLANKS}=0,0,${ofCurrency('"="')})),6)`;
}

export function months(): Line[] {
  return Array.from({ length: LIMITS.months }, (_, index): Line[] => {
    const row = MONTHS + index;
    const [from, before] = [beside(0, row), beside(1, row)];
    const worth = range({ column: 4 + index, row: ACCOUNTS, columns: 1, rows: LIMITS.accounts });
    const total = (sign: Sign): string =>
      `ROUND(${sumOf(sign, from, before, null)}-SUM(${transfersOf(sign, index)}),6)`;
    return [
      line(row, 0, `EDATE(${LAST_MONTH},ROW()-${MONTHS + LIMITS.months})`, 'date'),
      line(row, 1, `EDATE(${beside(0, row)},1)`, 'date'),
      line(row, 2, total('in'), 'amount'),
      line(row, 3, total('out'), 'amount'),
      line(row, 4, `IF(COUNT(${worth})=0,"",SUM(${worth}))`, 'amount'),
    ];
  }).flat();
}

function transfersOf(sign: Sign, month: number): string {
  return range(column(2 + (sign === 'in' ? 0 : LIMITS.months) + month, TRANSFERS, LIMITS.transfers));
}
