import { type PennyrowError, createError } from '../../../platform/errors.ts';
import type { RowValues } from '../../../core/row.ts';
import {
  MONEY_COLUMNS,
  SHEET_COLUMNS,
  isMoneyColumn,
  isRequiredIn,
  partIn,
  sheetTypeOf,
  valueShownIn,
  type SheetColumn,
} from '../../../core/sheet-columns.ts';
import { contentOf, isDateColumn } from '../../cell.ts';
import { cellWrite, type CellWrite } from './cell-writing.ts';
import type { StoredCell } from '../package/sheet-cells.ts';
import { LAST_ROW } from '../formulas/cell-reference.ts';
import { filledFormula } from '../formulas/moved-formulas.ts';
import type { ContinuedFormulas } from '../formulas/sheet-formulas.ts';
import { escapeText } from '../package/xml-edit.ts';
import type { DataTable, RowsArea } from './data-tables.ts';
import { DATE_PATTERNS } from '../../template/sheet.ts';
import { addNumberFormat } from './date-format.ts';
import type { LocatedWorkbook } from '../reading/rows-reader.ts';
import { styleOf } from '../reading/styles.ts';
import type { TextParts } from '../package/workbook-parts.ts';

/** Throws PennyrowError `workbook_full` if the sheet has too few rows. */
export function refuseWhenFull(path: string, { name, lastUsedRow }: RowsArea, count: number): void {
  if (lastUsedRow + count > LAST_ROW) throw isFull(path, name, count);
}

export function isFull(path: string, sheet: string, count: number): PennyrowError {
  return createError('workbook_full', { sheet, path, count, last: String(LAST_ROW) });
}

interface NewCell extends Pick<CellWrite, 'style'> {
  readonly column: SheetColumn;
  readonly position: number;
}

/** The styles of new rows: as in the last row, but dates always get a date format. An existing cell in a new row keeps its style. */
export async function newRowStyles(parts: TextParts, located: LocatedWorkbook): Promise<readonly NewCell[]> {
  const { styles } = located.context;
  const cells: NewCell[] = [];
  for (const column of SHEET_COLUMNS) {
    const position = located.columns[column];
    if (position === undefined || located.computed.has(column)) continue;
    const base = located.lastRowStyles[column] ?? moneyStyle(column, located.lastRowStyles);
    const isUnsuitable = (style: number): boolean => isDateColumn(column) && !styleOf(styles, style).isDate;
    const pattern = sheetTypeOf(column) === 'date' ? DATE_PATTERNS.date : DATE_PATTERNS.added;
    const style = isUnsuitable(base ?? 0) ? await addNumberFormat(parts, located.parts, base ?? 0, pattern) : base;
    cells.push({
      column,
      position,
      style: (present) => (present === null || isUnsuitable(present) ? style : present),
    });
  }
  return cells;
}

/** The style of an income or expense column, or if it has none, of its counterpart. Null for other columns. */
export function moneyStyle(column: SheetColumn, styles: Readonly<Partial<Record<SheetColumn, number>>>): number | null {
  if (!isMoneyColumn(column)) return null;
  return styles[column] ?? MONEY_COLUMNS.map((each) => styles[each]).find((style) => style !== undefined) ?? null;
}

export function newRowCells(
  values: RowValues,
  { outIsNegative = false, context }: LocatedWorkbook,
  cells: readonly NewCell[],
): readonly CellWrite[] {
  return cells.map(({ column, position, style }) => ({
    column: position,
    content: contentOf(column, partIn(column, values, outIsNegative), context.dates),
    style,
  }));
}

export function companionCells(
  lastRow: readonly StoredCell[],
  columnsOfOurs: readonly number[],
  tables: readonly DataTable[],
): readonly CellWrite[] {
  const own = new Set(columnsOfOurs);
  const [left, right] = [Math.min(...own), Math.max(...own)];
  const looks = new Map(lastRow.map(({ column, style }) => [column, style]));
  const formulas = new Map(tables.flatMap((table) => [...table.formulas]));
  const columns = new Set([
    ...formulas.keys(),
    ...[...looks.keys()].filter((column) => column > left && column < right),
  ]);
  return [...columns]
    .filter((column) => !own.has(column))
    .map((column) => {
      const formulaXml = formulas.get(column);
      return cellWrite(column, formulaXml === undefined ? null : { formulaXml }, looks.get(column));
    });
}

/** Adds formulas that continue those of the rows above, with the cell styles of `model`. */
export function withContinued(
  companions: readonly CellWrite[],
  model: readonly StoredCell[],
  row: number,
  columnsOfOurs: readonly number[],
  continued: ContinuedFormulas | null,
): readonly CellWrite[] {
  if (continued === null || continued.formulas.size === 0) return companions;
  const cells = new Map(companions.map((cell) => [cell.column, cell]));
  for (const [column, formula] of continued.formulas) {
    const filled = filledFormula(formula, row - continued.row);
    if (filled === null || columnsOfOurs.includes(column) || cells.get(column)?.content != null) continue;
    const look = model.find((cell) => cell.column === column)?.style ?? null;
    cells.set(column, cellWrite(column, { formulaXml: escapeText(filled) }, look));
  }
  return [...cells.values()];
}

export function besidePresent(
  path: string,
  row: number,
  present: readonly StoredCell[],
  writes: readonly CellWrite[],
  located: LocatedWorkbook,
): readonly CellWrite[] {
  const usedColumns = new Set(present.filter(({ isEmpty }) => !isEmpty).map(({ column }) => column));
  const blocked = SHEET_COLUMNS.find(
    (column) =>
      (isRequiredIn(located.columns, column) || holdsNotes(column, writes, located)) &&
      usedColumns.has(located.columns[column] ?? -1),
  );
  if (blocked !== undefined) {
    const sheet = located.transactions.name;
    const value = valueShownIn(blocked);
    const column = value === 'date' || value === 'description' || value === 'amount' ? value : 'other';
    throw createError('workbook_cells_in_the_way', { row: String(row), sheet, path, column });
  }
  return writes.filter(
    ({ column, content }) =>
      !usedColumns.has(column) && (content !== null || !present.some((cell) => cell.column === column)),
  );
}

/** True for the notes column if the new row has notes. */
function holdsNotes(column: SheetColumn, writes: readonly CellWrite[], { columns }: LocatedWorkbook): boolean {
  return (
    column === 'notes' && writes.some(({ column: position, content }) => position === columns.notes && content !== null)
  );
}
