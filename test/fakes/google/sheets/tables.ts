import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../google-error.ts';
import type { SheetState, SpreadsheetState } from './model.ts';

type Table = sheets_v4.Schema$Table;

export function tableById(state: SpreadsheetState, tableId: string): { sheet: SheetState; table: Table } {
  for (const sheet of state.sheets) {
    const table = sheet.tables.find((candidate) => candidate.tableId === tableId);
    if (table !== undefined) return { sheet, table };
  }
  throw new RequestProblem(`No table with id: ${tableId}`);
}

/** A table takes its column names from its header row. */
export function withHeaders(table: Table, sheet: SheetState): Table {
  const [top, left] = [table.range?.startRowIndex ?? 0, table.range?.startColumnIndex ?? 0];
  const columnProperties = (table.columnProperties ?? []).map((column) => {
    const header = sheet.rows[top]?.cells[left + (column.columnIndex ?? 0)]?.value;
    return { ...column, columnName: typeof header === 'string' ? header : `Column ${(column.columnIndex ?? 0) + 1}` };
  });
  return { ...table, columnProperties };
}

/** Adjusts a table's columns to the moved columns of the sheet; a new column in it has no type. */
export function followColumns(table: Table, after: Table, at: (index: number) => number | null): Table {
  const [before, left] = [table.range?.startColumnIndex ?? 0, after.range?.startColumnIndex ?? 0];
  const width = (after.range?.endColumnIndex ?? 0) - left;
  const moved = new Map(
    (table.columnProperties ?? []).map((column) => [at(before + (column.columnIndex ?? 0)), column]),
  );
  const columnProperties = Array.from({ length: width }, (_, columnIndex) => ({
    ...moved.get(left + columnIndex),
    columnIndex,
  }));
  return { ...after, columnProperties };
}
