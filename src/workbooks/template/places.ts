import { cell } from './formula.ts';

/** Rows and columns of the overview, from 0. */
export const PLACES = {
  columns: { label: 1, first: 2 },
  inputs: 3,
  warning: 6,
  months: 9,
  spending: 27,
  /** Lines of the spending, and how many of them the chart shows. */
  categories: 22,
  charted: 10,
  accounts: 56,
  chartColumns: 8,
} as const;

/** The cells that a person types into. */
export const INPUTS = {
  currency: cell(PLACES.columns.first, PLACES.inputs),
  month: cell(PLACES.columns.first, PLACES.inputs + 1),
  transfers: cell(PLACES.columns.first, PLACES.inputs + 2),
} as const;
