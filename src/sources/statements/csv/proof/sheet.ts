import { DATE_ORDERS, isDateShaped, readDate } from '../../../../core/date-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';
import { readNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import { remembering } from '../../remembering.ts';
import { isBlank } from '../table/csv-rows.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import type { ChainLine, LineOrder } from './chain.ts';
import { PackedUnits, type Units } from './units.ts';

/** The lines of a table that may be transactions, with their numbers, each read once. */
export interface Sheet {
  readonly rows: readonly (readonly string[])[];
  /** Of each row, its place among those of the file. */
  readonly places: readonly number[];
  /** Whether any line has words of a balance or a total. */
  readonly hasLabels: boolean;
  lines(groups: readonly number[]): readonly ChainLine[];
  /** Null for an empty cell; undefined when a cell of the column is no amount in this writing. */
  column(place: number, mark: DecimalMark): readonly (Units | null)[] | undefined;
  /** The same for long tables. */
  packed(place: number, mark: DecimalMark): PackedUnits | undefined;
  /** In which order the days of each group can stand, read in any of these ways; both where they tell nothing. */
  orders(groups: readonly number[]): ReadonlySet<LineOrder>;
}

/** @param limit how many lines at most: enough to find a reading, which is then tried on all of them. */
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
  // A word that stands in most lines is no label of a line.
  const isLabelled = labels.filter((label) => label !== null).length <= Math.max(8, rows.length / 2);
  const packed = new Map<string, PackedUnits | undefined>();
  const columns = new Map<string, readonly (Units | null)[] | undefined>();
  const orders = new Map<string, ReadonlySet<LineOrder>>();
  const grouped = new Map<string, readonly ChainLine[]>();
  const isDay = remembering(isDateShaped);
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
      const known = grouped.get(key);
      if (known !== undefined) return known;
      let before: ChainLine | null = null;
      const lines = rows.map((row, place): ChainLine => {
        const label = isLabelled ? (labels[place] ?? null) : null;
        const isUndated = undated[place] ?? false;
        const group = groups.length === 0 ? '' : groupOf(row, groups);
        // Nearly all lines are like the one before.
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

/** The sheet of all lines, made once for a table: it is proven before it is read, and then again. */
export function sheetOf(table: CsvTable, date: number | null): Sheet {
  const known = sheets.get(table);
  if (known?.date === date) return known.sheet;
  const sheet = openSheet(table, date);
  sheets.set(table, { date, sheet });
  return sheet;
}

const sheets = new WeakMap<CsvTable, { readonly date: number | null; readonly sheet: Sheet }>();

const BOTH: ReadonlySet<LineOrder> = new Set(['oldest-first', 'newest-first']);

/** Ten-thousandths of an amount; null for one that is too long for exact sums. */
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
    // A line with one cell less, such as a note below the table, may have a text there.
    if (cell !== '' && units === null && /\d/.test(cell) && row.length > 2) return undefined;
    if (units !== null) found.set(line, units);
  }
  return found;
}

/** Of each group its days; the same one stands in many lines that follow each other. */
function daysInGroups(rows: readonly (readonly string[])[], date: number, groups: readonly number[]): string[][] {
  const isDay = remembering(isDateShaped);
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

/** What the cells of these columns are, as one text. */
export function groupOf(row: readonly string[], groups: readonly number[]): string {
  return groups.map((column) => clean(row[column])).join('\n');
}

function ordersOf(dates: readonly (readonly string[])[]): ReadonlySet<LineOrder> {
  const found = new Set<LineOrder>();
  for (const order of DATE_ORDERS) {
    const groups = dates.map((group) => group.map(remembering((text: string) => readDate(text, order))));
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
