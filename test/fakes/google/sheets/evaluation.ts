import {
  hasValue,
  isFormula,
  usedRows,
  type Cell,
  type ErrorValue,
  type SheetState,
  type SpreadsheetState,
} from './model.ts';
import { ERROR_TEXT, type Calculator, type Result } from '../formulas/calculator.ts';
import type { Locale } from '../formats/locale.ts';
import { shownText } from '../formats/shown.ts';
import type { sheets_v4 } from '@googleapis/sheets';

export interface Effective {
  /** Null for an empty cell. */
  readonly value: number | string | boolean | ErrorValue | null;
  /** The cell's number format, or one that the formula implies, such as a date format. */
  readonly format: sheets_v4.Schema$NumberFormat | null;
}

/** Everything needed to compute the displayed cells of a spreadsheet at one moment. */
export interface View {
  readonly state: SpreadsheetState;
  readonly locale: Locale;
  readonly calculator: Calculator;
}

export function effective(
  cell: Cell | undefined,
  sheet: SheetState,
  row: number,
  column: number,
  { calculator }: View,
): Effective {
  const own = cell?.format?.numberFormat ?? null;
  if (cell === undefined || cell.value === null)
    return { value: calculator.spilledAt(sheet, row, column), format: own };
  if (!isFormula(cell.value)) return { value: cell.value, format: own };
  const result: Result = calculator.at(sheet, row, column);
  return { value: result.value, format: own ?? result.format ?? null };
}

/** Null for an empty cell. */
export function shown({ value, format }: Effective, { locale }: View): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? (ERROR_TEXT[value.type ?? ''] ?? '#ERROR!') : shownText(value, format, locale);
}

/** The displayed texts of a sheet, without empty cells and rows at the end. */
export function shownTexts(sheet: SheetState, view: View): string[][] {
  const end = view.calculator.spillEnd(sheet);
  const rows = sheet.rows.slice(0, Math.max(usedRows(sheet, hasValue), end.row)).map(({ cells }, row) => {
    const width = Math.max(cells.length, row < end.row ? end.column : 0);
    const texts = Array.from(
      { length: width },
      (_, column) => shown(effective(cells[column], sheet, row, column, view), view) ?? '',
    );
    return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
  });
  return rows.slice(0, rows.findLastIndex((texts) => texts.length > 0) + 1);
}
