import {
  LIMITS,
  ACCOUNTS,
  CURRENT,
  FIGURES,
  LAST_BALANCE,
  arrayLine,
  line,
  MAIN,
  upTo,
  type Line,
  CATEGORIES,
  column,
  ELSEWHERE,
  GROUP,
  TRANSFERS,
  WITHOUT,
  AMOUNT,
  BLANKS,
  CATEGORY,
  CURRENCIES,
  CURRENCY,
  DATE,
  LAST_MONTH,
  LAST_TRANSACTION,
  MONTHS,
  SETTINGS,
  INPUTS,
} from './figures-places.ts';
import { type NewWorkbookContent, CATEGORY_COLUMNS } from './lists.ts';
import { NO_EXTRAS, type NewCell, type NewSheet } from './sheet.ts';
import { BALANCE_COLUMNS, type BalanceColumn } from '../../core/balance-sheet.ts';
import { SHEET_NAMES } from '../headers.ts';
import { beside, downTo, on, wholeColumn, cell, range } from './formula.ts';
import { USUAL_COLUMNS, type Column } from '../../core/row.ts';

export function figuresSheet({ texts, looks }: NewWorkbookContent): NewSheet {
  const lines = [
    ...settings(texts.pageNames.overview),
    ...currencies(),
    ...months(),
    ...categories(texts.overview),
    ...transfers(),
    ...accounts(),
  ];
  const looksShown = { date: { format: looks.date.format }, amount: looks.amount } as const;
  return {
    ...NO_EXTRAS,
    title: texts.sheets.figures,
    role: null,
    tab: 'B8C7D1',
    isHidden: true,
    columns: Array.from({ length: 3 + 2 * LIMITS.months }, (_, index) => ({
      width: index === 0 ? ([30, 220] as const) : ([14, 110] as const),
      look: looks.plain,
    })),
    cells: [
      { row: 0, column: 0, value: texts.figures.about, look: looks.quiet },
      ...lines.map(({ shows, ...place }): NewCell => ({
        ...place,
        look: shows === undefined ? looks.plain : looksShown[shows],
      })),
    ],
  };
}

function balances(name: BalanceColumn): string {
  return on(SHEET_NAMES.balances, wholeColumn(BALANCE_COLUMNS.indexOf(name)));
}

/** Formulas that list the bank accounts (by id, or by name if there is no id), each with its balance at the end of each month. */
function accounts(): Line[] {
  const rows = (name: BalanceColumn): string => upTo(SHEET_NAMES.balances, BALANCE_COLUMNS.indexOf(name), LAST_BALANCE);
  const key = `IF(${rows('accountId')}<>"",${rows('accountId')}&"",${rows('account')}&"")`;
  const isOfCurrency = `(${rows('currency')}=${CURRENT})+(${rows('currency')}="")*(${CURRENT}=${MAIN})`;
  const whereValid = (then: string): string =>
    `IF(ISNUMBER(${rows('date')}),IF(ISNUMBER(${rows('amount')}),IF(${isOfCurrency},${then})))`;
  const list = Array.from({ length: LIMITS.accounts + 1 }, (_, place): Line => {
    const row = ACCOUNTS + place;
    const above = downTo(0, ACCOUNTS - 1, row - 1);
    const first = `SMALL(${whereValid(`IF(ISNA(MATCH(${key},${above},0)),ROW(${rows('date')}))`)},1)`;
    const id = `INDEX(${balances('accountId')},${first})`;
    const found = `IFERROR(IF(${id}<>"",${id}&"",INDEX(${balances('account')},${first})&""),"")`;
    return arrayLine(row, 0, place === 0 ? found : `IF(${beside(0, row - 1)}="","",${found})`);
  });
  const values = Array.from({ length: LIMITS.accounts }, (_, place): Line[] => {
    const row = ACCOUNTS + place;
    const at = beside(2, row);
    // Encodes date and row in one number, to find the latest day and its last row.
    const latest = (before: string): string =>
      `MOD(LARGE(${whereValid(`IF(${key}=${beside(0, row)},IF(${rows('date')}<${before},INT(${rows('date')})*1048576+ROW(${rows('date')})))`)},1)-1,1048576)+1`;
    const shown = (column_: BalanceColumn): string => `IF(${at}="","",INDEX(${balances(column_)},${at}))`;
    return [
      line(row, 1, shown('account')),
      arrayLine(row, 2, `IF(${beside(0, row)}="","",IFERROR(${latest(FIGURES.months.end(LIMITS.months - 1))},""))`),
      line(row, 3, shown('date'), 'date'),
      ...Array.from({ length: LIMITS.months }, (_each, month) =>
        month === LIMITS.months - 1
          ? line(row, 4 + month, shown('amount'), 'amount')
          : arrayLine(
              row,
              4 + month,
              `IF(${beside(0, row)}="","",IFERROR(INDEX(${balances('amount')},${latest(FIGURES.months.end(month))}),""))`,
              'amount',
            ),
      ),
    ];
  }).flat();
  return [...list, ...values];
}

const KIND = { none: 0, counted: 1, transfer: 2 } as const;

function categories(texts: NewWorkbookContent['texts']['overview']): Line[] {
  const listed = (name: keyof typeof CATEGORY_COLUMNS): string =>
    `INDEX(${on(SHEET_NAMES.categories, range(column(CATEGORY_COLUMNS[name], 1, LIMITS.categories)))},ROW()-${CATEGORIES})`;
  const [from, before] = [FIGURES.months.start(LIMITS.months - 1), FIGURES.months.end(LIMITS.months - 1)];
  const own = Array.from({ length: LIMITS.categories }, (_, place): Line[] => {
    const row = CATEGORIES + place;
    const [name, criterion, group, kind] = [0, 1, 2, 3].map((at) => beside(at, row));
    return [
      line(row, 0, `IFERROR(TRIM(${listed('category')}&""),"")`),
      // Escapes wildcards in category names.
      line(row, 1, `"="&SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(${name},"~","~~"),"*","~*"),"?","~?")`),
      line(row, 2, `IFERROR(TRIM(${listed('group')}&""),"")`),
      line(
        row,
        3,
        `IF(${name}="",${KIND.none},IF(COUNTIF(${downTo(0, CATEGORIES - 1, row - 1)},${criterion})>0,${KIND.none},IF(AND(${GROUP}<>"",${group}=${GROUP}),${KIND.transfer},${KIND.counted})))`,
      ),
      line(row, 4, `IF(${kind}=${KIND.counted},${sumOf('out', from, before, criterion ?? '')},0)`, 'amount'),
      line(row, 5, `IF(AND(${kind}=${KIND.counted},${CURRENT}=${MAIN}),IFERROR(N(${listed('budget')}),0),0)`, 'amount'),
    ];
  }).flat();
  const above = range(column(4, CATEGORIES, LIMITS.categories + 1));
  const others: Line[] = [
    { row: WITHOUT, column: 0, value: texts.without },
    line(WITHOUT, 4, sumOf('out', from, before, '"="'), 'amount'),
    { row: ELSEWHERE, column: 0, value: texts.otherCategories },
    line(ELSEWHERE, 4, `ROUND(${FIGURES.months.out(LIMITS.months - 1)}-SUM(${above}),6)`, 'amount'),
  ];
  const ranks = Array.from({ length: LIMITS.categories + 2 }, (_, place): Line[] => {
    const row = CATEGORIES + place;
    const [spent, budget, key] = [4, 5, 6].map((at) => beside(at, row));
    return [
      line(row, 6, `IF(OR(${spent}<>0,N(${budget})<>0),${spent},-1E+15)`),
      line(row, 7, `RANK(${key},${FIGURES.categories.keys})+COUNTIF(${downTo(6, CATEGORIES - 1, row - 1)},${key})`),
    ];
  }).flat();
  return [...own, ...others, ...ranks];
}

function transfers(): Line[] {
  const kinds = FIGURES.categories.kinds;
  const criteria = range(column(1, CATEGORIES, LIMITS.categories));
  return Array.from({ length: LIMITS.transfers }, (_, place): Line[] => {
    const row = TRANSFERS + place;
    const first = place === 0 ? '0' : beside(0, row - 1);
    const rest = `INDEX(${kinds},${first}+1):${cell(3, CATEGORIES + LIMITS.categories - 1)}`;
    const next = `${first}+MATCH(${KIND.transfer},${rest},0)`;
    const moved = (['in', 'out'] as const).flatMap((sign, half) =>
      Array.from({ length: LIMITS.months }, (_each, month) =>
        line(
          row,
          2 + half * LIMITS.months + month,
          `IF(${beside(1, row)}="",0,${sumOf(sign, FIGURES.months.start(month), FIGURES.months.end(month), beside(1, row))})`,
          'amount',
        ),
      ),
    );
    return [
      line(row, 0, place === 0 ? `IFERROR(${next},"")` : `IF(${first}="","",IFERROR(${next},""))`),
      line(row, 1, `IF(${beside(0, row)}="","",INDEX(${criteria},${beside(0, row)}))`),
      ...moved,
    ];
  }).flat();
}

function settings(overview: string): Line[] {
  const input = (name: keyof typeof INPUTS): string => on(overview, INPUTS[name]);
  const names = ['main currency', 'currency', 'rows without one', 'month', 'last row', 'last balance', 'transfers'];
  const counts = range(column(1, CURRENCIES, LIMITS.currencies));
  const formulas = [
    `IF(MAX(${counts})=0,"",INDEX(${range(FIGURES.currencies)},MATCH(MAX(${counts}),${counts},0)))`,
    `IF(TRIM(${input('currency')})="",${MAIN},UPPER(TRIM(${input('currency')})))`,
    // Rows without a currency count as rows in the main currency.
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

/** The typed day, else the day of the latest transaction, else today. */
function day(input: string): string {
  return `IF(N(${input})>0,${input},IF(COUNT(${DATE})=0,TODAY(),MAX(${DATE})))`;
}

function currencies(): Line[] {
  const rows = (at: Column): string => upTo(SHEET_NAMES.transactions, USUAL_COLUMNS.indexOf(at), LAST_TRANSACTION);
  return Array.from({ length: LIMITS.currencies }, (_, index): Line[] => {
    const row = CURRENCIES + index;
    const above = downTo(0, CURRENCIES - 1, row - 1);
    const first = `SMALL(IF(ISNUMBER(${rows('amount')}),IF(${rows('currency')}<>"",IF(ISNA(MATCH(${rows('currency')},${above},0)),ROW(${rows('currency')})))),1)`;
    const found = `IFERROR(INDEX(${CURRENCY},${first}),"")`;
    return [
      arrayLine(row, 0, index === 0 ? found : `IF(${beside(0, row - 1)}="","",${found})`),
      line(row, 1, `IF(${beside(0, row)}="",0,COUNTIF(${CURRENCY},${beside(0, row)}))`),
    ];
  }).flat();
}

type Sign = 'in' | 'out';

/** Formula for the income or expenses of a category between two days (without the day `before`), as a non-negative number. */
function sumOf(sign: Sign, from: string, before: string, category: string | null): string {
  const [mark, minus] = sign === 'in' ? ['>0', ''] : ['<0', '-'];
  const rest = `${DATE},">="&${from},${DATE},"<"&${before},${AMOUNT},"${mark}"${category === null ? '' : `,${CATEGORY},${category}`}`;
  const ofCurrency = (criterion: string): string => `SUMIFS(${AMOUNT},${CURRENCY},${criterion},${rest})`;
  return `ROUND(${minus}(IF(${CURRENT}="",0,${ofCurrency(CURRENT)})+IF(${BLANKS}=0,0,${ofCurrency('"="')})),6)`;
}

function months(): Line[] {
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
