import { amountFromNumber, parseAmount, type Amount } from '../../core/amount.ts';
import { parseCalendarDate, type CalendarDate, type LocalDateTime } from '../../core/calendar-date.ts';
import type { Column } from '../../core/row.ts';
import type { SheetCell } from './cell-value.ts';
import type { CellContext } from './cell-context.ts';
import { remembered } from './remembered.ts';
import { serialToDate, serialToDateTime } from './serial-date.ts';
import { styleOf } from './styles.ts';

/** Whether there is anything to see in the cell; a formula that gives "" shows nothing. */
export function isFilled(cell: SheetCell | undefined): cell is SheetCell {
  return cell !== undefined && cell.kind !== 'empty' && cell.text.trim() !== '';
}

const amountOfNumber = remembered(amountFromNumber);
const numberText = remembered((number: number) => amountFromNumber(number)?.replace(/\.?0+$/, '') ?? null);

/** The cell as the sheet shows it, as far as a file tells; empty for an empty one. */
export function textOf(cell: SheetCell | undefined, context: CellContext): string {
  if (cell === undefined) return '';
  if (cell.kind === 'number') return numberText(cell.number) ?? cell.text;
  if (cell.kind !== 'date') return cell.text;
  const moment = serialToDateTime(cell.number, context.date1904);
  return moment === null ? cell.text : styleOf(context.styles, cell.style).showDate(moment);
}

/** The day that the cell means: a real date, or text that is one beyond doubt (YYYY-MM-DD). */
export function dateOf(cell: SheetCell | undefined, context: CellContext): CalendarDate | null {
  if (cell?.kind === 'date') return serialToDate(cell.number, context.date1904);
  return cell?.kind === 'text' ? parseCalendarDate(cell.text.trim()) : null;
}

/** The moment that the cell means: a real date and time, or text in ISO 8601 without a zone. */
export function momentOf(cell: SheetCell | undefined, context: CellContext): LocalDateTime | null {
  if (cell?.kind === 'date') return serialToDateTime(cell.number, context.date1904);
  const [, date = '', time = '00:00:00'] = /^(\S{10})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d))?$/.exec(cell?.kind === 'text' ? cell.text.trim() : '') ?? [];
  return parseCalendarDate(date) === null ? null : (`${date}T${time}` as LocalDateTime);
}

/** The amount that the cell means: a number, or text that is a plain decimal with a point. */
export function amountOf(cell: SheetCell | undefined): Amount | null {
  if (cell?.kind === 'number') return amountOfNumber(cell.number);
  return cell?.kind === 'text' ? parseAmount(cell.text) : null;
}

/** One text for each value, whatever the format shows: what two cells of that column must share to be alike. */
export function identityText(column: Column, cell: SheetCell, context: CellContext): string {
  if (column === 'date') return dateOf(cell, context) ?? textOf(cell, context);
  if (column === 'dateAdded') return momentOf(cell, context) ?? textOf(cell, context);
  if (column === 'amount') return amountOf(cell) ?? textOf(cell, context);
  return textOf(cell, context).trim();
}
