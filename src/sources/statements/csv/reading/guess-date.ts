import { isUsual } from '../../../../core/amount-text.ts';
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
import { clean, rowError } from '../table/csv-table.ts';
import type { ProvenOrder } from '../arithmetic/chain.ts';
import { daysInGroups, LINE_ORDERS, lineOrdersOf } from '../arithmetic/sheet.ts';
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
    findings.because('date', titled.length > 1 ? 'lineOrder' : 'title');
    return found;
  }
  const candidates = nearly.length > 0 ? nearly : columns.filter(({ dates }) => dates > 0);
  const [only] = nearly;
  const isAlone = nearly.length === 1 || nearly.every(({ dates }) => dates === rows);
  if (only === undefined || !isAlone || !nearly.every((column) => isSameEverywhere(findings, only, column)))
    return candidates;
  findings.because('date', 'only');
  return only;
}

/** Banks book on the latest day of a line, and list lines in the order of booking. Null if no single column fits. */
function latestColumn(findings: Findings, columns: readonly CsvColumn[]): CsvColumn | null {
  const [first, ...others] = columns;
  if (first === undefined || others.every((column) => isSameEverywhere(findings, first, column))) return first ?? null;
  const { rows } = findings.sample;
  const isLatest = (column: CsvColumn, order: CsvDateOrder): boolean =>
    LINE_ORDERS.some((lines) => isInOrder(findings, column, order, { order: lines, groups: [] })) &&
    rows.every((row) => {
      const [day, ...days] = [column, ...columns].map(({ place }) => readDate(clean(row[place]), order));
      return days.every((other) => day == null || other === null || other <= day);
    });
  const latest = DATE_ORDERS.flatMap((order) => columns.filter((column) => isLatest(column, order)));
  return latest[0] !== undefined && latest.every((column) => column === latest[0]) ? latest[0] : null;
}

/** The only column of days in the order of lines. */
export function dateColumnInOrder(
  findings: Findings,
  candidates: readonly CsvColumn[],
  lines: ProvenOrder | null,
): CsvColumn | null {
  const [only, ...more] = columnsInOrder(findings, candidates, lines);
  // A text may look like a day in a few lines.
  if (only !== undefined && more.length === 0 && only.dates * 2 >= findings.sample.rows.length) {
    findings.because('date', lines === null ? 'lineOrder' : 'balance');
    return only;
  }
  findings.askForColumn('date', candidates);
  return null;
}

/** The columns that may be the booking day. */
export function columnsInOrder(
  findings: Findings,
  candidates: readonly CsvColumn[],
  lines: ProvenOrder | null,
): readonly CsvColumn[] {
  const possible = lines === null ? LINE_ORDERS.map((order) => ({ order, groups: [] })) : [lines];
  const texts = candidates.flatMap((column) => datesOf(findings, column).texts);
  const orders = ordersOf(texts, DATE_ORDERS);
  return candidates.filter(
    (column) =>
      column.role !== 'value-date' &&
      possible.some((lines) => orders.some((order) => isInOrder(findings, column, order, lines))),
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
  return sample.rows.every((row) => dayOf(row[a.place]) === dayOf(row[b.place]));
}

function dayOf(cell: string | undefined): string {
  return clean(cell).replace(/[ T]\d{1,2}[:.]\d\d.*$/, '');
}

/**
 * The order of day and month in the whole file; null if several orders give valid but different days. Throws
 * `statement_bad_date` if no order fits.
 */
export function guessDateOrder(findings: Findings, column: CsvColumn, lines: ProvenOrder | null): CsvDateOrder | null {
  const decided = (order: CsvDateOrder, reason: ReasonCode): CsvDateOrder => {
    findings.because('dateOrder', reason);
    return order;
  };
  const { dateOrder } = findings.answers;
  if (dateOrder !== undefined) return decided(dateOrder, 'given');
  const { texts, beside } = datesOf(findings, column);
  const fitting = ordersOf(texts, possibleOrders(texts));
  const besideToo = ordersOf(beside, fitting);
  const viable = besideToo.length > 0 ? besideToo : fitting;
  const [first] = viable;
  if (first === undefined) throw noOrderFits(findings, column, texts);
  if (viable.length === 1 || !texts.some(dependsOnOrder)) return decided(first, 'format');
  if (viable.includes('dmy') && texts.every(isDotted)) return decided('dmy', 'dots');
  const byPairs = orderOfNearDays(findings, column, viable);
  if (byPairs !== null) return decided(byPairs, 'nearDays');
  const [proven, ...more] = viable.filter((order) => lines !== null && isInOrder(findings, column, order, lines));
  if (proven !== undefined && more.length === 0) return decided(proven, 'balance');
  // Countries that write the month first write a decimal point.
  if (!viable.includes('ymd') && hasDecimalCommas(findings)) return decided('dmy', 'comma');
  askForOrder(findings, [...texts, ...beside], viable);
  return null;
}

function hasDecimalCommas({ columns }: Findings): boolean {
  const amounts = columns.flatMap(({ numbers, dates, values }) => (numbers > 0 && dates === 0 ? values : []));
  return amounts.some((amount) => isUsual(amount, ',')) && !amounts.some((amount) => isUsual(amount, '.'));
}

/** The running balance proves the order of lines. The days must follow it. */
function isInOrder({ table }: Findings, { place }: CsvColumn, order: CsvDateOrder, lines: ProvenOrder): boolean {
  const days = daysInGroups(table.rows.slice(table.first), place, lines.groups);
  return lineOrdersOf(days, order).includes(lines.order);
}

function ordersOf(texts: Iterable<string>, orders: readonly CsvDateOrder[]): readonly CsvDateOrder[] {
  return [...texts].reduce((left, text) => left.filter((order) => readDate(text, order) !== null), orders);
}

function datesOf(
  { table, columns, sample }: Findings,
  column: CsvColumn,
): { readonly texts: readonly string[]; readonly beside: ReadonlySet<string> } {
  const texts = new Set<string>();
  const beside = new Set<string>();
  const others = columns.filter(
    ({ place, dates }) => place !== column.place && dates > 0 && dates === sample.rows.length,
  );
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    const text = clean(row[column.place]);
    // Most days repeat.
    if (!texts.has(text)) {
      if (!isDateShaped(text)) continue;
      texts.add(text);
    }
    for (const { place } of others) {
      const other = clean(row[place]);
      if (!beside.has(other) && isDateShaped(other)) beside.add(other);
    }
  }
  const mark = /\d([-./])\d/.exec([...texts][0] ?? '')?.[1];
  for (const row of table.rows.slice(0, table.header ?? table.first)) {
    for (const [text] of row.join(' ').matchAll(/(?<![\d./-])\d{1,4}[-./]\d{1,2}[-./]\d{2,4}(?![\d./-])/g)) {
      if (mark !== undefined && text.includes(mark) && isDateShaped(text)) beside.add(text);
    }
  }
  return { texts: [...texts], beside };
}

/** Booking, purchase and value days of a line are close; misread, they are months apart. */
function orderOfNearDays(
  { columns, sample }: Findings,
  column: CsvColumn,
  viable: readonly CsvDateOrder[],
): CsvDateOrder | null {
  const others = columns.filter(({ place, dates }) => place !== column.place && dates === sample.rows.length);
  const pairs = sample.rows
    .flatMap((row) => others.map(({ place }) => [clean(row[column.place]), clean(row[place])] as const))
    .filter(([a, b]) => a !== b);
  const distances = viable.map((order) => ({ order, days: pairs.map(([a, b]) => distanceOf(a, b, order)) }));
  const near = distances.filter(({ days }) => days.every((distance) => distance <= NEAR_DAYS));
  const far = distances.filter(({ days }) => days.filter((distance) => distance >= FAR_DAYS).length >= FAR_PAIRS);
  const [only] = near;
  return only !== undefined && near.length === 1 && far.length === viable.length - 1 ? only.order : null;
}

const NEAR_DAYS = 10;
const FAR_DAYS = 25;
const FAR_PAIRS = 3;

function distanceOf(a: string, b: string, order: CsvDateOrder): number {
  const [first, second] = [readDate(a, order), readDate(b, order)];
  return first === null || second === null ? Infinity : Math.abs(daysBetween(first, second));
}

function askForOrder(findings: Findings, texts: readonly string[], viable: readonly CsvDateOrder[]): void {
  const [first = 'ymd', second = 'dmy'] = viable;
  const distinguishing = texts.find((text) => readDate(text, first) !== readDate(text, second));
  const example = distinguishing ?? texts[0] ?? '';
  findings.ask(
    'dateOrder',
    { example },
    viable.map((order) => choiceOf(order, { choice: 'order', order, day: readDate(example, order) })),
  );
}

function noOrderFits(findings: Findings, column: CsvColumn, texts: readonly string[]) {
  const { table } = findings;
  const counts = DATE_ORDERS.map((order) => texts.filter((text) => readDate(text, order) !== null).length);
  const order = DATE_ORDERS[counts.indexOf(Math.max(...counts))] ?? 'ymd';
  const textAt = (row: readonly string[] | undefined): string => clean(row?.[column.place]);
  const index = table.rows.findIndex(
    (row, index) => index >= table.first && isDateShaped(textAt(row)) && readDate(textAt(row), order) === null,
  );
  return badDate(table, index, column.place, textAt(table.rows[index]), order);
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
