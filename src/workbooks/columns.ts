import { BALANCE_COLUMNS, REQUIRED_BALANCE_COLUMNS, TILLER_BALANCE_COLUMNS } from '../core/balance-sheet.ts';
import { balanceColumnName, languageOfSheet } from '../core/local-names.ts';
import { REQUIRED_COLUMNS } from '../core/row.ts';
import { MONEY_COLUMNS, SHEET_COLUMNS, isMoneyColumn, type SheetColumn } from '../core/sheet-columns.ts';
import type { Layout, RememberedColumn } from '../core/snapshot.ts';
import { type PennyrowError, createError } from '../platform/errors.ts';
import { columnLetters } from './column-letters.ts';
import { USUAL_HEADERS, bestHeaderLine, headerKey, tillerHeaders, type HeaderLine } from './headers.ts';

export type ColumnPositions = Readonly<Partial<Record<SheetColumn, number>>>;

export function positionsOf(columns: Layout['columns']): ColumnPositions {
  return Object.fromEntries(Object.entries(columns).map(([column, { position }]) => [column, position]));
}

export interface SheetColumns {
  readonly columns: readonly SheetColumn[];
  /** A column without a header here is only used if the user chose it. */
  readonly headers: Readonly<Partial<Record<SheetColumn, string>>>;
  readonly required: readonly SheetColumn[];
  /** The header that identifies a sheet of Tiller. Default: the header of transaction ids. */
  readonly tillerMark?: string;
}

const TRANSACTIONS: SheetColumns = {
  columns: SHEET_COLUMNS,
  headers: USUAL_HEADERS,
  required: REQUIRED_COLUMNS,
};

/** The columns of a sheet of balances, named in the language of the sheet's own name. */
export function balanceColumns(sheet: string): SheetColumns {
  const language = languageOfSheet(sheet);
  return {
    columns: [...BALANCE_COLUMNS, ...TILLER_BALANCE_COLUMNS],
    headers: Object.fromEntries(BALANCE_COLUMNS.map((column) => [column, balanceColumnName(column, language)])),
    required: REQUIRED_BALANCE_COLUMNS,
    tillerMark: 'Time',
  };
}

export type RememberedRows = Pick<
  Layout,
  'headerRow' | 'columns' | 'outIsNegative' | 'unused' | 'lacking' | 'newestFirst' | 'newRows'
>;

export type HeaderMatch = ReturnType<typeof matchHeaders>;

/** Positions of the columns that `Workbook.identify` marked. There are several if the user copied a marked column. */
export type IdentifiedColumns = ReadonlyMap<SheetColumn, readonly number[]>;

/** For each column and each position in the sheet: how many remembered values of the column are there. */
export type ContentMatches = ReadonlyMap<SheetColumn, ReadonlyMap<number, number>>;

/**
 * Finds columns by the marks of `Workbook.identify`, then by remembered and default headers. A marked column with a changed
 * header is listed in `unsettled`, because the user may have reused the column. Throws `workbook_ambiguous_column` for a
 * repeated header, and `workbook_column_lost` if there is no header line or a required column is missing.
 */
export function matchHeaders(
  sheet: string,
  lines: readonly HeaderLine[],
  remembered: RememberedRows | null,
  identified: IdentifiedColumns = NONE,
  usual: SheetColumns = TRANSACTIONS,
) {
  const rememberedColumns = remembered?.columns ?? {};
  const headers = usual.columns.map((column) => rememberedColumns[column]?.header ?? usual.headers[column] ?? '');
  const line =
    bestHeaderLine(lines, headers) ??
    lines.find(({ row }) => row === remembered?.headerRow) ??
    lines.find((each) => namesAll(each, identified));
  if (line === undefined) throw columnLost(sheet, usual.headers.date ?? '');
  const more = remembered === null ? tillerHeaders(line.positions, usual.tillerMark) : {};
  const table = { ...usual, headers: { ...usual.headers, ...more } };
  const headerOf = (column: SheetColumn): string => rememberedColumns[column]?.header ?? table.headers[column] ?? '';
  const columns: Partial<Record<SheetColumn, number>> = {};
  /** Remembered columns whose header is missing or repeated; `settleByContent` finds them by their content. */
  const unsettled: SheetColumn[] = [];
  /** The likely positions of unsettled columns: the marked ones, or the previous ones. */
  const expected: Partial<Record<SheetColumn, number>> = {};
  const inTwo =
    rememberedColumns.amount === undefined &&
    MONEY_COLUMNS.every((column) => rememberedColumns[column] !== undefined || identified.has(column));
  for (const column of table.columns) {
    if (
      isMoneyColumn(column) ? !inTwo : remembered?.lacking?.includes(column) === true || (column === 'amount' && inTwo)
    )
      continue;
    const header = headerOf(column);
    if (rememberedColumns[column] === undefined && isLeftAlone(column, remembered, table)) {
      if (table.required.includes(column)) throw columnLost(sheet, header);
      continue;
    }
    const places = line.positions.get(headerKey(header)) ?? [];
    const [first, second] = places;
    if (first !== undefined && second !== undefined) {
      const memory = rememberedColumns[column];
      if (memory?.twins === undefined) throw ambiguous(sheet, header, line.row, first, second);
      const chosen = placeAmongTwins(memory, places, identified.get(column) ?? []);
      if (chosen !== undefined) expected[column] = chosen;
      unsettled.push(column);
      continue;
    }
    const own = ownPlace(sheet, line.row, header, first, rememberedColumns[column], identified.get(column) ?? []);
    if (own !== undefined && (own === first || rememberedColumns[column] === undefined)) columns[column] = own;
    else if (own !== undefined) {
      expected[column] = own;
      unsettled.push(column);
    } else if (first !== undefined && !belongsToOther(column, first, identified)) columns[column] = first;
    else if (rememberedColumns[column] !== undefined) unsettled.push(column);
    else if (table.required.includes(column)) throw columnLost(sheet, header);
  }
  return { line, columns, unsettled, expected };
}

const NONE: IdentifiedColumns = new Map();

/** True if the line has text in every marked column, which distinguishes a header line from a row of values. */
function namesAll({ texts }: HeaderLine, identified: IdentifiedColumns): boolean {
  const places = [...identified.values()];
  return places.length > 0 && places.every((each) => each.some((position) => texts.has(position)));
}

/** True if the user disabled the column, or assigned its header to another column. */
function isLeftAlone(column: SheetColumn, remembered: RememberedRows | null, table: SheetColumns): boolean {
  const header = headerKey(table.headers[column] ?? '');
  return (
    (!isMoneyColumn(column) && remembered?.unused?.includes(column) === true) ||
    Object.values(remembered?.columns ?? {}).some((other) => headerKey(other.header) === header)
  );
}

/** Chooses from several columns with the same header: the marked one, else the remembered one if none of them moved. */
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

function ownPlace(
  sheet: string,
  row: number,
  header: string,
  named: number | undefined,
  previous: RememberedColumn | undefined,
  places: readonly number[],
): number | undefined {
  const [first, second] = places;
  if (named !== undefined && places.includes(named)) return named;
  if (first === undefined || second === undefined) return first;
  if (previous !== undefined && places.includes(previous.position)) return previous.position;
  throw ambiguous(sheet, header, row, first, second);
}

function belongsToOther(column: SheetColumn, position: number, identified: IdentifiedColumns): boolean {
  return [...identified].some(([other, places]) => other !== column && places.includes(position));
}

/** Finds unsettled columns by their remembered values. Throws `workbook_ambiguous_column` or `workbook_column_lost` instead of guessing. */
export function settleByContent(
  sheet: string,
  match: HeaderMatch,
  remembered: RememberedRows,
  content: ContentMatches,
): ColumnPositions {
  const columns: Partial<Record<SheetColumn, number>> = { ...match.columns };
  for (const column of match.unsettled) {
    const memory = remembered.columns[column] as RememberedColumn;
    const used = Object.values(columns);
    const places = placesOf(column, memory, content).filter((position) => !used.includes(position));
    const expected = match.expected[column];
    const isExpected =
      expected !== undefined && !used.includes(expected) && (memory.sample.length === 0 || places.includes(expected));
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
  // A column that never had a value can only be recognized by its position, and only while no other column moved.
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
  return createError('workbook_column_lost', { sheet, header });
}

function ambiguous(sheet: string, header: string, row: number, first: number, second: number): PennyrowError {
  const cell = (position: number): string => `${columnLetters(position)}${row}`;
  return createError('workbook_ambiguous_column', { sheet, header, first: cell(first), second: cell(second) });
}
