import type { SheetColumn } from '../../core/sheet-columns.ts';
import { numberOf } from '../cell.ts';
import type { SerialDates } from '../serial-dates.ts';
import { cellText, type CellContent } from './cell-writing.ts';

/** Content of a cell for a value of its column. Empty text is an empty cell; a day that the workbook cannot count is text. */
export function contentOf(column: SheetColumn, value: string, dates: SerialDates): CellContent {
  const number = numberOf(column, value, dates);
  if (number !== null) return { kind: 'number', value: number };
  return value === '' ? { kind: 'empty' } : { kind: 'text', text: cellText(value) };
}
