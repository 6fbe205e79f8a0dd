import { amountFromNumber, amountToNumber, parseAmount, type Amount } from '../core/amount.ts';
import { parseCalendarDate, type CalendarDate, type LocalDateTime } from '../core/calendar-date.ts';
import { isTextual, typeOf, type Column, type RowValues } from '../core/row.ts';
import { sheetTypeOf, type SheetColumn } from '../core/sheet-columns.ts';
import { memoize } from '../core/memoize.ts';
import type { SerialDates } from './serial-dates.ts';
import type { HeadCell } from './workbook.ts';

/** A cell as it was read. Rows contain only the cells that the file stores, so blank cells may be missing. */
export interface Cell {
  readonly column: number;
  /** `date`: a number formatted as a date or time. `empty`: a cell without a value; it may have a format. */
  readonly kind: 'number' | 'text' | 'boolean' | 'date' | 'error' | 'empty';
  /** The number, or the serial number of the date; NaN for the other kinds. */
  readonly number: number;
  /** Text; digits as stored for numbers and dates; TRUE or FALSE; the name of the error. */
  readonly text: string;
  readonly isFormula: boolean;
  /** The formula's text, if the format stores it with this cell. The leading equals sign may be missing. */
  readonly formula?: string | null;
}

export interface SheetRow<C extends Cell = Cell> {
  readonly index: number;
  /** The cells, not necessarily sorted by column. */
  readonly cells: readonly C[];
}

export interface CellSense<C extends Cell> {
  readonly dates: SerialDates;
  shown(cell: C): string;
  /** Returns the text as a cell of this file format can store it, for example shortened. */
  keeps(text: string): string;
}

/** A formula that returns "" does not count as filled. */
export function isFilled<C extends Cell>(cell: C | undefined): cell is C {
  return cell !== undefined && cell.kind !== 'empty' && cell.text.trim() !== '';
}

const amountOfNumber = memoize(amountFromNumber);

export function textOf<C extends Cell>(cell: C | undefined, sense: CellSense<C>): string {
  if (cell === undefined) return '';
  return cell.kind === 'number' || cell.kind === 'date' ? sense.shown(cell) : cell.text;
}

export function headCell<C extends Cell>(cell: C, sense: CellSense<C>): HeadCell {
  const { column: position, kind, number, isFormula, formula } = cell;
  const day = kind === 'date' && Number.isInteger(number) ? sense.dates.toDate(number) : null;
  return {
    position,
    text: textOf(cell, sense),
    isText: kind === 'text' && isFilled(cell),
    ...(day !== null && { value: { day } }),
    ...(kind === 'number' && { value: { number } }),
    ...(isFormula && { formula: formula ?? '' }),
  };
}

/** Accepts real dates and text in the unambiguous format YYYY-MM-DD. */
function dateOf<C extends Cell>(cell: C | undefined, { dates }: CellSense<C>): CalendarDate | null {
  if (cell?.kind === 'date') return dates.toDate(cell.number);
  return cell?.kind === 'text' ? parseCalendarDate(cell.text.trim()) : null;
}

function momentOf<C extends Cell>(cell: C | undefined, { dates }: CellSense<C>): LocalDateTime | null {
  if (cell?.kind === 'date') return dates.toDateTime(cell.number);
  const [, date = '', time = '00:00:00'] =
    /^(\S{10})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d))?$/.exec(cell?.kind === 'text' ? cell.text.trim() : '') ?? [];
  return parseCalendarDate(date) === null ? null : (`${date}T${time}` as LocalDateTime);
}

export function amountOf(cell: Cell | undefined): Amount | null {
  if (cell?.kind === 'number') return amountOfNumber(cell.number);
  return cell?.kind === 'text' ? parseAmount(cell.text) : null;
}

/** A text for comparing cells of the column: equal for equal values, whatever the cell format. */
export function identityText<C extends Cell>(column: SheetColumn, cell: C, sense: CellSense<C>): string {
  const type = sheetTypeOf(column);
  return isTextual(type) ? textOf(cell, sense).trim() : (valueOf(type, cell, sense) ?? textOf(cell, sense));
}

/** True if the cell has this value. Missing cells count as empty; formulas never match, because the user owns them. */
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

export function valueOf<C extends Cell>(type: 'date' | 'amount' | 'added', cell: C | undefined, sense: CellSense<C>) {
  if (type === 'amount') return amountOf(cell);
  return type === 'date' ? dateOf(cell, sense) : momentOf(cell, sense);
}

/** The content to write. Empty text clears the cell; a day that the workbook cannot represent is written as text. */
export function contentOf(column: SheetColumn, value: string, dates: SerialDates): string | number | null {
  return numberOf(column, value, dates) ?? (value === '' ? null : value);
}

function numberOf(column: SheetColumn, value: string, dates: SerialDates): number | null {
  const type = sheetTypeOf(column);
  if (type === 'amount') return value === '' ? null : amountToNumber(value as Amount);
  if (type === 'date') return dates.fromDate(value as CalendarDate);
  return type === 'added' ? dates.fromDateTime(value as LocalDateTime) : null;
}
