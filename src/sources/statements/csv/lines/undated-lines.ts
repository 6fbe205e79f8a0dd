import type { Amount } from '../../../../core/amount.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { daysBetween, type CalendarDate } from '../../../../core/calendar-date.ts';
import { mentionsTotals, roleOfTitle } from '../../../../core/column-titles.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { hasAmount, moneyPlaces } from '../arithmetic/amounts.ts';
import { badDate } from '../reading/guess-date.ts';
import { labelOfLine, lookAtColumns, type CsvColumn } from '../table/csv-columns.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { labelOfRow, statusOf } from '../values/csv-labels.ts';

type Row = readonly string[];

/** A line with a day and an amount. Others are judged by these. */
export interface DatedLine {
  readonly index: number;
  readonly row: Row;
  readonly date: CalendarDate;
  readonly amount: Amount;
  readonly isPending: boolean;
}

/** Distinguishes pending lines without a day from notes and totals. */
export function createPendingLines(table: CsvTable, mapping: CsvMapping, dated: readonly DatedLine[]) {
  const { date, dateOrder, description, amount, status } = mapping;
  const [first, last] = [dated[0], dated.at(-1)];
  const newest =
    dated
      .map((line) => line.date)
      .toSorted()
      .at(-1) ?? null;
  const otherDates = otherDateColumns(table, date);

  /** The day of a pending line: another one in the line, else the newest of the file. Null for other lines. */
  function dayOf(row: Row, index: number): CalendarDate | null {
    if (!isPossible(row)) return null;
    const word = clean(row[date]);
    const words = [word, status === null ? '' : clean(row[status.column])];
    const day = otherDay(row);
    const isPending =
      words.some((one) => one !== '' && statusOf(one) === 'pending') ||
      day !== null ||
      // An unknown word, or none, next to the newest lines.
      (word.length <= LONGEST_WORD && isNewest(index, word !== ''));
    if (isPending && newest === null) throw badDate(table, index, date, '', dateOrder);
    return isPending ? (day ?? newest) : null;
  }

  function isPossible(row: Row): boolean {
    const hasText = description.some((place) => place !== date && /\p{L}/u.test(clean(row[place])));
    return !/\d/.test(clean(row[date])) && hasAmount(row, amount) && hasText && labelOfLine(table, row) === null;
  }

  /** Unlike a total, the line fills several columns of the first transaction. A single one shows no difference. */
  function isFilledAlike(row: Row): boolean {
    if (first === last && first !== undefined && !isKnown()) return isPossible(row);
    const decisive = new Set([date, ...moneyPlaces(amount)]);
    const places = [...row.keys()].filter((place) => !decisive.has(place) && clean(row[place]) !== '');
    const texts = places.filter((place) => description.includes(place));
    return (places.length > 2 || texts.length > 1) && places.every((place) => clean(first?.row[place]) !== '');
  }

  /** Another day in the line, such as the day of the purchase; null if there is none. */
  function otherDay(row: Row): CalendarDate | null {
    const days = otherDates.flatMap((place) => readDate(clean(row[place]), dateOrder) ?? []);
    // A day in a text often belongs to another year.
    return days.find((day) => newest === null || Math.abs(daysBetween(newest, day)) <= NEAR_DAYS) ?? null;
  }

  /** Several lines with a day, or one with a balance, show that the others are pending. */
  function isKnown(): boolean {
    // A single line cannot prove its balance, but its title names it.
    const balance = mapping.balance ?? table.titles.findIndex((title) => roleOfTitle(title) === 'balance');
    const days = table.rows.slice(table.first).filter((row) => readDate(clean(row[date]), dateOrder) !== null);
    return days.length > 1 || days.some((row) => isNumber(clean(row[balance])));
  }

  /** Pending lines are newer than all lines with a day. */
  function isNewest(index: number, isEither: boolean): boolean {
    if (first === undefined || last === undefined) return isEither;
    const isBelow = first.index < index;
    if (isBelow && last.index > index) return false;
    return isEither || (first.date === last.date ? isKnown() : first.date < last.date === isBelow);
  }

  return { dayOf, isFilledAlike };
}

const NEAR_DAYS = 90;
const LONGEST_WORD = 30;

/** Other columns of days; titled ones before those that may be texts. A reference may look like a day, but not in every line. */
function otherDateColumns(table: CsvTable, date: number): number[] {
  const isTitled = ({ role }: CsvColumn): boolean => role?.endsWith('date') === true;
  return lookAtColumns(table)
    .columns.filter((column) => column.place !== date && column.dates > 1)
    .filter((column) => (isTitled(column) ? column.dates > column.filled / 2 : column.dates === column.filled))
    .toSorted((a, b) => Number(isTitled(b)) - Number(isTitled(a)))
    .map(({ place }) => place);
}

/** Some banks wrap long texts: a line with only a text, not in the first column as notes, continues the one above. */
export function joinContinuations(table: CsvTable, mapping: CsvMapping): CsvTable {
  const found = new Map<number, number[]>();
  let [above, isSure]: [number | null, boolean] = [null, false];
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    if (above !== null && goesOn(mapping, row)) found.set(above, [...(found.get(above) ?? []), index]);
    else {
      // Without a transaction right below, it may be a note, unless other lines of the file are continuations.
      const isTransaction = isDateShaped(clean(row[mapping.date]));
      isSure ||= above !== null && found.has(above) && isTransaction;
      above = isTransaction ? index : null;
    }
  }
  if (!isSure) return table;
  const rows = [...table.rows];
  for (const [index, parts] of found) {
    const texts = (place: number): string[] => parts.map((part) => clean(table.rows[part]?.[place]));
    rows[index] = (rows[index] ?? []).map((cell, place) =>
      [cell, ...texts(place)].filter((text) => text !== '').join('\n'),
    );
    for (const part of parts) rows[part] = [];
  }
  return { ...table, rows };
}

function goesOn({ date, description }: CsvMapping, row: Row): boolean {
  // Nearly all lines have a day.
  if (clean(row[date]) !== '') return false;
  const [place, ...more] = [...row.keys()].filter((place) => clean(row[place]) !== '');
  if (place === undefined || place === 0 || more.length > 0 || !description.includes(place)) return false;
  return labelOfRow(row) === null && !mentionsTotals(row);
}
