import { daysBetween, type CalendarDate } from '../../../../core/calendar-date.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { isBlank } from '../table/csv-rows.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { labelOfRow, statusOf } from '../values/csv-labels.ts';
import { roleOfTitle } from '../../../../core/column-titles.ts';
import { moneyPlaces } from '../arithmetic/amounts.ts';

/** Distinguishes pending lines without a day from notes and totals. */
export interface PendingLines {
  /** True if a line without a day is a transaction. */
  has(row: readonly string[], index: number): boolean;
  /** Another day in the line, such as that of the purchase; null if there is none. */
  dayOf(row: readonly string[]): CalendarDate | null;
}

export function findPendingLines(table: CsvTable, mapping: CsvMapping): PendingLines {
  let dates: readonly number[] | null = null;
  const otherDates = (): readonly number[] => (dates ??= dateColumns(table, mapping.date));
  let newest: CalendarDate | null | undefined;
  const isNear = (day: CalendarDate): boolean => {
    newest ??= newestDay(table, mapping);
    return newest === null || Math.abs(daysBetween(newest, day)) <= NEAR_DAYS;
  };
  const dayOf = (row: readonly string[]): CalendarDate | null => {
    for (const place of otherDates()) {
      const day = readDate(clean(row[place]), mapping.dateOrder);
      // A day in a text often belongs to another year.
      if (day !== null && isNear(day)) return day;
    }
    return null;
  };
  return {
    dayOf,
    has: (row, index) => {
      const word = clean(row[mapping.date]);
      if (/\d/.test(word) || !hasAmount(mapping, row) || !hasText(mapping, row) || labelOfRow(row) !== null)
        return false;
      const isSaid =
        (word !== '' && statusOf(word) === 'pending') ||
        (mapping.status !== null && statusOf(clean(row[mapping.status.column])) === 'pending') ||
        dayOf(row) !== null;
      if (isSaid) return true;
      // An unknown word, or none, next to the newest lines.
      return word.length <= LONGEST_WORD && isNewest(table, mapping, index, word !== '');
    },
  };
}

const NEAR_DAYS = 90;

function newestDay(table: CsvTable, { date, dateOrder }: CsvMapping): CalendarDate | null {
  let newest: CalendarDate | null = null;
  for (let index = table.first; index < table.rows.length; index += 1) {
    const day = readDate(clean(table.rows[index]?.[date]), dateOrder);
    if (day !== null && (newest === null || day > newest)) newest = day;
  }
  return newest;
}

const LONGEST_WORD = 30;
const SAMPLE = 60;

/** Other columns of days; titled ones before those that may be texts. */
function dateColumns(table: CsvTable, date: number): number[] {
  const rows = table.rows.slice(table.first, table.first + SAMPLE).filter((row) => !isBlank(row));
  const isTitled = (place: number): boolean => roleOfTitle(table.titles[place] ?? '')?.endsWith('date') === true;
  const found = table.titles.flatMap((_, place) => {
    const filled = rows.map((row) => clean(row[place])).filter((cell) => cell !== '');
    return filled.length > 1 && filled.filter(isDateShaped).length > filled.length / 2 && place !== date ? [place] : [];
  });
  return [...found.filter(isTitled), ...found.filter((place) => !isTitled(place))];
}

function hasAmount({ amount }: CsvMapping, row: readonly string[]): boolean {
  const places = moneyPlaces(amount);
  return places.some((place) => isNumber(clean(row[place])));
}

function hasText({ description, date }: CsvMapping, row: readonly string[]): boolean {
  return description.some((place) => place !== date && /\p{L}/u.test(clean(row[place])));
}

/** Pending lines are newer than all lines with a day. */
function isNewest(table: CsvTable, mapping: CsvMapping, index: number, isEither: boolean): boolean {
  const dayAt = (row: readonly string[]): string | null =>
    labelOfRow(row) === null ? readDate(clean(row[mapping.date]), mapping.dateOrder) : null;
  const before = table.rows.slice(table.first, index).some((row) => dayAt(row) !== null);
  const after = table.rows.slice(index + 1).some((row) => dayAt(row) !== null);
  if (before && after) return false;
  if (isEither) return true;
  const days = table.rows.slice(table.first).flatMap((row) => dayAt(row) ?? []);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (first === last) {
    const dated = table.rows.filter((row) => isDateShaped(clean(row[mapping.date])));
    return dated.length > 1 || dated.some((row) => mapping.balance != null && isNumber(clean(row[mapping.balance])));
  }
  return first < last ? before : first > last && after;
}
