import { daysBetween } from '../../../../core/calendar-date.ts';
import type { CsvDateOrder } from '../../../../core/csv-mapping.ts';
import { columnsOf, type CsvColumn } from '../table/csv-columns.ts';
import { DATE_ORDERS, isDateShaped, isDotted, readDate } from '../values/csv-date.ts';
import { excerpt } from '../../statement-error.ts';
import { rowError } from '../table/csv-rows.ts';
import { clean } from '../table/csv-table.ts';
import { currencyInTitle } from '../values/csv-words.ts';
import { columnChoices, type Findings, type ReasonCode } from './findings.ts';

/** The column that says the day of a transaction; null when only a person can tell. */
export function guessDateColumn(findings: Findings): CsvColumn | null {
  const { answers, columns, sample } = findings;
  if (answers.date !== undefined) {
    const given = findings.column(answers.date);
    findings.given('date', given.title);
    return given;
  }
  const whole = columns.filter(({ dates }) => sample.rows.length > 0 && dates === sample.rows.length);
  for (const [role, reason] of PREFERRED) {
    const [found] = columnsOf(sample.rows.length === 0 ? columns : whole, role);
    if (found === undefined) continue;
    findings.decide('date', found.title, reason);
    return found;
  }
  const [only] = whole;
  if (only !== undefined && (whole.length === 1 || whole.every((column) => isSameEverywhere(findings, only, column)))) {
    findings.decide('date', only.title, 'onlyDate');
    return only;
  }
  const candidates = whole.length > 0 ? whole : columns.filter(({ dates }) => dates > 0);
  findings.ask(
    'date',
    {},
    'Which column is the day on which the bank booked it?',
    columnChoices(candidates),
    candidates[0]?.title ?? null,
  );
  return null;
}

const PREFERRED = [
  ['booking-date', 'bookingTitle'],
  ['date', 'title'],
  ['purchase-date', 'purchaseTitle'],
  ['value-date', 'valueTitle'],
] as const;

function isSameEverywhere({ sample }: Findings, a: CsvColumn, b: CsvColumn): boolean {
  return sample.rows.every((row) => clean(row[a.place]) === clean(row[b.place]));
}

/**
 * In which order day and month stand, decided over the whole file: null when more than one order gives days of
 * the calendar everywhere, and other ones. Throws `statement_bad_date` when no order fits.
 */
export function guessDateOrder(findings: Findings, column: CsvColumn): CsvDateOrder | null {
  const { answers } = findings;
  if (answers.dateOrder !== undefined) {
    findings.given('dateOrder', orderInWords(answers.dateOrder));
    return answers.dateOrder;
  }
  const { texts, beside } = datesOf(findings, column);
  const fitting = ordersOf(texts, DATE_ORDERS);
  const besideToo = ordersOf(beside, fitting);
  const viable = besideToo.length > 0 ? besideToo : fitting;
  const [first] = viable;
  if (first === undefined) throw noOrderFits(findings, column, texts);
  const decided = (order: CsvDateOrder, reason: ReasonCode): CsvDateOrder => {
    findings.decide('dateOrder', orderInWords(order), reason);
    return order;
  };
  if (viable.length === 1) return decided(first, 'onlyOrder');
  if (viable.every((order) => texts.every((text) => readDate(text, order) === readDate(text, first))))
    return decided(first, 'sameDays');
  if (viable.includes('dmy') && texts.every(isDotted)) return decided('dmy', 'dots');
  const byPairs = orderOfNearDays(findings, column, viable);
  if (byPairs !== null) return decided(byPairs, 'nearDays');
  askForOrder(findings, texts, viable);
  return null;
}

function ordersOf(texts: Iterable<string>, orders: readonly CsvDateOrder[]): readonly CsvDateOrder[] {
  return [...texts].reduce((left, text) => left.filter((order) => readDate(text, order) !== null), orders);
}

/** The different dates of this column in the whole file, and those of other columns and of the lines above the table. */
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
    // Most days were met before.
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

/** Days of booking, purchase and value of one line lie near to each other; misread, they lie months apart. */
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
  const example = texts.find((text) => readDate(text, first) !== readDate(text, second)) ?? '';
  const dayOf = (order: CsvDateOrder | undefined) => (order === undefined ? null : readDate(example, order));
  const choices = viable.map((value) => ({ value, label: `${inWords(example, value)} (${orderInWords(value)})` }));
  findings.ask(
    'dateOrder',
    { example, first: dayOf(first), second: dayOf(second), third: dayOf(viable[2]) },
    `Which day is ${example}?`,
    choices,
    likelyOrder(findings, viable),
  );
}

/** In a bank's file the days go up or down, and its currency tells where it is. Only a suggestion: somebody may have sorted it. */
function likelyOrder({ sample, columns }: Findings, viable: readonly CsvDateOrder[]): CsvDateOrder | null {
  const column = columns.find(({ dates }) => dates === sample.rows.length);
  const sorted = viable.filter((order) => {
    const days = sample.rows.map((row) => readDate(clean(row[column?.place ?? 0]), order) ?? '');
    return (
      days.every((day, index) => index === 0 || day >= (days[index - 1] ?? '')) ||
      days.every((day, index) => index === 0 || day <= (days[index - 1] ?? ''))
    );
  });
  if (sorted.length === 1) return sorted[0] ?? null;
  const money = new Set(
    columns.flatMap(({ symbols, codes, filled, values, title }) => [
      ...symbols,
      ...(codes === filled ? values : []),
      currencyInTitle(title) ?? '',
    ]),
  );
  const usual =
    money.has('USD') || money.has('$') ? 'mdy' : [...money].some((currency) => currency !== '') ? 'dmy' : null;
  return usual !== null && viable.includes(usual) ? usual : null;
}

function noOrderFits(findings: Findings, column: CsvColumn, texts: readonly string[]) {
  const counts = DATE_ORDERS.map((order) => ({
    order,
    fitting: texts.filter((text) => readDate(text, order) !== null).length,
  }));
  const { order } = counts.reduce((best, one) => (one.fitting > best.fitting ? one : best));
  const { table } = findings;
  const index = table.rows.findIndex(
    (row, index) =>
      index >= table.first &&
      isDateShaped(clean(row[column.place])) &&
      readDate(clean(row[column.place]), order) === null,
  );
  return badDate(findings.table, index, column.title, clean(table.rows[index]?.[column.place]), order);
}

/** `statement_bad_date` with the line. */
export function badDate(
  table: Findings['table'],
  index: number,
  title: string | null,
  text: string,
  order: CsvDateOrder,
) {
  return rowError(
    table,
    index,
    title,
    'statement_bad_date',
    text === '' ? { reason: 'csvMissing' } : { reason: 'csvUnreadable', text: excerpt(text), order },
  );
}

export function orderInWords(order: CsvDateOrder): string {
  return { ymd: 'year, month, day', dmy: 'day, month, year', mdy: 'month, day, year' }[order];
}

function inWords(text: string, order: CsvDateOrder): string {
  const date = readDate(text, order);
  if (date === null) return 'no day';
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}
