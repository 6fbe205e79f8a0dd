import { isUsual, plainNumber, type DecimalMark } from '../../../../core/amount-text.ts';
import { memoize } from '../../../../core/memoize.ts';
import { daysBetween } from '../../../../core/calendar-date.ts';
import type { CsvDateOrder } from '../../../../core/csv-mapping.ts';
import { columnsOf, isDateOrWord, type CsvColumn } from '../table/csv-columns.ts';
import {
  DATE_ORDERS,
  dependsOnOrder,
  isDateShaped,
  isDotted,
  isSameDay,
  possibleOrders,
  readDate,
} from '../../../../core/date-text.ts';
import { clean, linesAbove, onlyOf } from '../table/csv-table.ts';
import type { ProvenOrder } from '../arithmetic/chain.ts';
import { daysInGroups, lineOrdersOf } from '../arithmetic/sheet.ts';
import { choiceOf, type Findings, type ReasonCode } from './findings.ts';

export function guessDateColumn(findings: Findings): CsvColumn | readonly CsvColumn[] {
  const { columns, sample } = findings;
  const given = findings.answered('date');
  if (given !== null) return given;
  const rows = sample.rows.length;
  // A column that is empty in most lines is not the booking day: only pending lines lack that day, and most lines are booked.
  const isRare = ({ dates }: CsvColumn): boolean => rows > FEW_LINES && dates * 4 < rows;
  const nearly = columns.filter((column) =>
    rows === 0 ? column.role?.endsWith('date') : isDateOrWord(column) && !isRare(column) && !isOfBill(column, columns),
  );
  const role = PREFERRED.find((one) => columnsOf(nearly, one).length > 0);
  const titled = role === undefined ? nearly : columnsOf(nearly, role);
  const isSame = (a: CsvColumn | undefined) => (b: CsvColumn) =>
    a !== undefined &&
    DATE_ORDERS.some((order) => sample.rows.every((row) => isSameDay(clean(row[a.place]), clean(row[b.place]), order)));
  const latest = role === undefined ? undefined : latestColumn(findings, titled);
  const found = titled.every(isSame(titled[0])) ? titled[0] : latest;
  if (found === undefined && role !== undefined) return titled;
  // Beside a column titled as another kind of day, an untitled column may be the booking day.
  const isBooking = role === 'booking-date' || role === 'date';
  const isRival = (other: CsvColumn): boolean => !isBooking && other.role === null && !isSame(found)(other);
  if (found === undefined || nearly.some(isRival))
    return nearly.length > 0 ? nearly : columns.filter(({ dates }) => dates > 0);
  return findings.decide('date', role === undefined ? 'only' : titled.length > 1 ? 'lineOrder' : 'title', found);
}

/** True if all lines have the same day, more than a week after all days of another column: on that day, the bill of a card is paid. */
function isOfBill({ values: [day = ''], values, filled, place }: CsvColumn, columns: readonly CsvColumn[]): boolean {
  const isWeekAfter = (other: string): boolean => {
    const pairs = DATE_ORDERS.map((order) => [readDate(other, order), readDate(day, order)] as const);
    const read = pairs.flatMap(([before, after]) =>
      before === null || after === null ? [] : daysBetween(before, after),
    );
    return read.length > 0 && Math.min(...read) > 7;
  };
  return (
    values.length === 1 &&
    filled > 2 &&
    columns.some((other) => other.place !== place && other.dates >= filled && other.values.every(isWeekAfter))
  );
}

/** The column with the latest day of each line, if its days are in order: banks sort lines by the booking day. */
function latestColumn(findings: Findings, columns: readonly CsvColumn[]): CsvColumn | undefined {
  const { rows } = findings.sample;
  const isLatest = (column: CsvColumn, order: CsvDateOrder): boolean =>
    isInOrder(findings, column, order, null) &&
    rows.every((row) => {
      const [day, ...days] = [column, ...columns].map(({ place }) => readDate(clean(row[place]), order));
      return days.every((other) => day == null || other === null || other <= day);
    });
  const latest = DATE_ORDERS.flatMap((order) => columns.filter((column) => isLatest(column, order)));
  return onlyOf(latest) ?? undefined;
}

export function dateColumnInOrder(findings: Findings, candidates: readonly CsvColumn[], lines: ProvenOrder | null) {
  const [only, ...more] = columnsInOrder(findings, candidates, lines);
  // Ignores a column of texts of which a few look like days.
  if (only !== undefined && more.length === 0 && only.dates * 2 >= findings.sample.rows.length)
    return findings.decide('date', lines === null ? 'lineOrder' : 'balance', only);
  return findings.askForColumn('date', candidates);
}

export function columnsInOrder(findings: Findings, candidates: readonly CsvColumn[], lines: ProvenOrder | null) {
  return candidates.filter(
    (column) => column.role !== 'value-date' && DATE_ORDERS.some((order) => isInOrder(findings, column, order, lines)),
  );
}

const FEW_LINES = 8;
const PREFERRED = ['booking-date', 'date', 'purchase-date', 'value-date'] as const;

/** Null if several orders give valid but different days. If no order fits, `readRows` reports the first line with an invalid day. */
export function guessDateOrder(
  findings: Findings,
  column: CsvColumn,
  lines: ProvenOrder | null,
  currency: string | null,
): CsvDateOrder | null {
  const decided = (order: CsvDateOrder, reason: ReasonCode) => findings.decide('dateOrder', reason, order);
  const { dateOrder } = findings.answers;
  if (dateOrder !== undefined) return decided(dateOrder, 'given');
  const { texts, beside } = datesOf(findings, column);
  const gain = daysSavedByYearFirst(texts, bestOrders(beside, bestOrders(texts, DATE_ORDERS)));
  const titles = findings.table.titles.join();
  // Japan and Korea write the year first. Chinese titles may be of Hong Kong, which writes the day first.
  const least = /[\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(titles) ? -MANY_DAYS : MANY_DAYS;
  if (gain > least && /[\p{sc=Han}\p{sc=Hang}]/u.test(titles)) return decided('ymd', 'title');
  const viable = bestOrders(beside, bestOrders(texts, possibleOrders(texts)));
  const [first = 'ymd'] = viable;
  const isMisread = texts.some((text) => readDate(text, first) === null);
  if (viable.length < 2 || isMisread || !texts.some(dependsOnOrder)) return decided(first, 'format');
  if (viable.includes('dmy') && texts.every(isDotted)) return decided('dmy', 'dots');
  const [proven, ...more] = viable.filter((order) => lines !== null && isInOrder(findings, column, order, lines));
  if (proven !== undefined && more.length === 0) return decided(proven, 'balance');
  // Countries that write the month first use a decimal point, so decimal commas exclude this order.
  if (!viable.includes('ymd') && hasDecimalCommas(findings)) return decided('dmy', 'comma');
  // Day first if the title or the currency is from countries that write it so, and the lines then span fewer months.
  const [dayFirst = 0, monthFirst = 0] = (['dmy', 'mdy'] as const).map(
    (order) => new Set(texts.map((text) => readDate(text, order)?.slice(0, 7))).size,
  );
  if (!viable.includes('ymd') && DAY_FIRST.test(column.title) && dayFirst < monthFirst) return decided('dmy', 'title');
  if (!viable.includes('ymd') && currency !== null && !NOT_DAY_FIRST.has(currency) && dayFirst + 1 < monthFirst)
    return decided('dmy', 'currency');
  const differs = (text: string): boolean => new Set(viable.map((order) => readDate(text, order))).size > 1;
  const example = texts.find(differs) ?? texts[0] ?? '';
  const choices = viable.map((order) => choiceOf(order, { choice: 'order', order, day: readDate(example, order) }));
  return findings.ask('dateOrder', { example }, choices);
}

const DAY_FIRST = /fecha|\bdata\b|(?:datum|dato|tag)\b|tarih|(?![ -~])\p{L}/iu;
/** Currencies of countries where some banks write the month first, and of those that usually write the year first. */
const NOT_DAY_FIRST = new Set(['USD', 'CAD', 'PHP', 'CNY', 'JPY', 'KRW', 'TWD']);
const MANY_DAYS = 5 * 365;

/** By how many days the period of the file is shorter if the year is first. -Infinity unless this and another order are possible. */
function daysSavedByYearFirst(texts: readonly string[], orders: readonly CsvDateOrder[]): number {
  const [own = 0, ...others] = orders.map((order) => {
    const days = texts.flatMap((text) => readDate(text, order) ?? []).toSorted();
    const [first, last] = [days[0], days.at(-1)];
    return first === undefined || last === undefined ? 0 : daysBetween(first, last);
  });
  return orders[0] === 'ymd' && others.length > 0 ? Math.min(...others) - own : -Infinity;
}

function hasDecimalCommas({ columns }: Findings): boolean {
  const amounts = columns.flatMap(({ numbers, dates, values }) => (numbers > 0 && dates === 0 ? values : []));
  const isWritten = (mark: DecimalMark) => amounts.some((amount) => isUsual(plainNumber(amount) ?? '', mark));
  return isWritten(',') && !isWritten('.');
}

/** True if the days are sorted: in the order that a running balance proves, else in either order. */
function isInOrder(findings: Findings, { place }: CsvColumn, order: CsvDateOrder, lines: ProvenOrder | null): boolean {
  const { table } = findings;
  const groups = lines?.groups ?? accountColumns(findings).map((account) => account.place);
  const orders = lineOrdersOf(daysInGroups(table.rows.slice(table.first), place, groups), order);
  return lines === null ? orders.length > 0 : orders.includes(lines.order);
}

/** The columns of accounts: only the lines of the same account need to be in order. */
function accountColumns(findings: Findings): readonly CsvColumn[] {
  const { accountColumn } = findings.answers;
  return accountColumn === undefined ? columnsOf(findings.columns, 'own-account') : [findings.column(accountColumn)];
}

/** The orders that read the most texts. */
function bestOrders(texts: readonly string[], orders: readonly CsvDateOrder[]): readonly CsvDateOrder[] {
  const misread = orders.map((order) => texts.filter((text) => readDate(text, order) === null).length);
  return orders.filter((_, place) => misread[place] === Math.min(...misread));
}

function datesOf({ table, columns, sample }: Findings, column: CsvColumn) {
  const isDay = memoize(isDateShaped);
  const rows = table.rows.slice(table.first);
  const daysIn = ({ place }: CsvColumn): string[] => [...new Set(rows.map((row) => clean(row[place])).filter(isDay))];
  const texts = daysIn(column);
  const others = columns.filter((other) => other !== column && other.dates > 0 && other.dates === sample.rows.length);
  const mark = /\d([-./])\d/.exec(texts[0] ?? '')?.[1];
  const above = linesAbove(table)
    .flatMap((line) => line.match(/(?<![\d./-])\d{1,4}[-./]\d{1,2}[-./]\d{2,4}(?![\d./-])/g) ?? [])
    .filter((text) => mark !== undefined && text.includes(mark) && isDay(text));
  return { texts, beside: [...others.flatMap(daysIn), ...above] };
}
