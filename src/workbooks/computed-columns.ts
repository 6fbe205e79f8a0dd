import { SHEET_COLUMNS, isRequiredIn, type SheetColumn } from '../core/sheet-columns.ts';
import type { Layout, SheetProblem } from '../core/snapshot.ts';
import { problem } from '../messages/problem.ts';
import { type PennyrowError, createError } from '../platform/errors.ts';
import { columnLetters } from './column-letters.ts';
import type { ColumnPositions } from './columns.ts';
import { sheetProblem } from '../core/sheet-problem.ts';

export type ComputedColumns = ReadonlyMap<SheetColumn, string>;

export function columnName(header: string, position: number): string {
  return `${header.trim()} (${columnLetters(position)})`.trim();
}

export function computedNote(sheet: string, computed: ComputedColumns): Omit<SheetProblem, 'sheet'> | null {
  if (computed.size === 0) return null;
  return sheetProblem(problem('workbook_column_computed', { sheet, columns: [...computed.values()], use: 'left' }));
}

/** Throws PennyrowError `workbook_column_computed` if array formulas fill columns that every row needs. */
export function refuseComputed(
  sheet: string,
  { columns, computed }: { readonly columns: ColumnPositions; readonly computed: ComputedColumns },
): void {
  const needed = SHEET_COLUMNS.filter((column) => isRequiredIn(columns, column));
  const names = needed.flatMap((column) => computed.get(column) ?? []);
  if (names.length > 0) throw columnsComputed(sheet, names);
}

export function columnsComputed(sheet: string, columns: readonly string[]): PennyrowError {
  return createError('workbook_column_computed', { sheet, columns, use: 'other' });
}

export function computedIn(
  positions: ReadonlySet<number>,
  columns: ColumnPositions,
  headers: ReadonlyMap<number, string>,
): ComputedColumns {
  return new Map(
    (Object.entries(columns) as [SheetColumn, number][])
      .filter(([, position]) => positions.has(position))
      .map(([column, position]) => [column, columnName(headers.get(position) ?? '', position)]),
  );
}

export function computedBefore({ columns }: Pick<Layout, 'columns'>): ReadonlySet<number> {
  return new Set(Object.values(columns).flatMap(({ position, isComputed }) => (isComputed === true ? position : [])));
}

export function withComputed(columns: Layout['columns'], computed: ComputedColumns): Layout['columns'] {
  return Object.fromEntries(
    Object.entries(columns).map(([column, known]) => [
      column,
      computed.has(column as SheetColumn) ? { ...known, isComputed: true } : known,
    ]),
  );
}
