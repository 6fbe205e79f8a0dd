import { DATE_ORDERS, isDateShaped, readDate } from '../../../../core/date-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';
import { readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import { memoize } from '../../../../core/memoize.ts';
import { isBlank } from '../table/csv-rows.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import type { ChainLine, LineOrder } from './chain.ts';
import { PackedUnits, type Units } from './units.ts';

/** The lines that may be transactions, with their numbers parsed once. */
export interface Sheet {
  readonly rows: readonly (readonly string[])[];
  /** The index of each row in the file. */
  readonly places: readonly number[];
  /** A line has the words of a balance or a total. */
  readonly hasLabels: boolean;
  lines(groups: readonly number[]): readonly ChainLine[];
  /** Null for an empty cell; undefined if a cell is no amount in this notation. */
  column(place: number, mark: DecimalMark): readonly (Units | null)[] | undefined;
  /** As `column`, for long tables. */
  packed(place: number, mark: DecimalMark): PackedUnits | undefined;
  /** The possible orders of days, read in any of these ways; both if the days do not decide. */
  orders(groups: readonly number[]): ReadonlySet<LineOrder>;
}

/**
 * @param limit enough lines to find a reading, which is then checked with all lines.
 */
export function openSheet(table: CsvTable, date: number | null, limit = Infinity): Sheet {
  const rows: (readonly string[])[] = [];
  const places: number[] = [];
  for (let index = table.first; index < table.rows.length && rows.length < limit; index += 1) {
    const row = table.rows[index] ?? [];
    if (isBlank(row) || row.length < 2) continue;
    rows.push(row);
    places.push(index);
  }
  const labels = rows.map(labelOfRow);
  // A word in most lines is not a label.
  const isLabelled = labels.filter((label) => label !== null).length <= Math.max(8, rows.length / 2);
  const packed = new Map<string, PackedUnits | undefined>();
  const columns = new Map<string, readonly (Units | null)[] | undefined>();
  const orders = new Map<string, ReadonlySet<LineOrder>>();
  const grouped = new Map<string, readonly ChainLine[]>();
  const isDay = memoize(isDateShaped);
  const undated = rows.map((row) => date !== null && !isDay(clean(row[date])));
  const packedColumn = (place: number, mark: DecimalMark): PackedUnits | undefined => {
    const key = `${place}${mark}`;
    if (!packed.has(key)) packed.set(key, columnOf(rows, place, mark));
    return packed.get(key);
  };
  return {
    rows,
    places,
    hasLabels: labels.some((label) => label !== null),
    lines: (groups) => {
      const key = groups.join();
      const cached = grouped.get(key);
      if (cached !== undefined) return cached;
      let before: ChainLine | null = null;
      const lines = rows.map((row, place): ChainLine => {
        const label = isLabelled ? (labels[place] ?? null) : null;
        const isUndated = undated[place] ?? false;
        const group = groups.length === 0 ? '' : groupOf(row, groups);
        // Most lines are like the previous one.
        const isSame = before?.label === label && before.isUndated === isUndated && before.group === group;
        return isSame && before !== null ? before : (before = { label, isUndated, group });
      });
      grouped.set(key, lines);
      return lines;
    },
    column: (place, mark) => {
      const key = `${place}${mark}`;
      if (!columns.has(key)) columns.set(key, packedColumn(place, mark)?.toArray());
      return columns.get(key);
    },
    packed: packedColumn,
    orders: (groups) => {
      if (date === null) return BOTH;
      const key = groups.join();
      const found = orders.get(key) ?? ordersOf(daysInGroups(rows, date, groups));
      orders.set(key, found);
      return found;
    },
  };
}

/** Cached per table, because it is used before and during reading. */
export function sheetOf(table: CsvTable, date: number | null): Sheet {
  const cached = sheets.get(table);
  if (cached?.date === date) return cached.sheet;
  const sheet = openSheet(table, date);
  sheets.set(table, { date, sheet });
  return sheet;
}

const sheets = new WeakMap<CsvTable, { readonly date: number | null; readonly sheet: Sheet }>();

const BOTH: ReadonlySet<LineOrder> = new Set(['oldest-first', 'newest-first']);

/** Null for numbers too long for exact sums. */
function unitsOf(amount: string): Units | null {
  const units = Math.round(Number(amount) * 10_000);
  return Number.isSafeInteger(units) && /\.\d{2,4}$/.test(amount) ? units : null;
}

function columnOf(rows: readonly (readonly string[])[], place: number, mark: DecimalMark): PackedUnits | undefined {
  const found = new PackedUnits(rows.length);
  for (const [line, row] of rows.entries()) {
    const cell = clean(row[place]);
    const amount = cell === '' ? null : readNumber(cell, mark);
    const units = amount === null ? null : unitsOf(amount);
    // A shorter line, such as a note below the table, may have a text there.
    if (cell !== '' && units === null && /\d/.test(cell) && row.length > 2) return undefined;
    if (units !== null) found.set(line, units);
  }
  return found;
}

/** The days of each group, without consecutive duplicates. */
function daysInGroups(rows: readonly (readonly string[])[], date: number, groups: readonly number[]): string[][] {
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

/** The values of these columns, as one key. */
export function groupOf(row: readonly string[], groups: readonly number[]): string {
  return groups.map((column) => clean(row[column])).join('\n');
}

function ordersOf(dates: readonly (readonly string[])[]): ReadonlySet<LineOrder> {
  const found = new Set<LineOrder>();
  for (const order of DATE_ORDERS) {
    const groups = dates.map((group) => group.map(memoize((text: string) => readDate(text, order))));
    if (groups.flat().includes(null)) continue;
    const isEach = (fits: (day: string, before: string) => boolean): boolean =>
      groups.every((days) => days.every((day, index) => index === 0 || fits(day ?? '', days[index - 1] ?? '')));
    const isRising = isEach((day, before) => day >= before);
    const isFalling = isEach((day, before) => day <= before);
    if (isRising || !isFalling) found.add('oldest-first');
    if (isFalling || !isRising) found.add('newest-first');
  }
  return found.size === 0 ? BOTH : found;
}
