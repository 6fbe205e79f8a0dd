import { isNumber } from '../../../../core/amount-text.ts';
import { daysBetween, type CalendarDate } from '../../../../core/calendar-date.ts';
import { mentionsTotals, roleOfTitle } from '../../../../core/column-titles.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { moneyPlaces } from '../arithmetic/amounts.ts';
import { labelOfLine, lookAtColumns, type CsvColumn } from '../table/csv-columns.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { labelOfRow, statusOf } from '../values/csv-labels.ts';

type Row = readonly string[];

interface DatedLines {
  /** The index and the day of each transaction. */
  readonly all: readonly (readonly [number, CalendarDate])[];
  readonly newest: CalendarDate | null;
  /** Several lines with a day, or one with a balance, show that the others are pending. */
  readonly isKnown: boolean;
}

/** Distinguishes pending lines without a day from notes and totals. */
export function createPendingLines(table: CsvTable, mapping: CsvMapping) {
  let otherDates: readonly number[] | undefined;
  let dated: DatedLines | undefined;

  function has(row: Row, index: number): boolean {
    const { date, description, amount, status } = mapping;
    const word = clean(row[date]);
    const hasText = description.some((place) => place !== date && /\p{L}/u.test(clean(row[place])));
    const hasAmount = moneyPlaces(amount).some((place) => isNumber(clean(row[place])));
    if (/\d/.test(word) || !hasAmount || !hasText || labelOfLine(table, row) !== null) return false;
    const words = [word, status === null ? '' : clean(row[status.column])];
    if (words.some((one) => one !== '' && statusOf(one) === 'pending') || dayOf(row) !== null) return true;
    // An unknown word, or none, next to the newest lines.
    return word.length <= LONGEST_WORD && isNewest(index, word !== '');
  }

  /** True if the line fills several columns of the first transaction, or two of texts, unlike a total. */
  function isFilledAlike(row: Row): boolean {
    const transaction = table.rows[datedLines().all[0]?.[0] ?? -1] ?? [];
    const { date, amount, description } = mapping;
    const decisive = new Set([date, ...moneyPlaces(amount)]);
    const places = [...row.keys()].filter((place) => !decisive.has(place) && clean(row[place]) !== '');
    const texts = places.filter((place) => description.includes(place));
    return (places.length > 2 || texts.length > 1) && places.every((place) => clean(transaction[place]) !== '');
  }

  /** Another day in the line, such as that of the purchase; null if there is none. */
  function dayOf(row: Row): CalendarDate | null {
    otherDates ??= otherDateColumns(table, mapping.date);
    const { newest } = datedLines();
    const days = otherDates.map((place) => readDate(clean(row[place]), mapping.dateOrder));
    // A day in a text often belongs to another year.
    return (
      days.find((day) => day !== null && (newest === null || daysBetween(newest, day) ** 2 <= NEAR_DAYS ** 2)) ?? null
    );
  }

  function datedLines(): DatedLines {
    if (dated !== undefined) return dated;
    const { date, dateOrder } = mapping;
    // A single line cannot prove its balance, but its title names it.
    const balance = mapping.balance ?? table.titles.findIndex((title) => roleOfTitle(title) === 'balance');
    let [count, hasBalance] = [0, false];
    const all: (readonly [number, CalendarDate])[] = [];
    let newest: CalendarDate | null = null;
    for (let index = table.first; index < table.rows.length; index += 1) {
      const row = table.rows[index] ?? [];
      const day = readDate(clean(row[date]), dateOrder);
      if (day === null) continue;
      if (newest === null || day > newest) newest = day;
      count += 1;
      if (isNumber(clean(row[balance]))) hasBalance = true;
      if (labelOfLine(table, row) === null) all.push([index, day]);
    }
    return (dated = { all, newest, isKnown: count > 1 || hasBalance });
  }

  /** Pending lines are newer than all lines with a day. */
  function isNewest(index: number, isEither: boolean): boolean {
    const { all, isKnown } = datedLines();
    const [[firstIndex, first], [lastIndex, last]] = [all[0] ?? NO_LINE, all.at(-1) ?? NO_LINE];
    const [before, after] = [firstIndex < index, lastIndex > index];
    if (before && after) return false;
    if (isEither) return true;
    return first === last ? isKnown : first < last ? before : after;
  }

  return { has, isFilledAlike, dayOf };
}

const NEAR_DAYS = 90;
const LONGEST_WORD = 30;
const NO_LINE = [NaN, ''] as const;

/** Other columns of days; titled ones before those that may be texts. A reference may look like a day, but not in every line. */
function otherDateColumns(table: CsvTable, date: number): number[] {
  const isTitled = ({ role }: CsvColumn): boolean => role?.endsWith('date') === true;
  return lookAtColumns(table)
    .columns.filter((column) => column.place !== date && column.dates > 1)
    .filter((column) => (isTitled(column) ? column.dates > column.filled / 2 : column.dates === column.filled))
    .toSorted((a, b) => Number(isTitled(b)) - Number(isTitled(a)))
    .map(({ place }) => place);
}

/**
 * Lines that continue the text of the transaction above, by the index of that transaction: some banks wrap long texts. A
 * line continues the one above if it has only a text, in a description column other than the first one, where notes
 * begin. Without a transaction right below, it may be a note, unless other lines of the file are continuations.
 */
export function findContinuations(table: CsvTable, mapping: CsvMapping): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  const unsure = new Map<number, number[]>();
  let above: number | null = null;
  let below: number[] = [];
  for (let index = table.first; index <= table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    if (above !== null && goesOn(mapping, row)) {
      below.push(index);
      continue;
    }
    const isTransaction = isDateShaped(clean(row[mapping.date]));
    if (above !== null && below.length > 0) (isTransaction ? found : unsure).set(above, below);
    above = isTransaction ? index : null;
    below = [];
  }
  return found.size > 0 ? new Map([...found, ...unsure]) : found;
}

function goesOn({ date, description }: CsvMapping, row: Row): boolean {
  // Nearly all lines have a day.
  if (clean(row[date]) !== '') return false;
  const [place, ...more] = [...row.keys()].filter((place) => clean(row[place]) !== '');
  if (place === undefined || place === 0 || more.length > 0 || !description.includes(place)) return false;
  return labelOfRow(row) === null && !mentionsTotals(row);
}
