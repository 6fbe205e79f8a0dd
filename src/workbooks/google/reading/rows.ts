import type { sheets_v4 } from '@googleapis/sheets';
import { COLUMNS, type Column } from '../../../core/row.ts';
import { isDateColumn, type SheetRow } from '../../cell.ts';
import type { ColumnPositions } from '../../columns.ts';
import { computedIn } from '../../computed-columns.ts';
import type { FoundRows, ReadRows } from '../../read-workbook.ts';
import { RowCollector } from '../../row-collector.ts';
import { findTopRow } from '../../row-order.ts';
import { createComputedColumnsFinder, GOOGLE_SENSE, mayFillOthers } from './google-cell.ts';
import { cellIn, rowsOf } from './grid-block.ts';
import type { LocatedSheet } from './located-spreadsheet.ts';
import { mayEdit, type SheetStructure } from './structure.ts';

export function readRows({
  role,
  sheet,
  header,
  columns,
  remembered,
}: FoundRows<SheetStructure>): ReadRows<LocatedSheet> {
  const collector = new RowCollector(GOOGLE_SENSE, { columns }, true);
  const footer = footerRow(sheet, header.row);
  const finder = createComputedColumnsFinder(header.row);
  for (const row of rowsOf(sheet.blocks, new Set(Object.values(columns)))) {
    finder.see(row);
    if (row.index > header.row && row.index !== footer) collector.add(row);
  }
  const outIsNegative = collector.settle(remembered?.outIsNegative === true);
  const { rows, problems, lastRow, below } = collector;
  const located = locateRows(sheet, {
    headerRow: header.row,
    columns,
    outIsNegative,
    lastUsedRow: lastRow ?? header.row,
    // New balances always go below the last row.
    topRow: role === 'balances' ? null : findTopRow(rows, remembered),
    below,
    computed: computedIn(finder.positions, columns, header.texts),
  });
  return { rows, problems, located, protection: isProtected(sheet, columns) ? 'partly' : null };
}

/** Finds date formats, lines above the header and array formulas in the cells, and drops the cells to free memory. */
export function locateRows(
  sheet: SheetStructure,
  place: Omit<LocatedSheet, 'transactions' | 'above' | 'showsDate' | 'isAnchored'>,
): LocatedSheet {
  const { headerRow, columns, lastUsedRow, topRow } = place;
  const modelRow = topRow ?? (lastUsedRow === headerRow ? lastUsedRow + 1 : lastUsedRow);
  const showsDate = (column: Column): boolean =>
    isDateColumn(column) && cellIn(sheet.blocks, modelRow - 1, columns[column] ?? -1)?.showsDate === true;
  const above: SheetRow[] = [];
  for (const row of rowsOf(sheet.blocks)) {
    if (row.index >= headerRow) break;
    above.push(row);
  }
  return {
    ...place,
    transactions: { ...sheet, blocks: [] },
    above,
    showsDate: new Set(COLUMNS.filter(showsDate)),
    isAnchored: isAnchored(sheet, place),
  };
}

/** Checks all columns that were read, because the user's own columns may contain array formulas. */
function isAnchored(
  { blocks }: SheetStructure,
  { headerRow, lastUsedRow, below }: Pick<LocatedSheet, 'headerRow' | 'lastUsedRow' | 'below'>,
): boolean {
  if (lastUsedRow > headerRow || below[0]?.index === headerRow + 1) return false;
  for (const { index, cells } of rowsOf(blocks)) {
    if (index > headerRow + 1) break;
    if (index >= headerRow && cells.some(mayFillOthers)) return true;
  }
  return false;
}

export function footerRow({ tables }: SheetStructure, headerRow: number): number | null {
  return tables.find(({ top, hasFooter }) => hasFooter && top === headerRow - 1)?.bottom ?? null;
}

/** True if the user is not allowed to edit new rows. A protection that ends above the last row of the grid does not count. */
function isProtected({ protections, rowCount }: SheetStructure, columns: ColumnPositions): boolean {
  return protections.some(
    (protection) =>
      !mayEdit(protection) &&
      (protection.range?.endRowIndex ?? Infinity) >= rowCount &&
      Object.values(columns).some(
        (position) =>
          includes(protection.range, position) &&
          !(protection.unprotectedRanges ?? []).some((open) => includes(open, position)),
      ),
  );
}

function includes(range: sheets_v4.Schema$GridRange | undefined, column: number): boolean {
  return (range?.startColumnIndex ?? 0) <= column && column < (range?.endColumnIndex ?? Infinity);
}
