import { amountToNumber, type Amount } from '../../core/amount.ts';
import type { CalendarDate, LocalDateTime } from '../../core/calendar-date.ts';
import type { Column, RowValues } from '../../core/row.ts';
import type { SerialDates } from '../serial-dates.ts';
import { cellText, type CellContent } from './cell-writing.ts';

/** What a value becomes in its column's cell. Empty text is an empty cell; a day that the workbook cannot count is text. */
export function contentOf<C extends Column>(column: C, value: RowValues[C], dates: SerialDates): CellContent {
  if (column === 'amount') return { kind: 'number', value: amountToNumber(value as Amount) };
  const serial = serialOf(column, value, dates);
  if (serial !== null) return { kind: 'number', value: serial };
  return value === '' ? { kind: 'empty' } : { kind: 'text', text: cellText(value) };
}

function serialOf(column: Column, value: string, dates: SerialDates): number | null {
  if (column === 'date') return dates.fromDate(value as CalendarDate);
  return column === 'dateAdded' ? dates.fromDateTime(value as LocalDateTime) : null;
}
