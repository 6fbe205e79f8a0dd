import { isUsual } from '../../../../core/amount-text.ts';
import { memoize } from '../../../../core/memoize.ts';
import { daysBetween } from '../../../../core/calendar-date.ts';
import type { CsvDateOrder } from '../../../../core/csv-mapping.ts';
import { columnsOf, isDateOrWord, type CsvColumn } from '../table/csv-columns.ts';
import {
  DATE_ORDERS,
  dependsOnOrder,
  isDateShaped,
  isDotted,
  possibleOrders,
  readDate,
} from '../../../../core/date-text.ts';
import { excerpt } from '../../statement-error.ts';
import { clean, linesAbove, rowError } from '../table/csv-table.ts';
import type { ProvenOrder } from '../arithmetic/chain.ts';
import { daysInGroups, lineOrdersOf } from '../arithmetic/sheet.ts';
import { choiceOf, type Findings, type ReasonCode } from './findings.ts';

export function guessDateColumn(findings: Findings): CsvColumn | readonly CsvColumn[] {
  const { columns, sample } = findings;
  const given = findings.answered('date');
  if (given !== null) return given;
  const rows = sample.rows.length;
  const filled = columns.filter((column) => isDateColumn(column, rows));
  // A few pending lines lack the booking day, but not most lines of a file.
  const isRare = ({ dates }: CsvColumn): boolean => rows > FEW_LINES && dates * 4 < rows;
  const hasComplete = filled.some(({ role, dates }) => role?.endsWith('date') === true && dates === rows);
  const nearly = hasComplete ? filled.filter((column) => !isRare(column)) : filled;
  for (const role of PREFERRED) {
    const titled = columnsOf(rows === 0 ? columns : nearly, role);
    if (titled.length === 0) continue;
    const found = latestColumn(findings, titled);
    if (found === null) return titled;
    // A column of days without a title may be the booking day.
    const isOnlyNamed = role === 'value-date' || role === 'purchase-date';
    if (isOnlyNamed && nearly.some((other) => other.role === null && !isSameEverywhere(findings, other, found))) break;
    return findings.decide('date', titled.length > 1 ? 'lineOrder' : 'title', found);
  }
  const candidates = nearly.length > 0 ? nearly : columns.filter(({ dates }) => dates > 0);
  const [only] = nearly;
  const isAlone = nearly.length === 1 || nearly.every(({ dates }) => dates === rows);
  if (only === undefined || !isAlone || !nearly.every((column) => isSameEverywhere(findings, only, column)))
    return candidates;
  return findings.decide('date', 'only', only);
}

/** Banks book on the latest day of a line, and list lines in the order of booking. Null if no single column fits. */
function latestColumn(findings: Findings, columns: readonly CsvColumn[]): CsvColumn | null {
  const [first, ...others] = columns;
  if (first === undefined || others.every((column) => isSameEverywhere(findings, first, column))) return first ?? null;
  const { rows } = findings.sample;
  const isLatest = (column: CsvColumn, order: CsvDateOrder): boolean =>
    isInOrder(findings, column, order, null) &&
    rows.every((row) => {
      const [day, ...days] = [column, ...columns].map(({ place }) => readDate(clean(row[place]), order));
      return days.every((other) => day == null || other === null || other <= day);
    });
  const latest = DATE_ORDERS.flatMap((order) => columns.filter((column) => isLatest(column, order)));
  return latest[0] !== undefined && latest.every((column) => column === latest[0]) ? latest[0] : null;
}

export function dateColumnInOrder(findings: Findings, candidates: readonly CsvColumn[], lines: ProvenOrder | null) {
  const [only, ...more] = columnsInOrder(findings, candidates, lines);
  // A text may look like a day in a few lines.
  if (only !== undefined && more.length === 0 && only.dates * 2 >= findings.sample.rows.length)
    return findings.decide('date', lines === null ? 'lineOrder' : 'balance', only);
  return findings.askForColumn('date', candidates);
}

export function columnsInOrder(findings: Findings, candidates: readonly CsvColumn[], lines: ProvenOrder | null) {
  const texts = candidates.flatMap((column) => datesOf(findings, column).texts);
  const orders = ordersOf(texts, DATE_ORDERS);
  return candidates.filter(
    (column) => column.role !== 'value-date' && orders.some((order) => isInOrder(findings, column, order, lines)),
  );
}

function isDateColumn(column: CsvColumn, rows: number): boolean {
  const { dates, role } = column;
  // Without a title, it may be the booking day, which pending lines lack.
  const isDateTitle = role === null || role.endsWith('date');
  return rows > 0 && (dates === rows || (isDateOrWord(column) && (isDateTitle || dates >= rows / 2)));
}

const FEW_LINES = 8;
const PREFERRED = ['booking-date', 'date', 'purchase-date', 'value-date'] as const;

/** Times of day do not matter. */
function isSameEverywhere({ sample }: Findings, a: CsvColumn, b: CsvColumn): boolean {
  const dayIn = (row: readonly string[], { place }: CsvColumn) =>
    clean(row[place]).replace(/[ T]\d{1,2}[:.]\d\d.*$/, '');
  return sample.rows.every((row) => dayIn(row, a) === dayIn(row, b));
}

/** Null if several orders give valid but different days. If none fits, reading reports the first line that does not. */
export function guessDateOrder(findings: Findings, column: CsvColumn, lines: ProvenOrder | null): CsvDateOrder | null {
  const decided = (order: CsvDateOrder, reason: ReasonCode) => findings.decide('dateOrder', reason, order);
  const { dateOrder } = findings.answers;
  if (dateOrder !== undefined) return decided(dateOrder, 'given');
  const { texts, beside } = datesOf(findings, column);
  const misread = (order: CsvDateOrder) => texts.filter((text) => readDate(text, order) === null).length;
  const [usual = 'ymd'] = DATE_ORDERS.toSorted((a, b) => misread(a) - misread(b));
  const fitting = ordersOf(texts, possibleOrders(texts));
  const besideToo = ordersOf(beside, fitting);
  const viable = besideToo.length > 0 ? besideToo : fitting;
  const [first = usual] = viable;
  if (viable.length < 2 || !texts.some(dependsOnOrder)) return decided(first, 'format');
  if (viable.includes('dmy') && texts.every(isDotted)) return decided('dmy', 'dots');
  const byPairs = orderOfNearDays(findings, column, viable);
  if (byPairs !== null) return decided(byPairs, 'nearDays');
  const [proven, ...more] = viable.filter((order) => lines !== null && isInOrder(findings, column, order, lines));
  if (proven !== undefined && more.length === 0) return decided(proven, 'balance');
  // Countries that write the month first write a decimal point.
  if (!viable.includes('ymd') && hasDecimalCommas(findings)) return decided('dmy', 'comma');
  const distinguishing = [...texts, ...beside].find(
    (text) => new Set(viable.map((order) => readDate(text, order))).size > 1,
  );
  const example = distinguishing ?? texts[0] ?? '';
  const choices = viable.map((order) => choiceOf(order, { choice: 'order', order, day: readDate(example, order) }));
  return findings.ask('dateOrder', { example }, choices);
}

function hasDecimalCommas({ columns }: Findings): boolean {
  const amounts = columns.flatMap(({ numbers, dates, values }) => (numbers > 0 && dates === 0 ? values : []));
  return amounts.some((amount) => isUsual(amount, ',')) && !amounts.some((amount) => isUsual(amount, '.'));
}

/** The days must follow the order of lines, which a running balance proves. */
function isInOrder({ table }: Findings, { place }: CsvColumn, order: CsvDateOrder, lines: ProvenOrder | null): boolean {
  const orders = lineOrdersOf(daysInGroups(table.rows.slice(table.first), place, lines?.groups ?? []), order);
  return lines === null ? orders.length > 0 : orders.includes(lines.order);
}

function ordersOf(texts: readonly string[], orders: readonly CsvDateOrder[]): readonly CsvDateOrder[] {
  return texts.reduce((left, text) => left.filter((order) => readDate(text, order) !== null), orders);
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

/** Booking, purchase and value days of a line are close; misread, they are months apart. */
function orderOfNearDays({ columns, sample }: Findings, column: CsvColumn, viable: readonly CsvDateOrder[]) {
  const others = columns.filter((other) => other !== column && other.dates === sample.rows.length);
  const pairs = sample.rows
    .flatMap((row) => others.map(({ place }) => [clean(row[column.place]), clean(row[place])] as const))
    .filter(([a, b]) => a !== b);
  const distances = viable.map((order) => ({ order, days: pairs.map(([a, b]) => distanceOf(a, b, order)) }));
  const [near, ...more] = distances.filter(({ days }) => days.every((distance) => distance <= NEAR_DAYS));
  const far = distances.filter(({ days }) => days.filter((distance) => distance >= FAR_DAYS).length >= FAR_PAIRS);
  return near !== undefined && more.length === 0 && far.length === viable.length - 1 ? near.order : null;
}

const NEAR_DAYS = 10;
const FAR_DAYS = 25;
const FAR_PAIRS = 3;

function distanceOf(a: string, b: string, order: CsvDateOrder): number {
  const [first, second] = [readDate(a, order), readDate(b, order)];
  return first === null || second === null ? Infinity : Math.abs(daysBetween(first, second));
}

export function badDate(table: Findings['table'], index: number, place: number, text: string, order: CsvDateOrder) {
  return rowError(
    table,
    index,
    place,
    'statement_bad_date',
    text === '' ? { reason: 'csvMissing' } : { reason: 'csvUnreadable', text: excerpt(text), order },
  );
}
