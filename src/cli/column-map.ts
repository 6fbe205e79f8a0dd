import type { AdditionsWanted, ColumnMapping, HeadView } from '../contract/control/workbook.ts';
import { REQUIRED_COLUMNS } from '../core/row.ts';
import { MONEY_COLUMNS, SHEET_COLUMNS, isMoneyColumn, shows, type SheetColumn } from '../core/sheet-columns.ts';
import type { ProblemParameters } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';

/** What a person says of columns: a header or a letter for each; null for one that should not be used. */
export type ColumnMap = ReadonlyMap<SheetColumn, string | null>;

/** Where Pennyrow's columns stand, from 0. */
export type Positions = Readonly<Partial<Record<SheetColumn, number>>>;

/** A comma parts two columns only where the next one begins: headers have commas too. */
const NEXT = /,(?=[\s\w-]+=)/;

/**
 * Reads `date=Datum,amount=C,category=`.
 *
 * @throws PennyrowError input_columns
 */
export function readColumnMap(texts: readonly string[]): ColumnMap {
  const map = new Map<SheetColumn, string | null>();
  for (const text of texts.flatMap((each) => each.split(NEXT))) {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (name === '') throw wrongColumns({ reason: 'unreadable', given: text });
    map.set(columnNamed(name.trim()), value.trim() === '' ? null : value.trim());
  }
  return map;
}

function columnNamed(name: string): SheetColumn {
  const plain = (text: string): string => text.replaceAll(/[\s_-]/g, '').toLowerCase();
  const column = SHEET_COLUMNS.find((each) => plain(each) === plain(name));
  if (column !== undefined) return column;
  throw wrongColumns({ reason: 'unknown', given: name, names: SHEET_COLUMNS });
}

/**
 * The places of what a person named, in the sheet's line of names; `proposed` where they said nothing.
 *
 * @throws PennyrowError input_columns
 */
export function placeColumns(map: ColumnMap, head: HeadView, headerRow: number, proposed: Positions): Positions {
  const positions: Partial<Record<SheetColumn, number>> = { ...proposed };
  for (const [column, wanted] of map) {
    delete positions[column];
    if (wanted !== null) positions[column] = placeOf(wanted, head, headerRow);
  }
  // What a person gives to one column is not the one any more that was guessed for it.
  for (const [column, position] of Object.entries(positions) as [SheetColumn, number][]) {
    const isGivenAway = [...map.keys()].some(
      (named) => positions[named] === position || isOtherWay(named, column, map),
    );
    if (!map.has(column) && isGivenAway) delete positions[column];
  }
  return positions;
}

/** Amounts that a person places in one column are no longer in two, nor the other way around. */
function isOtherWay(named: SheetColumn, column: SheetColumn, map: ColumnMap): boolean {
  if (map.get(named) === null) return false;
  return isMoneyColumn(named) ? column === 'amount' : named === 'amount' && isMoneyColumn(column);
}

function placeOf(wanted: string, { name, lines }: HeadView, headerRow: number): number {
  const cells = (lines.find(({ row }) => row === headerRow)?.cells ?? []).filter(({ isText }) => isText);
  const plain = (text: string): string => text.trim().toLowerCase();
  const [first, ...more] = cells.filter(({ text }) => plain(text) === plain(wanted));
  if (first !== undefined && more.length > 0)
    throw wrongColumns({
      reason: 'ambiguous',
      given: wanted,
      sheet: name,
      names: [first, ...more].map(({ letter }) => letter),
    });
  const found = first ?? cells.find(({ letter }) => letter === wanted.toUpperCase());
  if (found !== undefined) return found.position;
  const there = cells.map(({ letter, text }) => `${text} (${letter})`);
  const reason = there.length === 0 ? 'unnamed' : 'absent';
  throw wrongColumns({ reason, given: wanted, sheet: name, row: String(headerRow), names: there });
}

/**
 * What control takes; it says what else is wrong.
 *
 * @throws PennyrowError input_columns when one is left out that rows cannot be written without
 */
export function asMapping(
  sheet: string,
  headerRow: number,
  columns: Positions,
  add: AdditionsWanted | null = null,
): ColumnMapping {
  // Of one that is chosen of the two for money, control says that the other one is missing.
  const isHalf = MONEY_COLUMNS.some((column) => columns[column] !== undefined);
  const missing = REQUIRED_COLUMNS.filter(
    (column) => !shows(columns, column) && add?.columns.includes(column) !== true && !(column === 'amount' && isHalf),
  );
  if (missing.length > 0) {
    const given = missing.map((column) => `${column}=HEADER`).join(',');
    throw wrongColumns({ reason: 'missing', given, sheet, names: missing });
  }
  return { sheet, headerRow, columns, ...(add !== null && { add }) };
}

type Wrong = ProblemParameters['input_columns'];

export function wrongColumns(what: Pick<Wrong, 'reason' | 'given'> & Partial<Wrong>): PennyrowError {
  return new PennyrowError(problem('input_columns', { sheet: '', row: '', names: [], ...what }));
}
