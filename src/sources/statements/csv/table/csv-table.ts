import type { CsvDateOrder, CsvDelimiter } from '../../../../core/csv-mapping.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { fromEpochDay, type CalendarDate } from '../../../../core/calendar-date.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { memoize } from '../../../../core/memoize.ts';
import { fileError, type Fault } from '../../statement-error.ts';
import { isBlank, lineOf, splitCells, type CsvRows, type CsvText } from './csv-rows.ts';
import { plainWords, roleOfTitle, withoutCurrency, type ColumnRole } from '../../../../core/column-titles.ts';
import { currencyInTitle } from '../../../../core/currency.ts';
import { labelOfRow, statusOf } from '../values/csv-labels.ts';
import { ownSideFirst } from './own-side.ts';

export interface CsvTable extends CsvRows {
  /** The index of the title row; null if there are no titles. */
  readonly header: number | null;
  /** One per column; generated if there is none. */
  readonly titles: readonly string[];
  /** The first row below the titles. Later rows may include totals. */
  readonly first: number;
  /** The rows that repeat the titles, such as those above the transactions of the next account. They are blank in `rows`. */
  readonly repeats: readonly number[];
  /** The column with the currency of each amount, made from the titles of two columns; null if the file has no such columns. */
  readonly currency: number | null;
}

/** Removes white space, and the notation that keeps Excel from parsing a number (`="0012"`). */
export function clean(cell: string | undefined): string {
  if (cell === undefined) return '';
  const trimmed = cell.trim();
  return trimmed.startsWith('="') && trimmed.endsWith('"') && trimmed.length > 2
    ? trimmed.slice(2, -1).trim()
    : trimmed;
}

/** Null if no row looks like a transaction or like titles, unless the first line is the default for titles. */
export function findTable(rows: CsvRows, hasHeader = true, hasDefault = false): CsvTable | null {
  const line = hasDefault ? rows.rows.findIndex((row) => !isBlank(row)) : -1;
  const beginning = findBeginning(rows.rows, hasHeader) ?? (line === -1 ? null : { header: line, first: line + 1 });
  if (beginning === null) return null;
  const { header, first } = beginning;
  const isDated = header === null || rows.rows.slice(first).some(isDataLike);
  const dated = isDated ? rows.rows : withWrittenDays(rows.rows, header);
  const { rows: all, currency } = joinCurrencies(ownSideFirst(dated, header), header);
  const titles = titlesOf(all[header ?? -1] ?? [], widthOf(all, first, header));
  // Some banks write a dash into an empty amount cell. It is kept in other columns, where it may mean money out.
  const isMoney = titles.map((title) => MONEY_ROLES.has(roleOfTitle(title)));
  const isCents = titles.map((title) => /\b(?:in (?:euro ?)?cents?|minor units?)\b/.test(plainWords(title)));
  const cellIn = (cell: string, place: number): string =>
    isCents[place] === true && /^\s*-?\d+\s*$/.test(cell)
      ? (Number(cell) / 100).toFixed(2)
      : isMoney[place] && isDash(cell)
        ? ''
        : cell;
  const isTitles = (row: readonly string[]): boolean =>
    header !== null && row.every((cell, place) => clean(cell) === clean(all[header]?.[place]));
  const repeats = [...all.keys()].filter((index) => index >= first && isTitles(all[index] ?? []));
  const tidy = all.map((row, index) => {
    if (index < first) return row;
    if (isTitles(row)) return [''];
    const whole = row.length > titles.length ? joinTexts(row, titles.length) : row;
    return isCents.includes(true) || whole.some(isDash) ? whole.map(cellIn) : whole;
  });
  return { ...rows, rows: tidy, header, titles, first, repeats, currency };
}

export const MONEY_ROLES: ReadonlySet<ColumnRole | null> = new Set(['amount', 'net', 'out', 'in', 'fee', 'balance']);

function isDash(cell: string): boolean {
  return /^\s*[-\u2013\u2014\uff0d]{1,3}\s*$/.test(cell);
}

/** Joins cells beyond the last title if all are texts, because some banks do not quote a text with delimiters at the end. */
function joinTexts(row: readonly string[], width: number): readonly string[] {
  const texts = row
    .slice(width - 1)
    .map(clean)
    .filter((cell) => cell !== '');
  const areTexts = texts.every((cell) => /\p{L}{2}/u.test(cell) && !isNumber(cell) && !isDateShaped(cell));
  return areTexts && texts.length > 1 ? [...row.slice(0, width - 1), texts.join(' ')] : row;
}

/** Some cards have two columns of amounts in different currencies, of which each line fills one: joins them, and adds the currency. */
function joinCurrencies(rows: CsvRows['rows'], header: number | null): Pick<CsvTable, 'rows' | 'currency'> {
  const titles = (rows[header ?? -1] ?? []).map(clean);
  const groups = Map.groupBy(titles.keys(), (place) => withoutCurrency(titles[place] ?? ''));
  const pair = onlyOf([...groups].flatMap(([title, places]) => (title === null || places.length < 2 ? [] : [places])));
  const [a = -1, b = -1] = pair ?? [];
  const isPaid = (row: readonly string[], place: number): boolean =>
    /[1-9]/.test(row[place] ?? '') && isNumber(clean(row[place]));
  const lines =
    pair?.length === 2 ? rows.slice(Number(header) + 1).filter((row) => isPaid(row, a) || isPaid(row, b)) : [];
  const booked = lines.filter((row) => isDataLike(row) && labelOfRow(row) === null);
  const isJoined = titles[a] !== titles[b] && booked.every((row) => !isPaid(row, a) || !isPaid(row, b));
  if (!isJoined || ![a, b].every((place) => booked.some((row) => isPaid(row, place)))) return { rows, currency: null };
  const codes = titles.map((title) => currencyInTitle(title) ?? '');
  const joined = rows.map((row) => {
    if (row[a] === undefined || row[b] === undefined || (isPaid(row, a) && isPaid(row, b))) return row;
    const isTitles = clean(row[a]) === titles[a] && clean(row[b]) === titles[b];
    const place = isPaid(row, b) ? b : a;
    const code = clean(row[place]) === '' ? '' : (codes[place] ?? '');
    if (isTitles) return row.with(a, `Amount (${titles[a]} / ${titles[b]})`).with(b, 'Currency');
    return row.with(a, row[place] ?? '').with(b, code);
  });
  return { rows: joined, currency: b };
}

/** Turns numbers that count days or seconds, and days without a year, into dates, in columns titled as dates. */
function withWrittenDays(rows: CsvRows['rows'], header: number): CsvRows['rows'] {
  const readers = DAY_ORDERS.map((order) => {
    const newest = newestDay(rows.slice(0, header).flat(), order);
    return memoize((cell: string) => countedDay(cell) ?? (newest === null ? null : dayUpTo(newest, cell, order)));
  });
  const dayOf = (rows[header] ?? []).map((title, place) => {
    const isDate = roleOfTitle(title.trim())?.endsWith('date') === true;
    // Ignores words such as "pending", and totals below the table.
    const lines = isDate ? rows.slice(header + 1).filter((row) => usedLength(row) > 1) : [];
    const cells = lines.map((row) => clean(row[place])).filter((cell) => /\d/.test(cell));
    const found = readers.filter((read) => cells.length > 0 && cells.every((cell) => read(cell) !== null));
    // Days that are different days in the two orders stay unread.
    return cells.every((cell) => found.every((read) => read(cell) === found[0]?.(cell))) ? found[0] : undefined;
  });
  if (dayOf.every((read) => read === undefined)) return rows;
  const written = (cell: string, place: number): string => dayOf[place]?.(clean(cell)) ?? cell;
  return rows.map((row, index) => (index > header ? row.map(written) : row));
}

const DAY_ORDERS = ['dmy', 'mdy'] as const;

/** Null if there is no day, or if one of the days does not exist in this order. */
function newestDay(cells: readonly string[], order: CsvDateOrder): CalendarDate | null {
  const texts = cells.flatMap(
    (cell) => cell.match(/\d{1,2}([ ./-])(?:\d{1,2}|\p{L}{3,10})\1\d{4}|\d{4}-\d\d-\d\d/gu) ?? [],
  );
  const dated = texts.filter((text) => DAY_ORDERS.some((one) => readDate(text, one) !== null));
  const days = dated.map((text) => readDate(text, order));
  return days.every((day) => day !== null) ? (days.toSorted().at(-1) ?? null) : null;
}

/** The latest "21 Feb", "Feb 21" or "21/02" that is not after `newest`. */
function dayUpTo(newest: CalendarDate, cell: string, order: CsvDateOrder): CalendarDate | null {
  const text = cell.replaceAll("'", '').replace(/[-/.]/, ' ');
  if (!/^(?:\d{1,2} (?:\p{L}{3,10}|\d{1,2})|\p{L}{3,10} \d{1,2})$/u.test(text)) return null;
  const year = Number(newest.slice(0, 4));
  const days = [year, year - 1].flatMap((one) => readDate(`${text} ${one}`, order) ?? []);
  return days.find((day) => day <= newest) ?? null;
}

/** Converts a number of days since 1900 (Excel), or of seconds or milliseconds since 1970. Null outside 2000 to 2049. */
function countedDay(cell: string): CalendarDate | null {
  const number = /^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : 0;
  const days = [number - 25_569, number / 86_400, number / 86_400_000];
  const day = days.find((since1970) => since1970 >= 10_957 && since1970 < 29_220);
  return day === undefined ? null : fromEpochDay(Math.floor(day));
}

/** The delimiter with the highest score; the first one of equals. */
export function guessDelimiter(text: CsvText): CsvDelimiter | null {
  if (text.delimiter !== null) return text.delimiter;
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(text, delimiter) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return best?.delimiter ?? null;
}

const DELIMITERS: readonly CsvDelimiter[] = [';', '\t', ',', '|'];

const SAMPLE_ROWS = 200;

export function looksLikeTable(text: CsvText): boolean {
  // eslint-disable-next-line no-control-regex
  if (/^\s*[<{[%]|[\0-\x08\x0e-\x1f]/.test(text.text)) return false;
  return guessDelimiter(text) !== null;
}

/** The number of rows that look like transactions or titles. */
function scoreOf(text: CsvText, delimiter: CsvDelimiter): number {
  const { rows } = splitCells(text.text.slice(0, SAMPLE_CHARACTERS), delimiter, { most: SAMPLE_ROWS });
  return rows.filter((row) => isDataLike(row) || hasKnownTitles(row)).length || (isRegular(rows) ? LEAST_SCORE : 0);
}

const LEAST_SCORE = 0.5;

/** True if nearly all lines have the same number of cells. The last line may be cut off. */
function isRegular(rows: CsvRows['rows']): boolean {
  const widths = rows.filter((row) => !isBlank(row)).map((row) => row.length);
  const [width = 0] = widths;
  return width >= 3 && widths.length >= 3 && widths.filter((other) => other === width).length >= widths.length * 0.8;
}

const SAMPLE_CHARACTERS = 64 * 1024;

export function isDataLike(row: readonly string[]): boolean {
  const cells = row.map(clean);
  return cells.some(isDateShaped) && cells.some((cell) => !isDateShaped(cell) && isNumber(cell));
}

function hasKnownTitles(row: readonly string[]): boolean {
  if (row.length < 2 || row.some((cell) => isDateShaped(clean(cell)))) return false;
  const roles = row.map((cell) => roleOfTitle(clean(cell)));
  const hasMoney = roles.some((role) => ['amount', 'out', 'in', 'net'].includes(role ?? ''));
  return hasMoney && roles.some((role) => role?.endsWith('date'));
}

/** The table begins below the first row of known titles, else below the texts above the first transaction. Null if neither. */
function findBeginning(rows: CsvRows['rows'], hasHeader: boolean): Pick<CsvTable, 'header' | 'first'> | null {
  const firstTitles = hasHeader ? rows.slice(0, SAMPLE_ROWS).findIndex(hasKnownTitles) : -1;
  const below = rows.findIndex((row, index) => index > firstTitles && isDataLike(row));
  // Above the titles, a summary may have similar ones. Equal titles begin another part of the same table.
  const isOther = (row: readonly string[]): boolean => hasKnownTitles(row) && row.join() !== rows[firstTitles]?.join();
  const titled =
    firstTitles === -1 ? -1 : Math.max(firstTitles, rows.slice(0, Math.max(below, 0)).findLastIndex(isOther));
  // A few lines above the titles may have a day and a number: they belong to a summary.
  if (titled !== -1 && rows.slice(0, titled).filter(isDataLike).length <= LINES_BETWEEN)
    return { header: titled, first: titled + 1 };
  const transaction = rows.findIndex(isDataLike);
  const width = rows[transaction]?.length;
  const data = rows.slice(0, SAMPLE_ROWS).filter(isDataLike);
  const [type = ''] = data.length > 2 ? (data[0] ?? []) : [];
  // If all transactions begin with one word, such as "HIST", lines with other words describe the account.
  const isTyped = /^[A-Z]{3,}$/.test(type) && statusOf(type) === null && data.every(([word]) => word === type);
  let first = transaction;
  // Looks for titles above pending lines or an opening balance, which may precede the first transaction.
  for (let index = transaction - 1; index >= Math.max(0, transaction - LINES_BETWEEN); index -= 1) {
    const row = rows[index] ?? [];
    const isText = !row.some((cell) => isNumber(clean(cell)));
    if (isTyped && row[0] !== type) break;
    if (!isText && index === first - 1 && row.length === width) first = index;
    else if (isText && !isBlank(row))
      return hasHeader && areTitles(row, rows[transaction])
        ? { header: index, first: index + 1 }
        : { header: null, first };
  }
  if (transaction === -1) return null;
  const days = [0, 1, 2].map((step) => clean(rows[first + step]?.[0]));
  // The first line of some banks describes the statement. Its days begin with the year, unlike those of transactions.
  const isAbove = days.every(isDateShaped) && days.map((day) => /^\d{4}\D/.test(day)).join() === 'true,false,false';
  return { header: null, first: isAbove ? first + 1 : first };
}

function areTitles(texts: readonly string[], below: readonly string[] = []): boolean {
  const filled = (row: readonly string[]): number => row.filter((cell) => clean(cell) !== '').length;
  return filled(texts) >= Math.max(2, filled(below) / 2) && !texts.map(clean).some(isDateShaped);
}

const LINES_BETWEEN = 6;

/** The number of columns that titles or rows fill. With titles, a few lines with an extra cell do not count. */
function widthOf(rows: CsvRows['rows'], first: number, header: number | null): number {
  const used = rows.slice(first, first + SAMPLE_ROWS).filter(isDataLike);
  const lengths = used.map((row) => row.length).toSorted((a, b) => a - b);
  const usual = (header === null ? lengths.at(-1) : lengths[Math.floor(lengths.length * FEW_ROWS)]) ?? 0;
  const most = Math.max(usual, rows[header ?? -1]?.length ?? 0);
  const isPart = (row: readonly string[], index: number): boolean => index >= (header ?? first) && row.length <= most;
  return rows.reduce((width, row, index) => (isPart(row, index) ? Math.max(width, usedLength(row)) : width), 0);
}

const FEW_ROWS = 0.4;

/** Ignores empty cells at the end, which some banks write. */
export function usedLength(row: readonly string[]): number {
  return row.findLastIndex((cell) => cell.trim() !== '') + 1;
}

function titlesOf(header: readonly string[], width: number): string[] {
  const titles: string[] = [];
  const taken = new Set<string>();
  for (let place = 0; place < width; place += 1) {
    const written = clean(header[place]).replace(/\s+/g, ' ');
    const title = written === '' || written === '__proto__' ? `Column ${place + 1}` : written;
    titles.push(taken.has(title) ? `${title} (${place + 1})` : title);
    taken.add(titles[place] ?? '');
  }
  return titles;
}

/** The lines of the report above the table. */
export function linesAbove({ rows, header, first }: CsvTable): readonly string[] {
  return rows.slice(0, header ?? first).map((row) => row.join(' '));
}

type RowErrorCode = 'statement_bad_date' | 'statement_bad_amount' | 'statement_bad_row' | 'statement_truncated';

/** @param place the column with the fault; null for the whole line. */
export function rowError<Code extends RowErrorCode>(
  table: CsvTable,
  index: number,
  place: number | null,
  code: Code,
  fault: Fault<Code>,
) {
  const title = table.titles[place ?? -1] ?? null;
  return fileError(code, table.text.name, fault, undefined, { line: lineOf(table, index), title });
}

/** Null if there are none or several. */
export function onlyOf<Item>(items: Iterable<Item>): Item | null {
  const [only, ...more] = new Set(items);
  return only === undefined || more.length > 0 ? null : only;
}
