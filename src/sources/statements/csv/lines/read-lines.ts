import { parseAmount } from '../../../../core/amount.ts';
import type { Balance } from '../../../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../../../core/bank-transaction.ts';
import type { CalendarDate } from '../../../../core/calendar-date.ts';
import { mentionsTotals } from '../../../../core/column-titles.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { memoize } from '../../../../core/memoize.ts';
import { oneLine } from '../../../../core/one-line.ts';
import { currencyCode } from '../../../../core/currency.ts';
import { excerpt } from '../../statement-error.ts';
import { amountReader, moneyPlaces } from '../arithmetic/amounts.ts';
import { proveLines, type ProvenLines } from '../arithmetic/proven-lines.ts';
import { amountOfUnits, sheetOf } from '../arithmetic/sheet.ts';
import { badDate } from '../reading/guess-date.ts';
import { isBlank } from '../table/csv-rows.ts';
import { clean, rowError, usedLength, type CsvTable } from '../table/csv-table.ts';
import { statusOf } from '../values/csv-labels.ts';
import { createDescriber } from './describe-line.ts';
import {
  createLeftOutLines,
  separateLines,
  tellingColumnsOf,
  type LeftOutLines,
  type LeftOutReason,
} from './left-out-lines.ts';
import { createAccountFinder } from './own-account.ts';
import { createPendingLines, findContinuations } from './undated-lines.ts';

type Row = readonly string[];

export interface ReadTable {
  readonly rows: readonly ReadRow[];
  readonly accounts: readonly BankAccount[];
  readonly balances: readonly Balance[];
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
}

interface ReadRow {
  readonly index: number;
  readonly transaction: BankTransaction;
}

/**
 * Reads every line of a table with a mapping. A line is a transaction, certainly none, or an error.
 * @throws PennyrowError statement_bad_date, statement_bad_amount, statement_bad_row, statement_truncated
 */
export function readRows(original: CsvTable, mapping: CsvMapping): ReadTable {
  const dayOf = memoize((text: string) => readDate(text, mapping.dateOrder));
  const rows: ReadRow[] = [];
  const accounts = new Map<string, BankAccount>();
  const undated = new Set<ReadRow>();
  const leftOut = new Map<LeftOutReason, number>();
  const leave = (reason: LeftOutReason): void => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  refuseCutEnd(original, mapping);
  const { table, leftOut: separated } = separateLines(original, tellingColumnsOf(mapping));
  for (const reason of separated.values()) leave(reason);
  const accountOf = createAccountFinder(table, mapping);
  const describe = createDescriber(table, mapping);
  const proven = proveLines(sheetOf(table, mapping.date), mapping);
  const amountOf = amountReader(table, mapping);
  const pending = createPendingLines(table, mapping);
  const others = createLeftOutLines(table, mapping, proven, amountOf);
  const continuations = findContinuations(table, mapping);
  const continued = new Set([...continuations.values()].flat());
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    if (isBlank(row) || isHeader(table, row) || continued.has(index)) continue;
    if (usedLength(row) > table.titles.length) throw tooLong(table, index);
    if (proven.others.has(index)) {
      leave('other');
      continue;
    }
    const dateText = clean(row[mapping.date]);
    const day = dayOf(dateText);
    const isPending = day === null && !isDateShaped(dateText) && pending.has(row, index) && !others.isTotal(row);
    const date = isPending ? (pending.dayOf(row) ?? NO_DAY) : day;
    const amount = date === null || isTotalOfPair(mapping, row, others) ? null : amountOf(row, index);
    if (date === null || amount === null) {
      leave(others.reasonFor(row, index, date !== null, pending.isFilledAlike(row)));
      continue;
    }
    const currency = currencyOfRow(table, mapping, row, index);
    const account = accountOf(row, index, currency);
    accounts.set(account.id, account);
    const after = proven.balances?.at(index) ?? null;
    const whole = withContinuations(table, row, continuations.get(index) ?? []);
    const read = {
      index,
      transaction: {
        account,
        providerId: mapping.id === null ? null : oneLine(clean(row[mapping.id])) || null,
        date,
        amount,
        currency,
        ...describe(whole),
        status: isPending ? 'pending' : statusOfRow(table, mapping, row, index),
        ...(after === null ? {} : { balanceAfter: amountOfUnits(after) }),
        raw: rawOf(table.titles, whole, mapping.account.kind === 'column' ? mapping.account.column : -1),
      },
    } as const;
    if (date === NO_DAY) undated.add(read);
    rows.push(read);
  }
  const found = [...accounts.values()];
  const dated = withNewestDay(table, mapping, rows, undated);
  return { rows: dated, accounts: found, balances: statedBalances(dated, found, proven), leftOut };
}

/** A total may fill both columns of a pair. */
function isTotalOfPair({ amount }: CsvMapping, row: Row, others: LeftOutLines): boolean {
  return (
    amount.kind === 'two' &&
    [amount.out, amount.in].every((place) => /[1-9]/.test(clean(row[place]))) &&
    others.isTotal(row)
  );
}

/** Placeholder until the newest day is known. */
const NO_DAY = '' as CalendarDate;

/** A pending line without any day gets the newest day of the file. */
function withNewestDay(
  table: CsvTable,
  { date: place, dateOrder }: CsvMapping,
  rows: readonly ReadRow[],
  undated: ReadonlySet<ReadRow>,
): readonly ReadRow[] {
  const [first] = undated;
  if (first === undefined) return rows;
  const date = rows.reduce(
    (newest, { transaction }) => (transaction.date > newest ? transaction.date : newest),
    NO_DAY,
  );
  if (date === NO_DAY) throw badDate(table, first.index, place, '', dateOrder);
  return rows.map((row) => (undated.has(row) ? { ...row, transaction: { ...row.transaction, date } } : row));
}

/** The row with the texts of its continuation lines, separated by line breaks in the cell. */
function withContinuations(table: CsvTable, row: Row, parts: readonly number[]): Row {
  if (parts.length === 0) return row;
  return row.map((cell, place) =>
    [cell, ...parts.map((part) => clean(table.rows[part]?.[place]))].filter((text) => text !== '').join('\n'),
  );
}

export function checkShape(table: CsvTable): void {
  refuseCutEnd(table, null);
  const index = table.rows.findIndex(
    (row, index) => index >= table.first && row.length > table.titles.length && usedLength(row) > table.titles.length,
  );
  if (index !== -1) throw tooLong(table, index);
}

/**
 * Throws `statement_truncated` if the last line was cut off: it has no line break, and fewer cells than the lines
 * before it, or a shorter number or date at its end. Many complete files lack the last line break. Without a mapping,
 * only cells are counted.
 */
function refuseCutEnd(table: CsvTable, mapping: CsvMapping | null): void {
  if (table.text.text.endsWith('\n')) return;
  const last = table.rows.length - 1;
  const row = table.rows[last] ?? [];
  const before = table.rows
    .slice(Math.max(table.first, last - LINES_COMPARED), last)
    .filter((other) => !isBlank(other));
  const usual = before.at(-1)?.length ?? (table.header === null ? 0 : usedLength(table.rows[table.header] ?? []));
  if (last < table.first || isBlank(row)) return;
  const isShort = row.length < usual && !isFooter(row, before);
  if (isShort || (mapping !== null && endsShort(mapping, row, before)))
    throw rowError(table, last, null, 'statement_truncated', { reason: 'row' });
}

const LINES_COMPARED = 200;

/** A single text that does not resemble the first cell of other lines. */
function isFooter(row: Row, before: readonly Row[]): boolean {
  const [first = ''] = row;
  if (mentionsTotals(row)) return true;
  return row.length === 1 && !/^\d/.test(first) && before.every((other) => !(other[0] ?? '').startsWith(first));
}

/** The last cell is a date or an amount with fewer digits than all others. */
function endsShort({ date, amount, fee }: CsvMapping, row: Row, before: readonly Row[]): boolean {
  const place = row.length - 1;
  const cell = clean(row[place]);
  if (cell === '') return false;
  if (place === date) return before.every((other) => clean(other[place]).length > cell.length);
  const money = [...moneyPlaces(amount), ...(fee === null ? [] : [fee])];
  if (!money.includes(place)) return false;
  const others = before.flatMap((other) => money.map((place) => clean(other[place])).filter((text) => /\d/.test(text)));
  return others.length === 0 ? decimalsIn(cell) < 2 : others.every((other) => decimalsIn(other) > decimalsIn(cell));
}

function decimalsIn(cell: string): number {
  return /[.,](\d*)\D*$/.exec(cell)?.[1]?.length ?? 0;
}

/** Concatenated files repeat their titles. */
function isHeader({ header, rows }: CsvTable, row: Row): boolean {
  return header !== null && row.every((cell, place) => clean(cell) === clean(rows[header]?.[place]));
}

function tooLong(table: CsvTable, index: number) {
  return rowError(table, index, null, 'statement_bad_row', {
    reason: 'tooLong',
    text: table.delimiter,
    cells: String(usedLength(table.rows[index] ?? [])),
    columns: String(table.titles.length),
  });
}

function statusOfRow(table: CsvTable, { status }: CsvMapping, row: Row, index: number): 'posted' | 'pending' {
  if (status === null) return 'posted';
  const word = clean(row[status.column]);
  const meaning = status.posted.includes(word.toLowerCase()) ? 'posted' : statusOf(word);
  if (meaning === 'posted' || meaning === 'pending') return meaning;
  throw rowError(table, index, status.column, 'statement_bad_row', { reason: 'status', text: excerpt(word) });
}

function currencyOfRow(table: CsvTable, { currency }: CsvMapping, row: Row, index: number): string {
  if ('code' in currency) return currency.code;
  const code = currencyCode(clean(row[currency.column]));
  if (code !== null && code.length >= 3 && parseAmount(code) === null) return code;
  const fault =
    code === null ? ({ reason: 'noCurrency' } as const) : ({ reason: 'currency', text: excerpt(code) } as const);
  throw rowError(table, index, currency.column, 'statement_bad_row', fault);
}

/** The cells as sent, without empty ones and without the number of the user's account. */
function rawOf(titles: readonly string[], row: Row, ownAccount: number): Record<string, string> {
  const raw: Record<string, string> = {};
  for (let place = 0; place < row.length; place += 1) {
    const [cell = '', title] = [row[place], titles[place]];
    if (place !== ownAccount && cell !== '' && title !== undefined) raw[title] = cell;
  }
  return raw;
}

/**
 * The balances before the oldest and after the newest transaction, on their days. None if the table has several
 * accounts, because such lines do not name one.
 */
function statedBalances(
  rows: readonly ReadRow[],
  [account, ...more]: readonly BankAccount[],
  { stated, order }: Pick<ProvenLines, 'stated' | 'order'>,
): Balance[] {
  const booked = rows.filter(({ transaction: { status } }) => status === 'posted');
  const isRising = order === 'oldest-first';
  const [oldest, newest] = isRising ? [booked[0], booked.at(-1)] : [booked.at(-1), booked[0]];
  if (account === undefined || more.length > 0 || oldest === undefined || newest === undefined) return [];
  const opening = stated.find(({ kind }) => kind === 'opening');
  // Only a balance after the newest transaction is final: others are between months.
  const closing = stated.findLast(({ kind, line }) => kind === 'closing' && isRising === line > newest.index);
  const { currency } = account;
  return [[opening, oldest] as const, [closing, newest] as const].flatMap(([balance, { transaction }]): Balance[] => {
    if (balance === undefined) return [];
    const amount = amountOfUnits(balance.units);
    return [{ account, kind: balance.kind, amount, currency, date: transaction.date, at: null }];
  });
}
