import { SHEET_COLUMNS, type SheetColumn } from '../../../core/sheet-columns.ts';
import { computedBefore, computedIn } from '../../computed-columns.ts';
import type { FoundRows, ReadRows, LocatedRows } from '../../read-workbook.ts';
import { RowCollector } from '../../row-collector.ts';
import { findTopRow } from '../../row-order.ts';
import type { ReadOptions } from '../../workbook.ts';
import type { CellContext, SheetCell, WorkbookSource } from './cell-context.ts';
import { columnsIn, type CellArea } from '../formulas/cell-reference.ts';
import type { BlockRows } from '../package/sheet-blocks.ts';
import { columnStyle, readSheetRows } from './sheet-reader.ts';
import { styleOf } from './styles.ts';
import type { SheetPart, WorkbookParts } from '../package/workbook-parts.ts';
import { isFilled } from '../../cell.ts';
import { keyOf, addsUpOwnColumn, isOfOwnRow, shapeOf } from '../../formula-shape.ts';
import type { Layout } from '../../../core/snapshot.ts';

export interface ReadRowsOptions extends Pick<ReadOptions, 'progress' | 'omits'> {
  /** Selects the blocks to read. If the file has no blocks, all rows are read. */
  readonly wants?: (rows: BlockRows) => boolean;
}

const PROGRESS_EVERY = 5000;

export async function readRows(
  source: WorkbookSource,
  { role, sheet, header, columns, remembered }: FoundRows<SheetPart>,
  { progress, omits, wants }: ReadRowsOptions,
): Promise<ReadRows<LocatedSheet>> {
  const { pkg, context, signal } = source;
  const collector = new RowCollector(context, { columns }, true, omits);
  let lastFormula = 0;
  const facts = await readSheetRows(
    pkg,
    sheet.part,
    context,
    (row) => {
      if (row.index > header.row) collector.add(row);
      if (row.cells.some(({ isFormula }) => isFormula)) lastFormula = row.index;
      if (row.index % PROGRESS_EVERY === 0) progress?.(collector.rows.length);
    },
    { signal, columns: new Set(Object.values(columns)), rows: wants },
  );
  progress?.(collector.rows.length);
  const outIsNegative = collector.settle(remembered?.outIsNegative === true);
  const lastUsedRow = collector.lastRow ?? header.row;
  const end = {
    lastUsedRow,
    columns: Object.values(columns),
    headed: new Set(header.texts.keys()),
    contentEnds: facts.contentEnds,
  };
  const computed = new Set(facts.filled.filter(({ bottom }) => bottom >= header.row).flatMap(columnsIn));
  // Includes computed columns of an earlier read, because now only some rows were read.
  if (wants !== undefined && remembered !== null) for (const column of computedBefore(remembered)) computed.add(column);
  const isMoreBelow = Math.max(lastFormula, ...facts.contentEnds.values()) > lastUsedRow;
  const beside = isMoreBelow ? await linesBeside(source, sheet, end) : [];
  const lastRowStyles: Partial<Record<SheetColumn, number>> = {};
  for (const column of SHEET_COLUMNS) {
    const style = collector.lastCells[column]?.style ?? columnStyle(facts, columns[column] ?? -1);
    if (style !== undefined) lastRowStyles[column] = style;
  }
  // The order of the rows is known only if all rows were read.
  const hasAllRows = role === 'transactions' && omits === undefined && wants === undefined;
  const isLocked = (column: SheetColumn): boolean => styleOf(context.styles, lastRowStyles[column] ?? 0).isLocked;
  const isProtected =
    facts.isProtected && SHEET_COLUMNS.some((column) => columns[column] !== undefined && isLocked(column));
  const located = {
    transactions: sheet,
    headerRow: header.row,
    columns,
    outIsNegative,
    lastUsedRow,
    computed: computedIn(computed, columns, header.texts),
    lineBelow: [...collector.below.map(({ index }) => index), ...beside, ...mergedBelow(facts.merged, end)].reduce(
      (first: number | null, row) => Math.min(first ?? row, row),
      null,
    ),
    lastRowStyles,
    topRow: hasAllRows ? findTopRow(collector.rows, remembered) : null,
    isSheetProtected: facts.isProtected,
    isProtected,
  };
  const { rows, problems } = collector;
  return { rows, problems, located, protection: isProtected ? 'other' : null };
}

interface RowsEnd {
  readonly lastUsedRow: number;
  readonly columns: readonly number[];
  readonly headed: ReadonlySet<number>;
  /** The last row with content of each column that is not in `columns`. */
  readonly contentEnds: ReadonlyMap<number, number>;
}

/**
 * The row numbers of lines below the last row, such as totals. A column beside the known ones belongs to the table if it has
 * a header or content below the last row. In other columns, only formulas that add up their own column count.
 */
async function linesBeside(
  { pkg, context, signal }: WorkbookSource,
  sheet: SheetPart,
  { lastUsedRow, columns, headed, contentEnds }: RowsEnd,
): Promise<readonly number[]> {
  const isOfTable = (column: number): boolean => headed.has(column) || (contentEnds.get(column) ?? 0) > lastUsedRow;
  let [left, right] = [Math.min(...columns), Math.max(...columns)];
  while (isOfTable(left - 1)) left -= 1;
  while (isOfTable(right + 1)) right += 1;
  const above = new Map<number, string>();
  const isContent = (cell: SheetCell, row: number): boolean => {
    const isInside = cell.column >= left && cell.column <= right;
    if (!cell.isFormula) return isInside && isFilled(cell);
    // If another cell stores the formula's text, the formula was filled down for future rows, so it does not count as content.
    if (cell.formula == null || cell.formula === '') return false;
    const at = { row, column: cell.column };
    const shape = shapeOf(cell.formula, at);
    if (addsUpOwnColumn(shape, at)) return true;
    const key = keyOf(cell.formula, at);
    const isFilledDown = isOfOwnRow(shape) || above.get(cell.column) === key;
    if (isFilledDown || row === lastUsedRow) above.set(cell.column, key);
    return isInside && !isFilledDown;
  };
  const lines: number[] = [];
  await readSheetRows(
    pkg,
    sheet.part,
    context,
    ({ index, cells }) => {
      if (index < lastUsedRow) return;
      const content = cells.filter((cell) => isContent(cell, index));
      if (index > lastUsedRow && content.length > 0) lines.push(index);
    },
    { signal, from: lastUsedRow, rows: ({ to }) => to >= lastUsedRow },
  );
  return lines;
}

/** The rows of merged cells below the last row: they would hide new values, because only their first cell is visible. */
function mergedBelow(merged: readonly CellArea[], { lastUsedRow, columns }: RowsEnd): number[] {
  return merged
    .filter(
      ({ left, right, top, bottom }) =>
        bottom > lastUsedRow && columns.some((each) => each >= left && each <= right && (each > left || bottom > top)),
    )
    .map(({ top }) => Math.max(top, lastUsedRow + 1));
}

/** Positions of all parts of a workbook that a write can change. */
export interface LocatedWorkbook extends LocatedSheet {
  readonly parts: WorkbookParts;
  /** Null if the workbook has no usable sheet of balances. */
  readonly balances: LocatedSheet | null;
  readonly context: CellContext;
  readonly layout: Layout;
}

export interface LocatedSheet extends LocatedRows<SheetPart> {
  /** Below the last row, the first line with a value in any column of the table, such as a total; null if there is none. */
  readonly lineBelow: number | null;
  /** Styles to copy to new rows: of the cell in the last row, else of the column. Indexes of `cellXfs`. */
  readonly lastRowStyles: Readonly<Partial<Record<SheetColumn, number>>>;
  /** True if the sheet is protected and new rows would be in locked cells. */
  readonly isProtected: boolean;
  /** True if the sheet is protected, so that no rows are inserted or deleted. */
  readonly isSheetProtected: boolean;
}
