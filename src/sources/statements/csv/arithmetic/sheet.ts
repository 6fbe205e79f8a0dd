import { parseAmount, type Amount } from '../../../../core/amount.ts';
import { readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import type { CsvDateOrder } from '../../../../core/csv-mapping.ts';
import { DATE_ORDERS, isDateShaped, readDate } from '../../../../core/date-text.ts';
import { memoize } from '../../../../core/memoize.ts';
import { labelOfLine } from '../table/csv-columns.ts';
import { isBlank } from '../table/csv-rows.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import type { LineLabel } from '../values/csv-labels.ts';

/** Ten-thousandths of the currency unit, for exact sums. */
export type Units = number;

export function amountOfUnits(units: Units): Amount {
  const digits = String(Math.abs(units)).padStart(5, '0');
  return parseAmount(`${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`) as Amount;
}

function unitsOf(amount: string): Units | null {
  const units = Math.round(Number(amount) * 10_000);
  return Number.isSafeInteger(units) && /\.\d{2,4}$/.test(amount) ? units : null;
}

/** A number or none for each line. */
export type UnitsByLine = readonly (Units | null)[];

export interface SheetLine {
  /** The label according to its words; arithmetic has priority. */
  readonly label: LineLabel | null;
  /** A pending line, or no transaction. */
  readonly isUndated: boolean;
}

export type LineOrder = 'oldest-first' | 'newest-first';

export const LINE_ORDERS: readonly LineOrder[] = ['oldest-first', 'newest-first'];

export function linesIn({ lines }: Sheet, order: LineOrder): readonly number[] {
  return order === 'oldest-first' ? [...lines.keys()] : [...lines.keys()].toReversed();
}

/** The lines of the file with their numbers parsed once. Lines that cannot be transactions are empty. */
export class Sheet {
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly SheetLine[];
  readonly #date: number | null;
  readonly #units = new Map<string, UnitsByLine | undefined>();
  readonly #orders = new Map<string, readonly LineOrder[]>();

  /** @param limit enough lines to find a reading, which is then checked with all lines. */
  constructor(table: CsvTable, date: number | null, limit = Infinity) {
    this.rows = table.rows
      .slice(0, table.first + limit)
      .map((row, index) => (index < table.first || row.length < 2 || isBlank(row) ? [] : row));
    this.#date = date;
    const isDay = memoize(isDateShaped);
    this.lines = this.rows.map((row) => ({
      label: labelOfLine(table, row),
      isUndated: date !== null && !isDay(clean(row[date])),
    }));
  }

  /** Undefined if a cell is not an amount in this notation. */
  units(place: number, mark: DecimalMark): UnitsByLine | undefined {
    const key = `${place}${mark}`;
    if (!this.#units.has(key)) this.#units.set(key, this.#parse(place, mark));
    return this.#units.get(key);
  }

  #parse(place: number, mark: DecimalMark): UnitsByLine | undefined {
    let isReadable = true;
    const units = this.rows.map((row) => {
      const cell = clean(row[place]);
      const amount = cell === '' ? null : readNumber(cell, mark);
      const found = amount === null ? null : unitsOf(amount);
      // A shorter line, such as a note below the table, may have a text there.
      if (cell !== '' && found === null && /\d/.test(cell) && row.length > 2) isReadable = false;
      return found;
    });
    return isReadable ? units : undefined;
  }

  /** The orders in which the days of each group (lines with equal cells in the columns `groups`) never go back; both if unknown. */
  orders(groups: readonly number[]): readonly LineOrder[] {
    if (this.#date === null) return LINE_ORDERS;
    const key = groups.join();
    const orders = this.#orders.get(key) ?? ordersOf(daysInGroups(this.rows, this.#date, groups));
    this.#orders.set(key, orders);
    return orders;
  }
}

/** Cached per table, because it is used before and during reading. */
export function sheetOf(table: CsvTable, date: number | null): Sheet {
  const cached = sheets.get(table);
  if (cached?.date === date) return cached.sheet;
  const sheet = new Sheet(table, date);
  sheets.set(table, { date, sheet });
  return sheet;
}

const sheets = new WeakMap<CsvTable, { readonly date: number | null; readonly sheet: Sheet }>();

export function groupOf(row: readonly string[], groups: readonly number[]): string {
  return groups.length === 0 ? '' : groups.map((column) => clean(row[column])).join('\n');
}

/** The days of each group, without repetitions. */
export function daysInGroups(
  rows: readonly (readonly string[])[],
  date: number,
  groups: readonly number[],
): string[][] {
  const isDay = memoize(isDateShaped);
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const group = groupOf(row, groups);
    const days = found.get(group) ?? [];
    found.set(group, days);
    const text = clean(row[date]);
    if (text !== days.at(-1) && isDay(text)) days.push(text);
  }
  return [...found.values()];
}

function ordersOf(groups: readonly (readonly string[])[]): readonly LineOrder[] {
  const found = DATE_ORDERS.filter((order) => groups.flat().every((day) => readDate(day, order) !== null)).map(
    (order) => lineOrdersOf(groups, order),
  );
  const isUnordered = found.length === 0 || found.some((orders) => orders.length === 0);
  return isUnordered ? LINE_ORDERS : [...new Set(found.flat())];
}

/** The orders of lines in which the days never go back; both if all days are equal. None if a day is invalid. */
export function lineOrdersOf(groups: readonly (readonly string[])[], order: CsvDateOrder): readonly LineOrder[] {
  const read = memoize((text: string) => readDate(text, order));
  const days = groups.map((group) => group.map(read));
  if (days.flat().includes(null)) return [];
  const isEach = (fits: (day: string, before: string) => boolean): boolean =>
    days.every((group) => group.every((day, line) => line === 0 || fits(day ?? '', group[line - 1] ?? '')));
  return LINE_ORDERS.filter((lines) =>
    isEach((day, before) => (lines === 'oldest-first' ? day >= before : day <= before)),
  );
}
