import { BALANCE_COLUMNS, BALANCE_TABLE, REQUIRED_BALANCE_COLUMNS } from '../core/balance-sheet.ts';
import { REQUIRED_COLUMNS } from '../core/row.ts';
import { MONEY_COLUMNS, SHEET_COLUMNS, isMoneyColumn, type SheetColumn } from '../core/sheet-columns.ts';
import type { Layout, RememberedColumn } from '../core/snapshot.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { columnLetters } from './column-letters.ts';
import { USUAL_HEADERS, bestHeaderLine, headerKey, type HeaderLine } from './headers.ts';

/** Positions of the columns, counted from 0. */
export type ColumnPositions = Readonly<Partial<Record<SheetColumn, number>>>;

/** Which columns a sheet of rows has, and what they are called where nobody has renamed them. */
export interface SheetColumns {
  readonly columns: readonly SheetColumn[];
  /** One that is not named here is known by what a person said of it alone. */
  readonly headers: Readonly<Partial<Record<SheetColumn, string>>>;
  /** Without these the sheet is of no use. */
  readonly required: readonly SheetColumn[];
}

const TRANSACTIONS: SheetColumns = {
  columns: SHEET_COLUMNS,
  headers: USUAL_HEADERS,
  required: REQUIRED_COLUMNS,
};

export const BALANCES: SheetColumns = {
  columns: BALANCE_COLUMNS,
  headers: Object.fromEntries(BALANCE_COLUMNS.map((column) => [column, BALANCE_TABLE[column].header])),
  required: REQUIRED_BALANCE_COLUMNS,
};

/** Remembered columns of one sheet of rows. */
export type RememberedRows = Pick<Layout, 'headerRow' | 'columns' | 'outIsNegative' | 'unused' | 'lacking'>;

/** Columns found by the header alone. */
export interface HeaderMatch {
  readonly line: HeaderLine;
  readonly columns: ColumnPositions;
  /** Known from before, but no header is called so any more: only their content can tell. */
  readonly unsettled: readonly SheetColumn[];
  /** The places of unsettled columns according to the workbook's own marks. */
  readonly expected: ColumnPositions;
}

/** Places of columns according to the workbook's own marks. A column that was copied has several. */
export type IdentifiedColumns = ReadonlyMap<SheetColumn, readonly number[]>;

/** How many of a column's remembered values a position of the sheet still holds. */
export type ContentMatches = ReadonlyMap<SheetColumn, ReadonlyMap<number, number>>;

/**
 * Knows the columns by what the workbook itself says of them and by their headers: those remembered, wherever they
 * stand now, and the usual names of those that are new. A column that the workbook identifies but whose header was
 * changed is still asked for its content, for a person may have made another one of it. Throws
 * `workbook_ambiguous_column` for a header that is there twice and `workbook_column_lost` when the sheet has no header
 * or, the first time, lacks a column that it must have.
 */
export function matchHeaders(
  sheet: string,
  lines: readonly HeaderLine[],
  remembered: RememberedRows | null,
  identified: IdentifiedColumns = NONE,
  table: SheetColumns = TRANSACTIONS,
): HeaderMatch {
  const known = remembered?.columns ?? {};
  const headerOf = (column: SheetColumn): string => known[column]?.header ?? table.headers[column] ?? '';
  const headers = table.columns.map(headerOf);
  const line =
    bestHeaderLine(lines, headers) ??
    lines.find(({ row }) => row === remembered?.headerRow) ??
    lines.find((each) => namesAll(each, identified));
  if (line === undefined) throw columnLost(sheet, table.headers.date ?? '');
  const columns: Partial<Record<SheetColumn, number>> = {};
  const expected: Partial<Record<SheetColumn, number>> = {};
  const unsettled: SheetColumn[] = [];
  const inTwo =
    known.amount === undefined &&
    MONEY_COLUMNS.every((column) => known[column] !== undefined || identified.has(column));
  for (const column of table.columns) {
    if (
      isMoneyColumn(column) ? !inTwo : remembered?.lacking?.includes(column) === true || (column === 'amount' && inTwo)
    )
      continue;
    const header = headerOf(column);
    if (known[column] === undefined && isLeftAlone(column, remembered, table)) {
      if (table.required.includes(column)) throw columnLost(sheet, header);
      continue;
    }
    const places = line.positions.get(headerKey(header)) ?? [];
    const [first, second] = places;
    if (first !== undefined && second !== undefined) {
      const memory = known[column];
      if (memory?.twins === undefined) throw ambiguous(sheet, header, line.row, first, second);
      const chosen = placeAmongTwins(memory, places, identified.get(column) ?? []);
      if (chosen !== undefined) expected[column] = chosen;
      unsettled.push(column);
      continue;
    }
    const own = ownPlace(sheet, line.row, header, first, known[column], identified.get(column) ?? []);
    if (own !== undefined && (own === first || known[column] === undefined)) columns[column] = own;
    else if (own !== undefined) {
      expected[column] = own;
      unsettled.push(column);
    } else if (first !== undefined && !isAnothers(column, first, identified)) columns[column] = first;
    else if (known[column] !== undefined) unsettled.push(column);
    else if (table.required.includes(column)) throw columnLost(sheet, header);
  }
  return { line, columns, unsettled, expected };
}

const NONE: IdentifiedColumns = new Map();

/** A workbook that was once mapped: its header has a text above each column that it identifies, unlike a row of values. */
function namesAll({ texts }: HeaderLine, identified: IdentifiedColumns): boolean {
  const places = [...identified.values()];
  return places.length > 0 && places.every((each) => each.some((position) => texts.has(position)));
}

/** A person wants it so, or said that the header of that name is another column's. */
function isLeftAlone(column: SheetColumn, remembered: RememberedRows | null, table: SheetColumns): boolean {
  const header = headerKey(table.headers[column] ?? '');
  return (
    (!isMoneyColumn(column) && remembered?.unused?.includes(column) === true) ||
    Object.values(remembered?.columns ?? {}).some((other) => headerKey(other.header) === header)
  );
}

/** Which of several columns of one name a person meant: the one the workbook marks, else the one still at its place. */
function placeAmongTwins(
  { position, twins = [] }: RememberedColumn,
  places: readonly number[],
  identified: readonly number[],
): number | undefined {
  const own = identified.filter((place) => places.includes(place));
  if (own.length === 1) return own[0];
  const asBefore = new Set([position, ...twins]);
  return places.length === asBefore.size && places.every((place) => asBefore.has(place)) ? position : undefined;
}

/** Of several places that a workbook names for one column, the one with its header or at its old place. */
function ownPlace(
  sheet: string,
  row: number,
  header: string,
  named: number | undefined,
  known: RememberedColumn | undefined,
  places: readonly number[],
): number | undefined {
  const [first, second] = places;
  if (named !== undefined && places.includes(named)) return named;
  if (first === undefined || second === undefined) return first;
  if (known !== undefined && places.includes(known.position)) return known.position;
  throw ambiguous(sheet, header, row, first, second);
}

function isAnothers(column: SheetColumn, position: number, identified: IdentifiedColumns): boolean {
  return [...identified].some(([other, places]) => other !== column && places.includes(position));
}

/**
 * Settles the columns whose header is unknown: at its old place, if the content there is still its own
 * (renamed); else at the one other place that holds its content (moved and renamed). Never a guess:
 * throws `workbook_ambiguous_column` or `workbook_column_lost` instead.
 */
export function settleByContent(
  sheet: string,
  match: HeaderMatch,
  remembered: RememberedRows,
  content: ContentMatches,
): ColumnPositions {
  const columns: Partial<Record<SheetColumn, number>> = { ...match.columns };
  for (const column of match.unsettled) {
    const memory = remembered.columns[column] as RememberedColumn;
    const taken = Object.values(columns);
    const places = placesOf(column, memory, content).filter((position) => !taken.includes(position));
    const expected = match.expected[column];
    const isExpected =
      expected !== undefined && !taken.includes(expected) && (memory.sample.length === 0 || places.includes(expected));
    columns[column] = isExpected ? expected : settle(sheet, match, remembered, memory, places);
  }
  return columns;
}

function settle(
  sheet: string,
  match: HeaderMatch,
  remembered: RememberedRows,
  memory: RememberedColumn,
  places: readonly number[],
): number {
  const [first, second] = places;
  const isOneOfTwins = memory.twins !== undefined && second !== undefined;
  if (places.includes(memory.position) && !isOneOfTwins) return memory.position;
  if (first !== undefined && second !== undefined) throw ambiguous(sheet, memory.header, match.line.row, first, second);
  if (first !== undefined) return first;
  // A column that never held a value has only its place; that is enough while no other column has left its own.
  const isRenamedInPlace =
    memory.sample.length === 0 && match.line.texts.has(memory.position) && nothingMoved(match.columns, remembered);
  if (!isRenamedInPlace) throw columnLost(sheet, memory.header);
  return memory.position;
}

function placesOf(column: SheetColumn, memory: RememberedColumn, content: ContentMatches): number[] {
  const enough = Math.ceil(memory.sample.length / 2);
  return [...(content.get(column) ?? [])]
    .filter(([, found]) => enough > 0 && found >= enough)
    .map(([position]) => position);
}

function nothingMoved(columns: ColumnPositions, remembered: RememberedRows): boolean {
  return SHEET_COLUMNS.every(
    (column) =>
      columns[column] === undefined || (remembered.columns[column]?.position ?? columns[column]) === columns[column],
  );
}

function columnLost(sheet: string, header: string): PennyrowError {
  return new PennyrowError(problem('workbook_column_lost', { sheet, header }));
}

function ambiguous(sheet: string, header: string, row: number, first: number, second: number): PennyrowError {
  const cell = (position: number): string => `${columnLetters(position)}${row}`;
  return new PennyrowError(
    problem('workbook_ambiguous_column', { sheet, header, first: cell(first), second: cell(second) }),
  );
}
