import { COLUMNS, USUAL_COLUMNS, type Column } from '../core/row.ts';
import { isMoneyColumn, SHEET_COLUMNS, type SheetColumn } from '../core/sheet-columns.ts';
import type { SheetRole } from '../core/snapshot.ts';
import { TRANSACTION_TABLE } from '../core/transaction-table.ts';
import type { SheetRow } from './cell.ts';

/** The tabs' names in a workbook that Pennyrow made, and in Tiller's layout for the first two. */
export const SHEET_NAMES: Readonly<Record<SheetRole, string>> = {
  transactions: 'Transactions',
  categories: 'Categories',
  rules: 'Rules',
  balances: 'Balances',
};

/**
 * The headers of the Transactions sheet. Tiller's layout calls the same things the same names and adds
 * columns of its own (Account #, Institution, Month, Week, Check Number, Full Description).
 */
export const COLUMN_HEADERS = Object.fromEntries(
  COLUMNS.map((column) => [column, TRANSACTION_TABLE[column].header]),
) as Readonly<Record<Column, string>>;

/** Those that are taken for what they say without asking anybody. */
export const USUAL_HEADERS: Readonly<Partial<Record<Column, string>>> = Object.fromEntries(
  USUAL_COLUMNS.map((column) => [column, TRANSACTION_TABLE[column].header]),
);

/** Names of the columns in messages. Two columns for money have no default headers. */
export const SHEET_HEADERS = Object.fromEntries(
  SHEET_COLUMNS.map((column) => [
    column,
    isMoneyColumn(column) ? (column === 'moneyIn' ? 'Money In' : 'Money Out') : COLUMN_HEADERS[column],
  ]),
) as Readonly<Record<SheetColumn, string>>;

/** How far down a header is looked for: people put titles and notes above it. */
export const HEADER_SEARCH_ROWS = 20;

/** As much of each sheet as a person is shown, to say which column is which: a header far down and some lines below it. */
export const HEAD_ROWS = HEADER_SEARCH_ROWS + 6;
export const HEAD_COLUMNS = 80;

/** A header as people read it: case, outer and doubled white space make no difference. */
export function headerKey(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** One line that may be the header: for each text, the columns that it stands in. */
export interface HeaderLine {
  readonly row: number;
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** The texts as they are written, by column. */
  readonly texts: ReadonlyMap<number, string>;
}

export function headerLine(row: SheetRow): HeaderLine {
  const positions = new Map<string, number[]>();
  const texts = new Map<number, string>();
  for (const { column, kind, text } of row.cells) {
    const key = kind === 'text' ? headerKey(text) : '';
    if (key === '') continue;
    texts.set(column, text.trim());
    positions.set(key, [...(positions.get(key) ?? []), column]);
  }
  return { row: row.index, positions, texts };
}

/** The line that holds most of the wanted headers, the upper one of equals; null when none holds any. */
export function bestHeaderLine(lines: readonly HeaderLine[], wanted: readonly string[]): HeaderLine | null {
  let best: HeaderLine | null = null;
  let most = 0;
  for (const line of lines) {
    const count = wanted.filter((header) => line.positions.has(headerKey(header))).length;
    if (count > most) [best, most] = [line, count];
  }
  return best;
}
