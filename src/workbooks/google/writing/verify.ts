import type { sheets_v4 } from '@googleapis/sheets';
import { COLUMNS, type Row } from '../../../core/row.ts';
import { shows } from '../../../core/sheet-columns.ts';
import type { WorkbookChange } from '../../../core/workbook-change.ts';
import { isDateColumn } from '../../cell.ts';
import { columnLetters } from '../../column-letters.ts';
import { showsValue } from '../../row-cells.ts';
import { RowCollector } from '../../row-collector.ts';
import { newRowNumbers } from '../../row-order.ts';
import type { LocatedSheet } from '../reading/located-spreadsheet.ts';
import { GOOGLE_SENSE, VALUE_FIELDS, type GoogleCell } from '../reading/google-cell.ts';
import { rowsOf } from '../reading/grid-block.ts';
import { readAnswerWhole } from '../reading/read-answer.ts';
import type { SheetStructure } from '../reading/structure.ts';
import { firstNewRow, createRowShift } from './row-shift.ts';
import type { RowEdits } from './row-edits.ts';
import type { SheetRows } from './precheck.ts';

/** As few fields as possible, because the whole response is held in memory. */
export const READ_BACK_FIELDS = `sheets(properties(sheetId,gridProperties(rowCount)),data(startRow,startColumn,rowData(values(${VALUE_FIELDS}))))`;

/** Ranges to read after the write: header, new and changed rows, neighbors with formulas, and all ids if rows were removed. */
export function readBackRanges(
  located: LocatedSheet,
  { updates, removals, deleted }: RowEdits,
  count: number,
): string[] {
  const { transactions, headerRow, lastUsedRow, topRow, columns } = located;
  const positions = Object.values(columns);
  const [left, right] = [columnLetters(Math.min(...positions)), columnLetters(Math.max(...positions))];
  const sheet = sheetInA1(transactions);
  const shift = createRowShift(located, count, deleted);
  const keptRows = [...updates, ...removals.filter(({ row }) => !deleted.includes(row))];
  const touched = new Set(keptRows.map(({ row }) => shift.after(row)));
  // Without an id column, all columns identify a row.
  const ids = columns.transactionId === undefined ? [left, right] : [columnLetters(columns.transactionId)];
  const first = firstNewRow(located);
  const next = first + count;
  const beside =
    topRow !== null
      ? [`${next}:${next + 1}`]
      : [
          ...(lastUsedRow < transactions.rowCount ? [`${next}:${next}`] : []),
          ...(lastUsedRow > headerRow + 1 ? [`${lastUsedRow - 1}:${lastUsedRow}`] : []),
        ];
  return [
    ...(count === 0 ? [] : [...beside, `${left}${topRow === null ? first : headerRow}:${right}${next - 1}`]),
    ...[...touched].map((row) => `${left}${row}:${right}${row}`),
    ...(removals.length > 0 ? [`${ids[0]}:${ids.at(-1)}`] : []),
  ].map((range) => `${sheet}!${range}`);
}

export function sheetInA1({ title }: Pick<SheetStructure, 'title'>): string {
  return `'${title.replaceAll("'", "''")}'`;
}

/** Converts numbers in date columns to dates: the response contains no formats, and new rows have a date format. */
export function rowsReadBack(answer: sheets_v4.Schema$Spreadsheet, { transactions, columns }: LocatedSheet): SheetRows {
  const blocks = readAnswerWhole(answer).sheets.find(({ sheetId }) => sheetId === transactions.sheetId)?.blocks ?? [];
  if (blocks.length === 0) return new Map();
  const days: ReadonlySet<number | undefined> = new Set(COLUMNS.filter(isDateColumn).map((column) => columns[column]));
  const asDay = (cell: GoogleCell): GoogleCell =>
    cell.kind === 'number' && days.has(cell.column) ? { ...cell, kind: 'date', showsDate: true } : cell;
  return new Map([...rowsOf(blocks)].map(({ index, cells }) => [index, { index, cells: cells.map(asDay) }]));
}

/** The size of the sheet after the write; the user may have changed it since the check. */
export function rowCountReadBack(
  { sheets = [] }: sheets_v4.Schema$Spreadsheet,
  { transactions }: LocatedSheet,
): number {
  const sheet = sheets.find(({ properties }) => properties?.sheetId === transactions.sheetId);
  return sheet?.properties?.gridProperties?.rowCount ?? transactions.rowCount;
}

/** Null if the rows in the response differ from the written ones: everything must be read again. */
export function appendedRows(
  rows: SheetRows,
  located: LocatedSheet,
  { appends }: Pick<WorkbookChange, 'appends'>,
): readonly Row[] | null {
  const { columns } = located;
  const numbers = newRowNumbers(located, appends.length);
  const collector = new RowCollector(GOOGLE_SENSE, located);
  for (const [index, values] of appends.entries()) {
    const row = rows.get(numbers[index] as number);
    const isWritten = COLUMNS.every(
      (column) => !shows(columns, column) || showsValue(row, located, column, values[column], GOOGLE_SENSE),
    );
    if (row === undefined || !isWritten) return null;
    collector.add(row);
  }
  return collector.rows;
}
