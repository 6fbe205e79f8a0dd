import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../google-error.ts';
import { EMPTY_ROW, hasValue, usedRows, type Cell, type SheetState, type SpreadsheetState } from './model.ts';

type Table = sheets_v4.Schema$Table;

export function tableById(state: SpreadsheetState, tableId: string): { sheet: SheetState; table: Table } {
  for (const sheet of state.sheets) {
    const table = sheet.tables.find((candidate) => candidate.tableId === tableId);
    if (table !== undefined) return { sheet, table };
  }
  throw new RequestProblem(`No table with id: ${tableId}`);
}

/**
 * Makes room for rows after the last row of a table that has content, and returns the first of them. If the table must
 * grow, the cells below it move down.
 */
export function growTable(sheet: SheetState, table: Table, count: number): number {
  const {
    startRowIndex: top = 0,
    endRowIndex: end = 0,
    startColumnIndex: left = 0,
    endColumnIndex: right = 0,
  } = table.range ?? {};
  const [first, last, from, to] = [top ?? 0, end ?? 0, left ?? 0, right ?? 0];
  let at = last;
  while (
    at > first + 1 &&
    !sheet.rows[at - 1]?.cells.slice(from, to).some((cell) => cell !== undefined && hasValue(cell))
  )
    at -= 1;
  const missing = at + count - last;
  if (missing <= 0) return at;
  const used = usedRows(sheet, hasValue, from, to);
  const isFreeBelow = !sheet.rows
    .slice(last, last + missing)
    .some(({ cells }) => cells.slice(from, to).some((cell) => cell !== undefined && hasValue(cell)));
  const needed = isFreeBelow ? last + missing : Math.max(used, last) + missing;
  while (sheet.rows.length < needed) sheet.rows.push(EMPTY_ROW);
  if (!isFreeBelow) shiftDown(sheet, last, missing, from, to);
  const range = { ...table.range, endRowIndex: last + missing };
  sheet.tables = sheet.tables.map((candidate) =>
    candidate.tableId === table.tableId ? { ...table, range } : candidate,
  );
  return at;
}

function shiftDown(sheet: SheetState, from: number, count: number, left: number, right: number): void {
  for (let row = sheet.rows.length - 1; row >= from; row -= 1) {
    const source = row - count >= from ? (sheet.rows[row - count]?.cells ?? []) : [];
    const line = sheet.rows[row] ?? EMPTY_ROW;
    const cells: (Cell | undefined)[] = Array.from(
      { length: Math.max(line.cells.length, Math.min(right, source.length)) },
      (_, column) => (column >= left && column < right ? source[column] : line.cells[column]),
    );
    sheet.rows[row] = { ...line, cells };
  }
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
