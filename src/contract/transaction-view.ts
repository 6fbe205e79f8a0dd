import type { TRANSACTION_TABLE, CellType } from '../core/transaction-table.ts';
import { wireFields, wireName, type WireColumn, type WireTransaction } from '../core/wire.ts';

type Wire<Key extends WireColumn> = (typeof TRANSACTION_TABLE)[Key]['wire'];

type ViewName<Key extends WireColumn> = Wire<Key> extends { readonly view: infer Name extends string } ? Name : Key;

type ViewTexts = { readonly [Key in WireColumn as ViewName<Key>]: string };

/** A row of the sheet, with the field names of the API. `dateText`: the date as the sheet shows it. */
export interface TransactionView extends ViewTexts {
  readonly id: string;
  /** Row number in the sheet at the time when Pennyrow read it. */
  readonly row: number;
  readonly day: string;
  readonly currency: string;
}

export const MOST_SET_AT_ONCE = 5000;

/** The `id` may repeat: unlike the API, the export adds no suffix to a repeated id. */
export interface ExportedTransaction extends WireTransaction {
  readonly id: string;
}

export interface ViewField {
  readonly column: WireColumn;
  readonly type: CellType;
  readonly key: keyof ViewTexts;
  readonly name: Exclude<keyof WireTransaction, 'row_index'>;
  readonly orElse: Exclude<keyof WireTransaction, 'row_index'> | null;
}

export const VIEW_FIELDS = wireFields([]).map(({ column, type, name, view, orElse }): ViewField => ({
  column,
  type,
  name,
  key: (view ?? column) as keyof ViewTexts,
  orElse: orElse === undefined ? null : wireName(orElse as WireColumn),
}));

/** `once` returns one shared string for all equal texts, which saves memory. */
export function viewOf(
  fields: WireTransaction,
  rest: Pick<TransactionView, 'id' | 'day' | 'currency'>,
  once: (text: string, field: ViewField) => string,
): TransactionView {
  const view: Record<string, string | number> = { ...rest, row: fields.row_index };
  for (const field of VIEW_FIELDS) {
    const text = fields[field.name] ?? '';
    view[field.key] = field.orElse !== null && text === fields[field.orElse] ? '' : once(text, field);
  }
  return view as unknown as TransactionView;
}

const CSV_COLUMNS: readonly CsvColumn<ExportedTransaction>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'row_index', value: (row) => String(row.row_index), numeric: true },
  ...wireFields(['date', 'amount']).map(({ name, type }): CsvColumn<ExportedTransaction> => ({
    name,
    value: (row) => row[name] ?? '',
    ...(type === 'amount' && { numeric: true }),
  })),
];

/** Header and rows are separate, because callers write the rows in several parts. */
export const TRANSACTIONS_CSV = {
  header: headerOf(CSV_COLUMNS),
  lines: (rows: readonly ExportedTransaction[]): string => linesOf(CSV_COLUMNS, rows),
};

export interface CsvColumn<Row> {
  readonly name: string;
  readonly value: (row: Row) => string;
  readonly numeric?: true;
}

/** CSV by RFC 4180 with a header row. Escapes cells that spreadsheet programs would run as formulas. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return headerOf(columns) + linesOf(columns, rows);
}

function headerOf<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `${columns.map(({ name }) => name).join(',')}\r\n`;
}

function linesOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const line = (row: Row): string =>
    columns.map(({ value, numeric }) => field(harmless(value(row), numeric === true))).join(',');
  return rows.map((row) => `${line(row)}\r\n`).join('');
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Spreadsheet programs run a cell that begins with one of these: https://owasp.org/www-community/attacks/CSV_Injection */
const RUNS = /^[=+\-@\t\r\n＝＋－＠]/;

/** Some readers start a new cell at these characters: Excel splits at semicolons in most of Europe. */
const RUNS_LATER = /([;|\t\r\n])(?="*[=+\-@\t\r\n＝＋－＠])/g;

function harmless(text: string, isNumeric: boolean): string {
  if (isNumeric && PLAIN_NUMBER.test(text)) return text;
  const later = text.replaceAll(RUNS_LATER, "$1'");
  return RUNS.test(text) ? `'${later}` : later;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
