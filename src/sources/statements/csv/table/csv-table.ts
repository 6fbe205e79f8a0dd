import type { CsvDelimiter } from '../../../../core/csv-mapping.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { fromEpochDay, type CalendarDate } from '../../../../core/calendar-date.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { fileError, type Fault } from '../../statement-error.ts';
import { isBlank, lineOf, splitCells, type CsvRows, type CsvText } from './csv-rows.ts';
import { currencyInTitle, roleOfTitle, type ColumnRole } from '../../../../core/column-titles.ts';

export interface CsvTable extends CsvRows {
  /** The index of the title row; null if there are no titles. */
  readonly header: number | null;
  /** One per column; generated if there is none. */
  readonly titles: readonly string[];
  /** The first row below the titles. Later rows may include totals. */
  readonly first: number;
}

/** Caches what is worked out from a table and a key, because it is used before and during reading. */
export function perTable<Key, Result>(work: (table: CsvTable, key: Key) => Result) {
  const results = new WeakMap<CsvTable, Map<Key, Result>>();
  return (table: CsvTable, key: Key): Result => {
    const ofTable = results.get(table) ?? new Map<Key, Result>();
    results.set(table, ofTable);
    const result = ofTable.get(key) ?? work(table, key);
    ofTable.set(key, result);
    return result;
  };
}

/** Removes white space, and the notation that keeps Excel from parsing a number (`="0012"`). */
export function clean(cell: string | undefined): string {
  if (cell === undefined) return '';
  const trimmed = cell.trim();
  return trimmed.startsWith('="') && trimmed.endsWith('"') && trimmed.length > 2
    ? trimmed.slice(2, -1).trim()
    : trimmed;
}

/** Null if no row looks like a transaction or like titles. */
export function findTable(rows: CsvRows, hasHeader?: boolean): CsvTable | null {
  const all = rows.rows;
  const header = hasHeader === false ? null : findHeader(all);
  const first = all.findIndex(isDataLike);
  const dated = header === null || first !== -1 ? null : withWrittenDays(all, header);
  if (dated !== null) return findTable({ ...rows, rows: dated }, hasHeader);
  if (first === -1 && header === null) return null;
  const begin = header === null ? firstOf(all, first) : header + 1;
  const titles = titlesOf(header === null ? [] : (all[header] ?? []), widthOf(all, begin, header));
  // Some banks write a dash instead of no amount. In other columns, it may mean money out.
  const isMoney = titles.map((title) => MONEY_ROLES.has(roleOfTitle(title)));
  const tidy = all.map((row, index) => {
    if (index < begin) return row;
    const whole = row.length > titles.length ? joinTexts(row, titles.length) : row;
    return whole.some(isDash) ? whole.map((cell, place) => (isMoney[place] && isDash(cell) ? '' : cell)) : whole;
  });
  return { ...rows, rows: tidy, header, titles, first: begin };
}

export const MONEY_ROLES: ReadonlySet<ColumnRole | null> = new Set(['amount', 'net', 'out', 'in', 'fee', 'balance']);

function isDash(cell: string): boolean {
  return /^\s*[-\u2013\u2014]\s*$/.test(cell);
}

/** Some banks cut a text into cells at the end of a line. Numbers there mean that an earlier cell was cut. */
function joinTexts(row: readonly string[], width: number): readonly string[] {
  const texts = row
    .slice(width - 1)
    .map(clean)
    .filter((cell) => cell !== '');
  const areTexts = texts.every((cell) => /\p{L}{2}/u.test(cell) && !isNumber(cell) && !isDateShaped(cell));
  return areTexts && texts.length > 1 ? [...row.slice(0, width - 1), texts.join(' ')] : row;
}

/** Below the title of a date, numbers may count days or seconds. Null if there is no such column. */
function withWrittenDays(rows: CsvRows['rows'], header: number): CsvRows['rows'] | null {
  const below = rows.slice(header + 1);
  const isCounted = (title: string, place: number): boolean => {
    const cells = below.map((row) => clean(row[place])).filter((cell) => cell !== '');
    const isDate = roleOfTitle(title.trim())?.endsWith('date') === true;
    return isDate && cells.length > 0 && cells.every((cell) => countedDay(cell) !== null);
  };
  const counted = (rows[header] ?? []).map(isCounted);
  if (!counted.includes(true)) return null;
  const written = (cell: string, place: number): string =>
    (counted[place] === true ? countedDay(clean(cell)) : null) ?? cell;
  return [...rows.slice(0, header + 1), ...below.map((row) => row.map(written))];
}

/** Of days since 1900 as Excel counts them, seconds or milliseconds since 1970. Null outside the years 2000 to 2049. */
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

/** Scores rows that look like transactions most, then titles, then rows with several cells. */
function scoreOf(text: CsvText, delimiter: CsvDelimiter): number {
  const { rows } = splitCells(text.text.slice(0, SAMPLE_CHARACTERS), delimiter, 'strict', SAMPLE_ROWS);
  const titles = Math.max(0, ...rows.slice(0, 40).map(titleScore));
  const widths = rows.filter((row) => !isBlank(row)).map((row) => row.length);
  const data = rows.filter(isDataLike).length;
  if (data === 0 && titles < 2) return isRegular(widths) ? 1 / 1024 : 0;
  return data + titles + Math.max(...widths) / 1024;
}

/** Nearly all lines have the same number of cells. The last one may be cut off. */
function isRegular(widths: readonly number[]): boolean {
  const [width = 0] = widths;
  return width >= 3 && widths.length >= 3 && widths.filter((other) => other === width).length >= widths.length * 0.8;
}

const SAMPLE_CHARACTERS = 64 * 1024;

export function isDataLike(row: readonly string[]): boolean {
  const cells = row.map(clean);
  return cells.some(isDateShaped) && cells.some((cell) => !isDateShaped(cell) && isNumber(cell));
}

function titleScore(row: readonly string[]): number {
  if (row.length < 2 || row.some((cell) => isDateShaped(clean(cell)))) return 0;
  const roles = row.map((cell) => roleOfTitle(clean(cell)));
  const hasDate = roles.some((role) => role?.endsWith('date') === true);
  const hasMoney = roles.some((role) => ['amount', 'out', 'in', 'net'].includes(role ?? ''));
  return hasDate && hasMoney ? new Set(roles.filter((role) => role !== null)).size : 0;
}

/** The first row of known titles, which concatenated files repeat; else the row of texts above the first transaction. */
function findHeader(rows: readonly (readonly string[])[]): number | null {
  const titled = rows.slice(0, SAMPLE_ROWS).findIndex((row) => titleScore(row) > 0);
  // A few lines of the report above the titles may have a day and a number, too.
  if (titled !== -1 && rows.slice(0, titled).filter(isDataLike).length <= LINES_BETWEEN) return titled;
  const first = rows.findIndex(isDataLike);
  const start = Math.max(0, first - LINES_BETWEEN);
  // An opening balance or pending lines may be in between.
  const above = rows.slice(start, Math.max(0, first));
  const nearest = above.findLastIndex((row) => !isBlank(row) && !row.some((cell) => isNumber(clean(cell))));
  return nearest !== -1 && isAllText(above[nearest] ?? [], rows[first] ?? []) ? start + nearest : null;
}

/** Lines without a day and of equal length before the first one with a day: pending lines, or an opening balance. */
function firstOf(rows: readonly (readonly string[])[], first: number): number {
  let begin = first;
  const width = rows[first]?.length ?? 0;
  while (begin > 0 && first - begin < LINES_BETWEEN) {
    const row = rows[begin - 1] ?? [];
    if (row.length !== width || width < 3 || !row.some((cell) => isNumber(clean(cell)))) break;
    begin -= 1;
  }
  return begin;
}

const LINES_BETWEEN = 6;

function isAllText(row: readonly string[], below: readonly string[]): boolean {
  const cells = row.map(clean).filter((cell) => cell !== '');
  const columns = below.filter((cell) => clean(cell) !== '').length;
  return (
    cells.length >= Math.max(2, columns / 2) &&
    new Set(cells).size === cells.length &&
    cells.every((cell) => !isNumber(cell) && !isDateShaped(cell))
  );
}

function widthOf(rows: readonly (readonly string[])[], begin: number, header: number | null): number {
  const used = rows.slice(begin, begin + SAMPLE_ROWS).filter(isDataLike);
  const titled = header === null ? 0 : usedLength(rows[header] ?? []);
  const width = used[0]?.length;
  // If all lines have equally many cells, no text was cut. A total may be in a column that no transaction fills.
  if (width !== undefined && used.every((row) => row.length === width))
    return rows
      .slice(begin)
      .reduce((most, row) => (row.length === width ? Math.max(most, usedLength(row)) : most), titled);
  const lengths = used.map(usedLength);
  const longest = Math.max(0, ...lengths);
  if (header === null) return longest;
  // A few lines with an extra cell do not make a column.
  const wide = lengths.filter((length) => lengths.filter((other) => other >= length).length >= used.length * MOST_ROWS);
  return Math.max(titled, Math.min(rows[header]?.length ?? 0, longest), ...wide);
}

const MOST_ROWS = 0.6;

/** Ignores empty cells at the end, which some banks write. */
export function usedLength(row: readonly string[]): number {
  return row.findLastIndex((cell) => cell.trim() !== '') + 1;
}

export function titlesOf(header: readonly string[], width: number): string[] {
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

export function currencyOfTitles(titles: readonly string[]): string | null {
  return onlyOf(titles.flatMap((title) => currencyInTitle(title) ?? []));
}

/** Null if there are none or several. */
export function onlyOf<Item>(items: Iterable<Item>): Item | null {
  const [only, ...more] = new Set(items);
  return only === undefined || more.length > 0 ? null : only;
}
