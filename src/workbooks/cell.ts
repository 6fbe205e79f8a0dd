import { amountFromNumber, amountToNumber, parseAmount, type Amount } from '../core/amount.ts';
import { parseCalendarDate, type CalendarDate, type LocalDateTime } from '../core/calendar-date.ts';
import { isTextual, typeOf, type Column, type RowValues } from '../core/row.ts';
import { sheetTypeOf, type SheetColumn } from '../core/sheet-columns.ts';
import { remembered } from './remembered.ts';
import type { SerialDates } from './serial-dates.ts';
import type { HeadCell } from './workbook.ts';

/** One cell as it was read, whatever the workbook's format; a cell that the format leaves out is not in its row either. */
export interface Cell {
  /** Counted from 0. */
  readonly column: number;
  /** `date` is a number that the cell shows as a date or a time; `empty` has at most a look. */
  readonly kind: 'number' | 'text' | 'boolean' | 'date' | 'error' | 'empty';
  /** The number, or the serial of the date; NaN for the other kinds. */
  readonly number: number;
  /** The text; digits as stored for numbers and dates; TRUE or FALSE; the error's name. */
  readonly text: string;
  readonly isFormula: boolean;
  /** Its text, with or without the equals sign, where the format keeps it with this cell. */
  readonly formula?: string | null;
}

export interface SheetRow<C extends Cell = Cell> {
  /** Counted from 1, each more than the one before. */
  readonly index: number;
  /** Mostly in the order of the columns. */
  readonly cells: readonly C[];
}

/** Facts about cells that only the file format knows. */
export interface CellSense<C extends Cell> {
  readonly dates: SerialDates;
  /** A cell of the kind `number` or `date` as the sheet shows it. */
  shown(cell: C): string;
  /** Text as a cell of that format can keep it. */
  keeps(text: string): string;
}

/** True if there is anything to see in the cell; a formula that gives "" shows nothing. */
export function isFilled<C extends Cell>(cell: C | undefined): cell is C {
  return cell !== undefined && cell.kind !== 'empty' && cell.text.trim() !== '';
}

const amountOfNumber = remembered(amountFromNumber);

/** The cell as the sheet shows it, as far as is known; empty for an empty one. */
export function textOf<C extends Cell>(cell: C | undefined, sense: CellSense<C>): string {
  if (cell === undefined) return '';
  return cell.kind === 'number' || cell.kind === 'date' ? sense.shown(cell) : cell.text;
}

/** See `HeadCell`. */
export function headCell<C extends Cell>(cell: C, sense: CellSense<C>): HeadCell {
  const { column: position, kind, number } = cell;
  const day = kind === 'date' && Number.isInteger(number) ? sense.dates.toDate(number) : null;
  return {
    position,
    text: textOf(cell, sense),
    isText: kind === 'text',
    ...(day !== null && { value: { day } }),
    ...(kind === 'number' && { value: { number } }),
  };
}

/** The day that the cell means: a real date, or text that is one beyond doubt (YYYY-MM-DD). */
function dateOf<C extends Cell>(cell: C | undefined, { dates }: CellSense<C>): CalendarDate | null {
  if (cell?.kind === 'date') return dates.toDate(cell.number);
  return cell?.kind === 'text' ? parseCalendarDate(cell.text.trim()) : null;
}

/** The moment that the cell means: a real date and time, or text in ISO 8601 without a zone. */
function momentOf<C extends Cell>(cell: C | undefined, { dates }: CellSense<C>): LocalDateTime | null {
  if (cell?.kind === 'date') return dates.toDateTime(cell.number);
  const [, date = '', time = '00:00:00'] =
    /^(\S{10})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d))?$/.exec(cell?.kind === 'text' ? cell.text.trim() : '') ?? [];
  return parseCalendarDate(date) === null ? null : (`${date}T${time}` as LocalDateTime);
}

/** The amount that the cell means: a number, or text that is a plain decimal with a point. */
export function amountOf(cell: Cell | undefined): Amount | null {
  if (cell?.kind === 'number') return amountOfNumber(cell.number);
  return cell?.kind === 'text' ? parseAmount(cell.text) : null;
}

/** One text for each value, whatever the format shows: what two cells of that column must share to be alike. */
export function identityText<C extends Cell>(column: SheetColumn, cell: C, sense: CellSense<C>): string {
  const type = sheetTypeOf(column);
  return isTextual(type) ? textOf(cell, sense).trim() : (valueOf(type, cell, sense) ?? textOf(cell, sense));
}

/** True if a cell means this value of its column, to anyone who reads the sheet. No cell is an empty one; a formula is the user's. */
export function holds<K extends Column, C extends Cell>(
  cell: C | undefined,
  column: K,
  value: RowValues[K],
  sense: CellSense<C>,
): boolean {
  if (cell?.isFormula === true) return false;
  const type = typeOf(column);
  if (!isTextual(type)) return valueOf(type, cell, sense) === value;
  const text = textOf(cell, sense);
  return column === 'transactionId' ? text.trim() === sense.keeps(value).trim() : text === sense.keeps(value);
}

export function isDateColumn(column: SheetColumn): boolean {
  const type = sheetTypeOf(column);
  return type === 'date' || type === 'added';
}

/** The value of a cell that is more than text; null when it holds none of that type. */
export function valueOf<C extends Cell>(type: 'date' | 'amount' | 'added', cell: C | undefined, sense: CellSense<C>) {
  if (type === 'amount') return amountOf(cell);
  return type === 'date' ? dateOf(cell, sense) : momentOf(cell, sense);
}

/**
 * The number that a value is in its column's cell; null for one that is text there, as is a day that the workbook cannot
 * count, and for none.
 */
export function numberOf(column: SheetColumn, value: string, dates: SerialDates): number | null {
  const type = sheetTypeOf(column);
  if (type === 'amount') return value === '' ? null : amountToNumber(value as Amount);
  if (type === 'date') return dates.fromDate(value as CalendarDate);
  return type === 'added' ? dates.fromDateTime(value as LocalDateTime) : null;
}
