import { USUAL_COLUMNS } from '../../core/row.ts';
import { SHEET_NAMES } from '../headers.ts';
import { FIGURES, LIMITS, PLACES } from './figures-places.ts';
import { beside, cell, downTo, on, quoted, range, wholeColumn } from './formula.ts';
import type { NewWorkbookContent } from './lists.ts';
import {
  type Look,
  type NewCell,
  type NewChoice,
  type NewColumn,
  type NewSheet,
  COLORS,
  NO_EXTRAS,
  type NewChart,
  type NewMark,
  type NewRange,
} from './sheet.ts';
import { columnLetters } from '../column-letters.ts';

const { label: LABEL, first: FIRST } = PLACES.columns;
const { months: MONTHS, spending: SPENDING, accounts: ACCOUNTS } = PLACES;
const [SUM, AVERAGE] = [MONTHS + LIMITS.months, MONTHS + LIMITS.months + 1];
const OTHERS = SPENDING + PLACES.categories;
const TOTAL = OTHERS + 1;

export function overviewSheet({ texts, looks }: NewWorkbookContent): NewSheet {
  const figures = (reference: string): string => on(texts.sheets.figures, reference);
  const { overview: words, column: titles, groups, lists, pageNames, parts } = texts;
  const cells: NewCell[] = [];
  const put = (row: number, column: number, value: NewCell['value'], look: Look): void => {
    cells.push({ row, column, value, look });
  };
  const formula = (row: number, column: number, text: string, look: Look): void =>
    put(row, column, { formula: text }, look);
  const headers = (row: number, names: readonly string[]): void => {
    for (const [index, name] of names.entries())
      put(row, LABEL + index, name, index === 0 ? looks.header : looks.headerRight);
  };

  put(0, LABEL, pageNames.overview, looks.title);
  put(1, LABEL, words.about, looks.quiet);
  for (const [index, name] of [titles.currency, titles.month, groups['transfers'] ?? ''].entries())
    put(PLACES.inputs + index, LABEL, name, looks.label);
  put(PLACES.inputs, FIRST, null, looks.input);
  put(PLACES.inputs + 1, FIRST, null, looks.inputDate);
  put(PLACES.inputs + 2, FIRST, groups['transfers'] ?? '', looks.input);
  const several = `COUNTIF(${figures(range(FIGURES.currencies))},"?*")>1`;
  formula(
    PLACES.inputs,
    FIRST + 1,
    `IF(${several},${quoted(words.currencies)}&${currencyList(figures)}&". ","")&${quoted(words.currencyAbout)}`,
    looks.quiet,
  );
  put(PLACES.inputs + 1, FIRST + 1, words.monthAbout, looks.quiet);
  put(PLACES.inputs + 2, FIRST + 1, words.transfersAbout, looks.quiet);
  formula(PLACES.warning, LABEL, warnings(words, figures), looks.warning);

  heading(MONTHS - 2, words.months, null);
  headers(MONTHS - 1, [titles.month, words.in, words.out, words.saved, words.netWorth]);
  for (let month = 0; month < LIMITS.months; month += 1) {
    const row = MONTHS + month;
    const { start, end, in: income, out, netWorth } = FIGURES.monthLines;
    const [moneyIn, moneyOut] = [beside(FIRST, row), beside(FIRST + 1, row)];
    const date = on(SHEET_NAMES.transactions, wholeColumn(USUAL_COLUMNS.indexOf('date')));
    const fromFirstTransaction = (value: string): string =>
      `IF(${figures(end(month))}<=MIN(${date}),"",${figures(value)})`;
    formula(row, LABEL, figures(start(month)), looks.month);
    formula(row, FIRST, fromFirstTransaction(income(month)), looks.amount);
    formula(row, FIRST + 1, fromFirstTransaction(out(month)), looks.amount);
    formula(row, FIRST + 2, `IF(${moneyIn}="","",ROUND(${moneyIn}-${moneyOut},6))`, looks.amount);
    formula(row, FIRST + 3, figures(netWorth(month)), looks.amount);
  }
  for (const [row, name, work] of [
    [SUM, words.sum, 'SUM'],
    [AVERAGE, words.average, 'AVERAGE'],
  ] as const) {
    put(row, LABEL, name, row === SUM ? looks.sumLabel : looks.text);
    for (let column = FIRST; column < FIRST + 3; column += 1) {
      const values = range({ row: MONTHS, column, columns: 1, rows: LIMITS.months });
      formula(
        row,
        column,
        work === 'SUM' ? `SUM(${values})` : `IF(COUNT(${values})=0,"",AVERAGE(${values}))`,
        row === SUM ? looks.sum : looks.amount,
      );
    }
    if (row === SUM) put(row, FIRST + 3, null, looks.sum);
  }

  heading(SPENDING - 2, words.spending, figures(FIGURES.months.start(LIMITS.months - 1)));
  headers(SPENDING - 1, [titles.category, words.spent, lists.budget, words.left, words.used]);
  spendingLines();
  heading(ACCOUNTS - 2, words.accounts, null);
  headers(ACCOUNTS - 1, [titles.account, parts.balance, parts.asOf]);
  for (let place = 0; place < LIMITS.accounts; place += 1) {
    const { name, balance, date } = FIGURES.accounts;
    formula(ACCOUNTS + place, LABEL, figures(name(place)), looks.text);
    formula(ACCOUNTS + place, LABEL + 1, figures(balance(place)), looks.amount);
    formula(ACCOUNTS + place, LABEL + 2, figures(date(place)), { ...looks.date, align: 'right' });
  }

  function heading(row: number, text: string, month: string | null): void {
    put(row, LABEL, text, looks.heading);
    if (month !== null) formula(row, FIRST + 2, month, looks.headingMonth);
    formula(row, FIRST + 3, figures(FIGURES.currency), { ...looks.heading, align: 'right' });
  }

  /** The largest categories, then one line for all other categories, so that the lines add up to the total. */
  function spendingLines(): void {
    const { names, spent, budgets, keys, ranks } = FIGURES.categories;
    const ofRank = (values: string, rank: string): string =>
      `INDEX(${figures(values)},MATCH(${rank},${figures(ranks)},0))`;
    for (let place = 0; place < PLACES.categories; place += 1) {
      const row = SPENDING + place;
      const [name, out, budget] = [LABEL, FIRST, FIRST + 1].map((column) => beside(column, row));
      const rank = `ROWS(${downTo(0, SPENDING, row)})`;
      const shown = (value: string): string => `IF(${name}="","",${value})`;
      formula(row, LABEL, `IF(${rank}>COUNTIF(${figures(keys)},">-1E+14"),"",${ofRank(names, rank)})`, looks.text);
      formula(row, FIRST, shown(ofRank(spent, rank)), looks.amount);
      formula(row, FIRST + 1, shown(`IF(N(${ofRank(budgets, rank)})=0,"",${ofRank(budgets, rank)})`), looks.amount);
      formula(row, FIRST + 2, `IF(N(${budget})=0,"",ROUND(${budget}-${out},6))`, looks.amount);
      formula(row, FIRST + 3, `IF(N(${budget})=0,"",${out}/${budget})`, looks.percent);
    }
    const listed = (column: number): string => range({ row: SPENDING, column, columns: 1, rows: PLACES.categories });
    // Blank unless there are more categories than lines.
    const beyond = (values: string, column: number): string =>
      `IF(COUNTIF(${figures(keys)},">-1E+14")>${PLACES.categories},ROUND(SUM(${figures(values)})-SUM(${listed(column)}),6),"")`;
    formula(OTHERS, FIRST, beyond(spent, FIRST), looks.amount);
    formula(OTHERS, FIRST + 1, beyond(budgets, FIRST + 1), looks.amount);
    formula(OTHERS, LABEL, `IF(${cell(FIRST, OTHERS)}="","",${quoted(words.others)})`, looks.text);
    const [out, budget] = [cell(FIRST, TOTAL), cell(FIRST + 1, TOTAL)];
    put(TOTAL, LABEL, words.sum, looks.sumLabel);
    formula(TOTAL, FIRST, `SUM(${figures(spent)})`, looks.sum);
    formula(TOTAL, FIRST + 1, `IF(SUM(${figures(budgets)})=0,"",SUM(${figures(budgets)}))`, looks.sum);
    formula(TOTAL, FIRST + 2, `IF(N(${budget})=0,"",ROUND(${budget}-${out},6))`, looks.sum);
    formula(TOTAL, FIRST + 3, `IF(N(${budget})=0,"",${out}/${budget})`, looks.sumPercent);
  }

  return {
    ...NO_EXTRAS,
    title: pageNames.overview,
    role: null,
    tab: '1F3A4D',
    isOpened: true,
    columns: columns(looks.plain),
    cells,
    choices: [currencyChoice(texts)],
    marks: marks(),
    charts: charts(texts),
  };
}

function columns(look: Look): NewColumn[] {
  const widths: readonly NewColumn['width'][] = [
    [2, 20],
    [28, 200],
    [14, 105],
    [14, 105],
    [18, 130],
    [14, 105],
    [3, 25],
    ...Array.from({ length: PLACES.chartColumns }, () => [11, 80] as const),
  ];
  return widths.map((width) => ({ width, look }));
}

type Words = NewWorkbookContent['texts']['overview'];

function currencyList(figures: (reference: string) => string): string {
  const { column, row, rows } = FIGURES.currencies;
  return Array.from({ length: rows }, (_, index) => {
    const each = figures(cell(column, row + index));
    return index === 0 ? each : `IF(${each}="","",", "&${each})`;
  }).join('&');
}

function currencyChoice({ column: titles, overview: words, sheets }: NewWorkbookContent['texts']): NewChoice {
  const { column, row, rows } = FIGURES.currencies;
  return {
    kind: 'list',
    range: { row: PLACES.inputs, column: FIRST, columns: 1, rows: 1 },
    from: { sheet: sheets.figures, column, row, rows },
    title: titles.currency,
    about: words.currencyAbout,
  };
}

function warnings(words: Words, figures: (reference: string) => string): string {
  const rows = (name: (typeof USUAL_COLUMNS)[number]): string =>
    on(SHEET_NAMES.transactions, wholeColumn(USUAL_COLUMNS.indexOf(name)));
  const warningIf = (when: string, text: string): string => `IF(${when},${quoted(text)},"")`;
  return [
    warningIf(`COUNT(${rows('amount')})>COUNTIFS(${rows('date')},">0",${rows('amount')},">-1E+300")`, words.undated),
    warningIf(`${figures(FIGURES.accounts.more)}<>""`, words.tooManyAccounts({ count: String(LIMITS.accounts) })),
    warningIf(
      `COUNTIF(${figures(FIGURES.categories.kinds)},2)>${LIMITS.transfers}`,
      words.tooManyTransfers({ count: String(LIMITS.transfers) }),
    ),
  ].join('&');
}

function marks(): NewMark[] {
  const used: NewRange = { row: SPENDING, column: FIRST + 2, columns: 2, rows: PLACES.categories + 2 };
  const share = `$${columnLetters(FIRST + 3)}${SPENDING + 1}`;
  return [
    {
      range: used,
      formula: `AND(ISNUMBER(${share}),N(${share})>1)`,
      look: { color: 'B3261E', fill: 'FBE4E1', bold: true },
    },
    { range: used, formula: `AND(ISNUMBER(${share}),N(${share})>0.9)`, look: { fill: 'FFF3D6' } },
  ];
}

function charts({ overview: words, formats }: NewWorkbookContent['texts']): NewChart[] {
  const values = (column: number, row: number, rows: number): Required<NewRange> => ({ row, column, columns: 1, rows });
  const at = (row: number, rows: number): Required<NewRange> => ({
    row,
    column: FIRST + 5,
    columns: PLACES.chartColumns,
    rows,
  });
  const months = (index: number): Required<NewRange> => values(FIRST + index, MONTHS, LIMITS.months);
  return [
    {
      kind: 'columns',
      title: words.months,
      at: at(MONTHS - 2, 16),
      labels: { range: values(LABEL, MONTHS, LIMITS.months), pattern: formats.month },
      series: [
        { values: months(0), color: COLORS.in },
        { values: months(1), color: COLORS.out },
        { values: months(2), color: COLORS.saved, isLine: true },
      ],
    },
    {
      kind: 'bars',
      title: words.spending,
      at: at(SPENDING - 2, 18),
      labels: { range: values(LABEL, SPENDING, PLACES.charted) },
      series: [
        { values: values(FIRST, SPENDING, PLACES.charted), color: COLORS.out },
        { values: values(FIRST + 1, SPENDING, PLACES.charted), color: COLORS.budget },
      ],
    },
    {
      kind: 'columns',
      title: words.netWorth,
      at: at(SPENDING + 17, 16),
      labels: { range: values(LABEL, MONTHS, LIMITS.months), pattern: formats.month },
      series: [{ values: months(3), color: COLORS.netWorth }],
    },
  ];
}
