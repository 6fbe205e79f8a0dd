import { fromUnits, type Amount } from '../../../../core/amount.ts';
import { isNumber, readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import type { CsvDateOrder } from '../../../../core/csv-mapping.ts';
import { DATE_ORDERS, isDateShaped, readDate } from '../../../../core/date-text.ts';
import { memoize } from '../../../../core/memoize.ts';
import { plainDigits } from '../../../../core/plain-digits.ts';
import { labelOfLine, perTable } from '../table/csv-columns.ts';
import { isBlank } from '../table/csv-rows.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';

/** Ten-thousandths of the currency unit, for exact sums. */
export type Units = number;

export function amountOfUnits(units: Units): Amount {
  return fromUnits(BigInt(units), 4);
}

function unitsOf(amount: string): Units | null {
  const units = Math.round(Number(amount) * 10_000);
  return Number.isSafeInteger(units) && /\.\d{2,4}$/.test(amount) ? units : null;
}

export type UnitsByLine = readonly (Units | null)[];

export type LineOrder = 'oldest-first' | 'newest-first';

export const LINE_ORDERS: readonly LineOrder[] = ['oldest-first', 'newest-first'];

export type Sheet = ReturnType<typeof createSheet>;

export function linesIn({ lines }: Sheet, order: LineOrder): readonly number[] {
  return order === 'oldest-first' ? [...lines.keys()] : [...lines.keys()].toReversed();
}

/** The numbers, labels and orders of a table. Lines above it and blank ones are empty rows. `limit`: only the first lines. */
export function createSheet(table: CsvTable, date: number | null, limit = Infinity) {
  const rows = table.rows
    .slice(0, table.first + limit)
    .map((row, index) => (index < table.first || row.length < 2 || isBlank(row) ? [] : row));
  const isDay = memoize(isDateShaped);
  const lines = rows.map((row) => ({
    // Decided by words alone. The name of a shop may look like a label, so arithmetic may overrule it.
    label: labelOfLine(table, row),
    isUndated: date !== null && !isDay(clean(row[date])),
  }));
  const unitsIn = (mark: DecimalMark) => memoize((place: number) => unitsOfColumn(rows, place, mark));
  const units = { '.': unitsIn('.'), ',': unitsIn(',') };
  const orders = memoize((groups: string) =>
    date === null ? LINE_ORDERS : ordersOf(daysInGroups(rows, date, groups.split(' ').filter(Boolean).map(Number))),
  );
  return {
    rows,
    lines,
    units: (place: number, mark: DecimalMark) => units[mark](place),
    /** The number of cells in a line with a number other than 0. */
    countNumbers: memoize(
      (line: number) =>
        (rows[line] ?? []).map(clean).filter((cell) => isMoney(cell) && isNumber(cell) && !isDateShaped(cell)).length,
    ),
    /** The orders that the days allow. Only the lines of a group, with equal cells in the columns `groups`, must be in order. */
    orders: (groups: readonly number[]) => orders(groups.join(' ')),
  };
}

/** True for a text with a digit other than zero, in any script. */
export function isMoney(cell: string): boolean {
  return /[1-9]/.test(cell) || (/\p{Nd}/u.test(cell) && /[1-9]/.test(plainDigits(cell)));
}

/** The numbers of a column; null if a cell contains a digit but is no amount in this notation. */
function unitsOfColumn(rows: CsvTable['rows'], place: number, mark: DecimalMark): UnitsByLine | null {
  const units = rows.map((row) => {
    const cell = clean(row[place]);
    const amount = readNumber(cell, mark);
    return (amount === null ? null : unitsOf(amount)) ?? (/\d/.test(cell) ? undefined : null);
  });
  return units.every((one) => one !== undefined) ? units : null;
}

export const sheetOf = perTable((table, date: number | null) => createSheet(table, date));

export function groupOf(row: readonly string[], groups: readonly number[]): string {
  return groups.length === 0 ? '' : groups.map((column) => clean(row[column])).join('\n');
}

export function daysInGroups(rows: readonly (readonly string[])[], date: number, groups: readonly number[]) {
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
  const found = LINE_ORDERS.filter((lines) => DATE_ORDERS.some((order) => lineOrdersOf(groups, order).includes(lines)));
  return found.length === 0 ? LINE_ORDERS : found;
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
