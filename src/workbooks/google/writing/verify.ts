import type { sheets_v4 } from '@googleapis/sheets';
import { COLUMNS, type Row } from '../../../core/row.ts';
import { shows } from '../../../core/sheet-columns.ts';
import type { WorkbookChange } from '../../../core/workbook-change.ts';
import { isDateColumn } from '../../cell.ts';
import { columnLetters } from '../../column-letters.ts';
import { ProblemList } from '../../problem-list.ts';
import { showsValue } from '../../row-cells.ts';
import { RowCollector } from '../../row-collector.ts';
import type { LocatedRows } from '../reading/located-spreadsheet.ts';
import { GOOGLE_SENSE, VALUE_FIELDS, type GoogleCell } from '../reading/google-cell.ts';
import { rowsOf } from '../reading/grid-block.ts';
import { readAnswerWhole } from '../reading/read-answer.ts';
import type { SheetStructure } from '../reading/structure.ts';
import type { RowEdits } from './row-edits.ts';
import type { SheetRows } from './precheck.ts';

/** Kept minimal: the response is as large as the change and entirely in memory. */
export const READ_BACK_FIELDS = `sheets(properties(sheetId),data(startRow,startColumn,rowData(values(${VALUE_FIELDS}))))`;

/**
 * Ranges to return in the write's response: new rows, the line below and the two above, whose formulas may continue, changed
 * rows, and all ids after removals.
 */
export function readBackRanges(
  { transactions, headerRow, lastUsedRow, columns }: LocatedRows,
  { updates, removals }: RowEdits,
  appended: number,
): string[] {
  const positions = Object.values(columns);
  const [left, right] = [columnLetters(Math.min(...positions)), columnLetters(Math.max(...positions))];
  const sheet = sheetInA1(transactions);
  const touched = [...new Set([...updates, ...removals].map(({ row }) => row))];
  // Without an id column, all columns identify a row.
  const ids = columns.transactionId === undefined ? [left, right] : [columnLetters(columns.transactionId)];
  const below = lastUsedRow + appended + 1;
  return [
    ...(appended > 0 && lastUsedRow < transactions.rowCount ? [`${sheet}!${below}:${below}`] : []),
    ...(appended > 0 && lastUsedRow > headerRow + 1 ? [`${sheet}!${lastUsedRow - 1}:${lastUsedRow}`] : []),
    ...(appended > 0 ? [`${sheet}!${left}${lastUsedRow + 1}:${right}${lastUsedRow + appended}`] : []),
    ...touched.map((row) => `${sheet}!${left}${row}:${right}${row}`),
    ...(removals.length > 0 ? [`${sheet}!${ids[0]}:${ids.at(-1)}`] : []),
  ];
}

export function sheetInA1({ title }: Pick<SheetStructure, 'title'>): string {
  return `'${title.replaceAll("'", "''")}'`;
}

/** Numbers in date columns count as dates, because new rows get that format. */
export function rowsReadBack(answer: sheets_v4.Schema$Spreadsheet, { transactions, columns }: LocatedRows): SheetRows {
  const blocks = readAnswerWhole(answer).sheets.find(({ sheetId }) => sheetId === transactions.sheetId)?.blocks ?? [];
  if (blocks.length === 0) return new Map();
  const days: ReadonlySet<number | undefined> = new Set(COLUMNS.filter(isDateColumn).map((column) => columns[column]));
  const asDay = (cell: GoogleCell): GoogleCell =>
    cell.kind === 'number' && days.has(cell.column) ? { ...cell, kind: 'date', showsDate: true } : cell;
  return new Map([...rowsOf(blocks)].map(({ index, cells }) => [index, { index, cells: cells.map(asDay) }]));
}

/** Null if the rows differ from what was written; then everything must be read again. */
export function appendedRows(
  rows: SheetRows,
  located: LocatedRows,
  { appends }: Pick<WorkbookChange, 'appends'>,
): readonly Row[] | null {
  const { lastUsedRow, columns } = located;
  const collector = new RowCollector(GOOGLE_SENSE, located, new ProblemList('transactions'));
  for (const [index, values] of appends.entries()) {
    const row = rows.get(lastUsedRow + 1 + index);
    const isWritten = COLUMNS.every(
      (column) => !shows(columns, column) || showsValue(row, located, column, values[column], GOOGLE_SENSE),
    );
    if (row === undefined || !isWritten) return null;
    collector.add(row);
  }
  return collector.rows;
}
