import { DATE_ORDERS, isDateShaped, readDate } from '../values/csv-date.ts';
import { labelOfRow } from '../values/csv-labels.ts';
import { readNumber } from '../values/csv-amount.ts';
import { remembering } from '../../remembering.ts';
import type { DecimalMark } from '../../decimal-mark.ts';
import { isBlank } from '../table/csv-rows.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import type { ChainLine, LineOrder, Units } from './chain.ts';

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
  /** In which order the days can stand, read in any of these ways; both where they tell nothing. */
  readonly orders: ReadonlySet<LineOrder>;
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
  const columns = new Map<string, readonly (Units | null)[] | undefined>();
  let orders: ReadonlySet<LineOrder> | undefined;
  const grouped = new Map<string, readonly ChainLine[]>();
  const isDay = remembering(isDateShaped);
  const undated = rows.map((row) => date !== null && !isDay(clean(row[date])));
  return {
    rows,
    places,
    hasLabels: labels.some((label) => label !== null),
    lines: (groups) => {
      const key = groups.join();
      const known = grouped.get(key);
      if (known !== undefined) return known;
      const lines = rows.map((row, place) => ({
        label: isLabelled ? (labels[place] ?? null) : null,
        isUndated: undated[place] ?? false,
        group: groups.map((column) => clean(row[column])).join('\n'),
      }));
      grouped.set(key, lines);
      return lines;
    },
    column: (place, mark) => {
      const key = `${place}${mark}`;
      if (!columns.has(key)) columns.set(key, columnOf(rows, place, mark));
      return columns.get(key);
    },
    get orders() {
      return (orders ??= date === null ? BOTH : ordersOf(rows.map((row) => clean(row[date]))));
    },
  };
}

const BOTH: ReadonlySet<LineOrder> = new Set(['oldest-first', 'newest-first']);

/** Ten-thousandths of an amount; null for one that is too long for exact sums. */
function unitsOf(amount: string): Units | null {
  const units = Math.round(Number(amount) * 10_000);
  return Number.isSafeInteger(units) && /\.\d{2,4}$/.test(amount) ? units : null;
}

function columnOf(
  rows: readonly (readonly string[])[],
  place: number,
  mark: DecimalMark,
): readonly (Units | null)[] | undefined {
  const found: (Units | null)[] = [];
  for (const row of rows) {
    const cell = clean(row[place]);
    const amount = cell === '' ? null : readNumber(cell, mark);
    const units = amount === null ? null : unitsOf(amount);
    // A line with one cell less, such as a note below the table, may have a text there.
    if (cell !== '' && units === null && /\d/.test(cell) && row.length > 2) return undefined;
    found.push(units);
  }
  return found;
}

function ordersOf(texts: readonly string[]): ReadonlySet<LineOrder> {
  // The same day stands in many lines that follow each other.
  const dates = texts.filter((text, index) => text !== texts[index - 1]).filter(remembering(isDateShaped));
  const found = new Set<LineOrder>();
  for (const order of DATE_ORDERS) {
    const days = dates.map(remembering((text: string) => readDate(text, order)));
    if (days.some((day) => day === null)) continue;
    const isRising = days.every((day, index) => index === 0 || (day ?? '') >= (days[index - 1] ?? ''));
    const isFalling = days.every((day, index) => index === 0 || (day ?? '') <= (days[index - 1] ?? ''));
    if (isRising || !isFalling) found.add('oldest-first');
    if (isFalling || !isRising) found.add('newest-first');
  }
  return found.size === 0 ? BOTH : found;
}
