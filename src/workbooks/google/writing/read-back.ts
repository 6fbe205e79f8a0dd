import { COLUMNS, type Row } from '../../../core/row.ts';
import type { WorkbookChange } from '../../../core/workbook-change.ts';
import { holds } from '../../cell.ts';
import { columnLetters } from '../../column-letters.ts';
import { ProblemList } from '../../problem-list.ts';
import { RowCollector } from '../../row-collector.ts';
import type { LocatedSpreadsheet } from '../located-spreadsheet.ts';
import { CELL_FIELDS, GOOGLE_SENSE } from '../reading/google-cell.ts';
import { cellOfRow, type RowEdits } from './row-edits.ts';
import type { SheetRows } from './look.ts';

export const READ_BACK_FIELDS = `sheets(properties(sheetId),data(startRow,startColumn,rowData(values(${CELL_FIELDS}))))`;

/**
 * What is read back of a write in its own answer: the new rows and the line below them, the rows that were changed, and
 * every id when rows were removed.
 */
export function readBackRanges({ transactions, lastUsedRow, columns }: LocatedSpreadsheet, { updates, removals }: RowEdits, appended: number): string[] {
  const positions = Object.values(columns);
  const [left, right] = [columnLetters(Math.min(...positions)), columnLetters(Math.max(...positions))];
  const sheet = `'${transactions.title.replaceAll("'", "''")}'`;
  const touched = [...new Set([...updates, ...removals].map(({ row }) => row))];
  const id = columnLetters(columns.transactionId ?? 0);
  const below = lastUsedRow + appended + 1;
  return [
    ...(appended > 0 && lastUsedRow < transactions.rowCount ? [`${sheet}!${below}:${below}`] : []),
    ...(appended > 0 ? [`${sheet}!${left}${lastUsedRow + 1}:${right}${lastUsedRow + appended}`] : []),
    ...touched.map((row) => `${sheet}!${left}${row}:${right}${row}`),
    ...(removals.length > 0 ? [`${sheet}!${id}:${id}`] : []),
  ];
}

/** The new rows as a read gives them; null when they are not what was written, for only a read of everything can tell then. */
export function appendedRows(rows: SheetRows, { lastUsedRow, columns }: LocatedSpreadsheet, { appends }: Pick<WorkbookChange, 'appends'>): readonly Row[] | null {
  const collector = new RowCollector(GOOGLE_SENSE, columns, new ProblemList('transactions'));
  for (const [index, values] of appends.entries()) {
    const row = rows.get(lastUsedRow + 1 + index);
    const isWritten = COLUMNS.every((column) => columns[column] === undefined || holds(cellOfRow(row, columns[column]), column, values[column], GOOGLE_SENSE));
    if (row === undefined || !isWritten) return null;
    collector.add(row);
  }
  return collector.rows;
}

