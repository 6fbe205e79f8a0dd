import { computedIn } from '../../computed-columns.ts';
import { COLUMNS, type Column, type Row } from '../../../core/row.ts';
import type { SheetColumn } from '../../../core/sheet-columns.ts';
import type { Layout } from '../../../core/snapshot.ts';
import { isDateColumn, type SheetRow } from '../../cell.ts';
import { ContentSearch } from '../../column-content.ts';
import {
  matchHeaders,
  settleByContent,
  type ColumnPositions,
  type IdentifiedColumns,
  type RememberedRows,
  type SheetColumns,
} from '../../columns.ts';
import { HEADER_SEARCH_ROWS, headerLine, type HeaderLine } from '../../headers.ts';
import { lineBelow, type LineBelow } from '../../lines-below.ts';
import type { ProblemList } from '../../problem-list.ts';
import { findTopRow } from '../../row-order.ts';
import { RowCollector } from '../../row-collector.ts';
import type { LocatedRows } from './located-spreadsheet.ts';
import { ComputedColumnsFinder, mayFillOthers, GOOGLE_SENSE, type GoogleCell } from './google-cell.ts';
import { cellIn, rowsOf } from './grid-block.ts';
import type { SheetStructure } from './structure.ts';

export function findColumns(
  sheet: SheetStructure,
  remembered: RememberedRows | null,
  table?: SheetColumns,
): { readonly columns: ColumnPositions; readonly header: HeaderLine } {
  const match = matchHeaders(sheet.title, headLines(sheet, remembered), remembered, identified(sheet), table);
  if (remembered === null || match.unsettled.length === 0) return { columns: match.columns, header: match.line };
  const search = new ContentSearch(match, remembered, GOOGLE_SENSE);
  for (const row of rowsOf(sheet.blocks)) search.see(row);
  return { columns: settleByContent(sheet.title, match, remembered, search.matches()), header: match.line };
}

export function headLines(sheet: SheetStructure, remembered: Pick<RememberedRows, 'headerRow'> | null): HeaderLine[] {
  const last = Math.max(HEADER_SEARCH_ROWS, remembered?.headerRow ?? 0);
  const lines: HeaderLine[] = [];
  for (const row of rowsOf(sheet.blocks)) {
    if (row.index > last) break;
    lines.push(headerLine(row));
  }
  return lines;
}

function identified({ columnTags }: SheetStructure): IdentifiedColumns {
  const columns = new Map<SheetColumn, number[]>();
  for (const { column, position } of columnTags) columns.set(column, [...(columns.get(column) ?? []), position]);
  return columns;
}

export function readRows(
  sheet: SheetStructure,
  columns: ColumnPositions,
  header: Pick<HeaderLine, 'row' | 'texts'>,
  problems: ProblemList,
  /** Undefined for balances, whose new rows always go below. */
  remembered?: Layout | null,
): LocatedRows & { readonly rows: readonly Row[] } {
  const collector = new RowCollector(GOOGLE_SENSE, { columns }, problems, true);
  const footer = footerRow(sheet, header.row);
  const finder = new ComputedColumnsFinder(header.row);
  for (const row of rowsOf(sheet.blocks, new Set(Object.values(columns)))) {
    finder.see(row);
    if (row.index > header.row && row.index !== footer) collector.add(row);
  }
  const outIsNegative = collector.settle(remembered?.outIsNegative === true);
  const lastUsedRow = collector.lastRow ?? header.row;
  const topRow = remembered === undefined ? null : findTopRow(collector.rows, remembered);
  return {
    rows: collector.rows,
    transactions: withoutCells(sheet),
    headerRow: header.row,
    columns,
    outIsNegative,
    lastUsedRow,
    topRow,
    above: linesAbove(rowsOf(sheet.blocks), header.row),
    below: collector.below,
    computed: computedIn(finder.positions, columns, header.texts),
    isAnchored: isAnchored(sheet, header.row, lastUsedRow, collector.below),
    showsDate: dateColumns(sheet, columns, { headerRow: header.row, lastUsedRow, topRow }),
  };
}

/** See `LocatedRows.isAnchored`. Checks all columns that were read, because users have array formulas, too. */
export function isAnchored(
  { blocks }: SheetStructure,
  headerRow: number,
  lastUsedRow: number,
  below: readonly LineBelow[],
): boolean {
  if (lastUsedRow > headerRow || below[0]?.row === headerRow + 1) return false;
  for (const { index, cells } of rowsOf(blocks)) {
    if (index > headerRow + 1) break;
    if (index >= headerRow && cells.some(mayFillOthers)) return true;
  }
  return false;
}

export function footerRow({ tables }: SheetStructure, headerRow: number): number | null {
  return tables.find(({ top, hasFooter }) => hasFooter && top === headerRow - 1)?.bottom ?? null;
}

/** Lines above the header that may add up the rows. */
export function linesAbove(rows: Iterable<SheetRow<GoogleCell>>, headerRow: number): readonly LineBelow[] {
  const lines: LineBelow[] = [];
  for (const { index, cells } of rows) {
    if (index >= headerRow) break;
    lines.push(lineBelow(index, cells));
  }
  return lines;
}

/** The date columns that already show dates in the row whose formats new rows get. */
export function dateColumns(
  { blocks }: SheetStructure,
  columns: ColumnPositions,
  { headerRow, lastUsedRow, topRow }: Pick<LocatedRows, 'headerRow' | 'lastUsedRow' | 'topRow'>,
): ReadonlySet<Column> {
  const row = topRow ?? (lastUsedRow === headerRow ? lastUsedRow + 1 : lastUsedRow);
  return new Set(
    COLUMNS.filter(
      (column) => isDateColumn(column) && cellIn(blocks, row - 1, columns[column] ?? -1)?.showsDate === true,
    ),
  );
}

/** Allows the cells to be freed. */
export function withoutCells(sheet: SheetStructure): SheetStructure {
  return { ...sheet, blocks: [] };
}
