import { amountFromNumber, amountToNumber, type Amount } from '../../core/amount.ts';
import type { CalendarDate, LocalDateTime } from '../../core/calendar-date.ts';
import type { Column, RowValues } from '../../core/row.ts';
import type { SheetCell } from './cell-value.ts';
import { cellText, type CellContent } from './cell-writing.ts';
import { dateTimeToSerial, dateToSerial, serialToDate, serialToDateTime } from './serial-date.ts';

/** What a value becomes in its column's cell; empty text is an empty cell. */
export function contentOf<C extends Column>(column: C, value: RowValues[C], date1904: boolean): CellContent {
  if (column === 'amount') return { kind: 'number', value: amountToNumber(value as Amount) };
  const serial =
    column === 'date'
      ? dateToSerial(value as CalendarDate, date1904)
      : column === 'dateAdded'
        ? dateTimeToSerial(value as LocalDateTime, date1904)
        : null;
  if (serial !== null) return { kind: 'number', value: serial };
  return value === '' ? { kind: 'empty' } : { kind: 'text', text: cellText(value) };
}

export function isDateColumn(column: Column): boolean {
  return column === 'date' || column === 'dateAdded';
}

/** Whether a cell as read holds this value of its column. No cell is an empty one. */
export function holds<C extends Column>(cell: SheetCell | undefined, column: C, value: RowValues[C], date1904: boolean): boolean {
  if (cell === undefined || cell.kind === 'empty') return value === '';
  if (cell.isFormula) return false;
  if (column === 'amount') return cell.kind === 'number' && amountFromNumber(cell.number) === value;
  if (cell.kind !== 'date') return cell.text === cellText(value);
  if (column === 'date') return serialToDate(cell.number, date1904) === value;
  return column === 'dateAdded' && serialToDateTime(cell.number, date1904) === value;
}

/** A cell for people to read, in a report of what was left alone. */
export function shown(cell: SheetCell | undefined, date1904: boolean): string {
  if (cell === undefined) return '';
  return cell.kind === 'date' ? (serialToDate(cell.number, date1904) ?? cell.text) : cell.text;
}
