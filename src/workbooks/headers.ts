import { COLUMNS, TILLER_COLUMNS, USUAL_COLUMNS, type Column } from '../core/row.ts';
import type { SheetColumn } from '../core/sheet-columns.ts';
import { sheetName, sheetNames } from '../core/local-names.ts';
import type { SheetRole } from '../core/snapshot.ts';
import { TRANSACTION_TABLE } from '../core/transaction-table.ts';
import { headCell, isFilled, type Cell, type CellSense, type SheetRow } from './cell.ts';
import type { HeadLine } from './workbook.ts';

/** Names in new workbooks. Tiller uses the first two as well. */
export const SHEET_NAMES: Readonly<Record<SheetRole, string>> = {
  transactions: 'Transactions',
  categories: sheetName('categories'),
  rules: sheetName('rules'),
  balances: sheetName('balances'),
};

type Headers = Readonly<Partial<Record<Column, string>>>;

function headersOf(columns: readonly Column[]): Headers {
  return Object.fromEntries(columns.map((column) => [column, TRANSACTION_TABLE[column].header]));
}

/** Headers of the Transactions sheet. Tiller uses the same names and additional columns. */
export const COLUMN_HEADERS = headersOf(COLUMNS) as Required<Headers>;

export const USUAL_HEADERS = headersOf(USUAL_COLUMNS);

/** Headers that only Tiller's sheet has. */
const TILLER_HEADERS = headersOf(TILLER_COLUMNS);

/** Empty unless the header line is Tiller's: in any other sheet, a column such as Month belongs to the user. */
export function tillerHeaders(keys: { has(key: string): boolean }, mark = COLUMN_HEADERS.transactionId): Headers {
  const found = Object.values(TILLER_HEADERS).filter((header) => keys.has(headerKey(header)));
  const isTiller = found.length > 1 && keys.has(headerKey(mark));
  return isTiller ? { ...TILLER_HEADERS, dateAdded: COLUMN_HEADERS.dateAdded } : {};
}

/** Column names for messages, including the two money columns, which have no default headers. */
export const SHEET_HEADERS: Readonly<Record<SheetColumn, string>> = {
  ...COLUMN_HEADERS,
  moneyIn: 'Money In',
  moneyOut: 'Money Out',
};

export const HEADER_SEARCH_ROWS = 20;

/** Enough for the user to recognize the columns: the lowest possible header line and some lines below it. */
export const HEAD_ROWS = HEADER_SEARCH_ROWS + 6;
export const HEAD_COLUMNS = 80;

/** The cells of a row that have a value or a formula, for choosing columns. */
export function headLine<C extends Cell>({ index, cells }: SheetRow<C>, sense: CellSense<C>): HeadLine {
  const heads = cells.filter((cell) => cell.column < HEAD_COLUMNS && (cell.isFormula || isFilled(cell)));
  return { row: index, cells: heads.map((cell) => headCell(cell, sense)) };
}

export function headerKey(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Normalized names to look for: the remembered name, or if there is none, the default names in all languages. */
export function sheetKeys(role: SheetRole, remembered: { readonly name: string } | null): readonly string[] {
  if (remembered !== null) return [headerKey(remembered.name)];
  return (role === 'transactions' ? [SHEET_NAMES.transactions] : sheetNames(role)).map(headerKey);
}

export function freeName(name: string, usedKeys: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; usedKeys.has(headerKey(free)); number += 1) free = `${name} ${number}`;
  return free;
}

/** A possible header line. `positions` lists the columns of each normalized text. */
export interface HeaderLine {
  readonly row: number;
  readonly positions: ReadonlyMap<string, readonly number[]>;
  readonly texts: ReadonlyMap<number, string>;
}

export function headerLine({ index, cells }: SheetRow): HeaderLine {
  const texts = cells.filter(({ kind, text }) => kind === 'text' && headerKey(text) !== '');
  return toHeaderLine(index, new Map(texts.map(({ column, text }) => [column, text.trim()])));
}

export function toHeaderLine(row: number, texts: HeaderLine['texts']): HeaderLine {
  const columnsByText = Map.groupBy(texts.keys(), (column) => headerKey(texts.get(column) ?? ''));
  return { row, positions: columnsByText, texts };
}

/** The column with the first of `names` that occurs in the line. */
export function positionOf(positions: HeaderLine['positions'], names: readonly string[]): number | undefined {
  return names.map((name) => positions.get(headerKey(name))?.[0]).find((position) => position !== undefined);
}

/** The line with the most matching headers; if several match equally, the upper one. Null if no header matches. */
export function bestHeaderLine(lines: readonly HeaderLine[], names: readonly string[]): HeaderLine | null {
  let best: HeaderLine | null = null;
  let most = 0;
  for (const line of lines) {
    const count = names.filter((header) => line.positions.has(headerKey(header))).length;
    if (count > most) [best, most] = [line, count];
  }
  return best;
}
