import { USUAL_COLUMNS, type Column } from '../../core/row.ts';
import { SHEET_NAMES } from '../headers.ts';
import { beside, cell, on, range, wholeColumn } from './formula.ts';
import type { NewFormula, NewRange } from './sheet.ts';

/** The most months, currencies and so on that the overview sheet can contain. It shows a warning if there are more. */
export const LIMITS = { months: 12, currencies: 8, categories: 100, transfers: 10, accounts: 20 } as const;

export const SETTINGS = 2;
export const CURRENCIES = 14;
export const MONTHS = CURRENCIES + LIMITS.currencies + 2;
export const CATEGORIES = MONTHS + LIMITS.months + 2;
export const WITHOUT = CATEGORIES + LIMITS.categories;
export const ELSEWHERE = WITHOUT + 1;
export const TRANSFERS = ELSEWHERE + 3;
export const ACCOUNTS = TRANSFERS + LIMITS.transfers + 2;

const sums = (column: Column): string => on(SHEET_NAMES.transactions, wholeColumn(USUAL_COLUMNS.indexOf(column)));
export const DATE = sums('date');
export const AMOUNT = sums('amount');
export const CATEGORY = sums('category');
export const CURRENCY = sums('currency');

const setting = (row: number): string => cell(1, SETTINGS + row);
export const [MAIN, CURRENT, BLANKS, LAST_MONTH, LAST_TRANSACTION, LAST_BALANCE, GROUP] = [0, 1, 2, 3, 4, 5, 6].map(
  setting,
) as [string, string, string, string, string, string, string];

export const FIGURES = {
  currency: CURRENT,
  currencies: column(0, CURRENCIES, LIMITS.currencies),
  months: {
    start: (month: number) => cell(0, MONTHS + month),
    end: (month: number) => cell(1, MONTHS + month),
    out: (month: number) => cell(3, MONTHS + month),
  },
  /** References such as `$B3`, for formulas that are filled down to nearby lines. */
  monthLines: {
    start: (month: number) => beside(0, MONTHS + month),
    end: (month: number) => beside(1, MONTHS + month),
    in: (month: number) => beside(2, MONTHS + month),
    out: (month: number) => beside(3, MONTHS + month),
    netWorth: (month: number) => beside(4, MONTHS + month),
  },
  categories: {
    names: range(column(0, CATEGORIES, LIMITS.categories + 2)),
    spent: range(column(4, CATEGORIES, LIMITS.categories + 2)),
    budgets: range(column(5, CATEGORIES, LIMITS.categories + 2)),
    keys: range(column(6, CATEGORIES, LIMITS.categories + 2)),
    ranks: range(column(7, CATEGORIES, LIMITS.categories + 2)),
    kinds: range(column(3, CATEGORIES, LIMITS.categories)),
  },
  accounts: {
    name: (place: number) => beside(1, ACCOUNTS + place),
    date: (place: number) => beside(3, ACCOUNTS + place),
    balance: (place: number) => beside(3 + LIMITS.months, ACCOUNTS + place),
    more: cell(0, ACCOUNTS + LIMITS.accounts),
  },
} as const;

export function column(at: number, row: number, rows: number): Required<NewRange> {
  return { column: at, row, columns: 1, rows };
}

export interface Line {
  readonly row: number;
  readonly column: number;
  readonly value: string | NewFormula;
  readonly shows?: 'date' | 'amount' | undefined;
}

export function line(row: number, at: number, formula: string, shows?: Line['shows']): Line {
  return { row, column: at, value: { formula }, shows };
}

export function arrayLine(row: number, at: number, formula: string, shows?: Line['shows']): Line {
  return { row, column: at, value: { formula, isArray: true }, shows };
}

export function upTo(sheet: string, at: number, last: string): string {
  return `${on(sheet, cell(at, 0))}:INDEX(${on(sheet, wholeColumn(at))},${last})`;
}

/** Rows and columns of the overview, from 0. */
export const PLACES = {
  columns: { label: 1, first: 2 },
  inputs: 3,
  warning: 6,
  months: 9,
  spending: 27,
  /** The number of spending categories in the list, and in the chart. */
  categories: 22,
  charted: 10,
  accounts: 56,
  chartColumns: 8,
} as const;

export const INPUTS = {
  currency: cell(PLACES.columns.first, PLACES.inputs),
  month: cell(PLACES.columns.first, PLACES.inputs + 1),
  transfers: cell(PLACES.columns.first, PLACES.inputs + 2),
} as const;
