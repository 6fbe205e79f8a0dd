import { amountToNumber, type Amount } from '../../core/amount.ts';
import type { CalendarDate, LocalDateTime } from '../../core/calendar-date.ts';
import type { Column, RowValues } from '../../core/row.ts';
import { amountOf, dateOf, momentOf, textOf } from './cell-meaning.ts';
import type { SheetCell } from './cell-value.ts';
import { cellText, type CellContent } from './cell-writing.ts';
import type { CellContext } from './cell-context.ts';
import { dateTimeToSerial, dateToSerial } from './serial-date.ts';

/** What a value becomes in its column's cell. Empty text is an empty cell; a day that the workbook cannot count is text. */
export function contentOf<C extends Column>(column: C, value: RowValues[C], date1904: boolean): CellContent {
  if (column === 'amount') return { kind: 'number', value: amountToNumber(value as Amount) };
  const serial = serialOf(column, value, date1904);
  if (serial !== null) return { kind: 'number', value: serial };
  return value === '' ? { kind: 'empty' } : { kind: 'text', text: cellText(value) };
}

export function isDateColumn(column: Column): boolean {
  return column === 'date' || column === 'dateAdded';
}

/** Whether a cell means this value of its column, to whoever reads the sheet. No cell is an empty one; a formula is the user's. */
export function holds<C extends Column>(cell: SheetCell | undefined, column: C, value: RowValues[C], context: CellContext): boolean {
  if (cell?.isFormula === true) return false;
  if (column === 'date') return dateOf(cell, context) === value;
  if (column === 'dateAdded') return momentOf(cell, context) === value;
  if (column === 'amount') return amountOf(cell) === value;
  const text = textOf(cell, context);
  return column === 'transactionId' ? text.trim() === cellText(value).trim() : text === cellText(value);
}

function serialOf(column: Column, value: string, date1904: boolean): number | null {
  if (column === 'date') return dateToSerial(value as CalendarDate, date1904);
  return column === 'dateAdded' ? dateTimeToSerial(value as LocalDateTime, date1904) : null;
}
