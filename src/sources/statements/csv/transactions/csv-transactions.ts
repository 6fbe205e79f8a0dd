import { parseAmount, type Amount } from '../../../../core/amount.ts';
import type { Balance } from '../../../../core/balance.ts';
import type { CalendarDate } from '../../../../core/calendar-date.ts';
import type { BankAccount, BankTransaction } from '../../../../core/bank-transaction.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { oneLine } from '../../../../core/one-line.ts';
import { currencyCode } from '../../currency.ts';
import { excerpt } from '../../statement-error.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { createAccountFinder } from './csv-account.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { findContinuations } from './csv-continuations.ts';
import { amountReader } from '../arithmetic/amounts.ts';
import { isBlank, rowError } from '../table/csv-rows.ts';
import { labelOfRow, statusOf } from '../values/csv-labels.ts';
import { clean, usedLength, type CsvTable } from '../table/csv-table.ts';
import { refuseCutEnd } from '../table/csv-truncation.ts';
import { mentionsTotals } from '../../../../core/column-titles.ts';
import { proveLines, type ProvenLines } from '../arithmetic/proven-lines.ts';
import { amountOfUnits, sheetOf, type Units } from '../arithmetic/sheet.ts';
import {
  findRepeatedNumbers,
  separateLines,
  tellingColumnsOf,
  type LeftOutReason,
  type RepeatedNumbers,
} from './left-out-lines.ts';
import { createDescriber } from './csv-describe.ts';
import { findPendingLines } from './csv-pending.ts';
import { badDate } from '../reading/guess-date.ts';
import { memoize } from '../../../../core/memoize.ts';
import { moneyPlaces } from '../arithmetic/amounts.ts';

export interface ReadTable {
  readonly rows: readonly ReadRow[];
  readonly accounts: readonly BankAccount[];
  /** Balances stated before or after the transactions. */
  readonly balances: readonly Balance[];
  /** The number of lines that are no transactions, by reason. */
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
}

/**
 * Reads every line of a table with a mapping. A line is a transaction, certainly none, or an error.
 * @throws PennyrowError statement_bad_date, statement_bad_amount, statement_bad_row, statement_truncated
 */
export function readRows(original: CsvTable, mapping: CsvMapping): ReadTable {
  const reader = memoize((text: string) => readDate(text, mapping.dateOrder));
  const rows: ReadRow[] = [];
  const accounts = new Map<string, BankAccount>();
  const ownAccount = mapping.account.kind === 'column' ? mapping.account.column : -1;
  const undated: number[] = [];
  const leftOut = new Map<LeftOutReason, number>();
  const leave = (reason: LeftOutReason): void => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  refuseCutEnd(original, mapping);
  const { table, leftOut: separated } = separateLines(original, tellingColumnsOf(mapping));
  for (const reason of separated.values()) leave(reason);
  const accountOf = createAccountFinder(table, mapping);
  const describe = createDescriber(table, mapping);
  const proven = proveLines(sheetOf(table, mapping.date), mapping);
  const amountOf = amountReader(table, mapping);
  const pending = findPendingLines(table, mapping);
  const continued = findContinuations(table, mapping);
  const repeated = findRepeatedNumbers(table, mapping, proven);
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    if (isBlank(row) || isHeader(table, row) || continued.has(index)) continue;
    if (usedLength(row) > table.titles.length) throw tooLong(table, index);
    if (proven.others.has(index)) {
      leave('other');
      continue;
    }
    const dateText = clean(row[mapping.date]);
    const written = reader(dateText);
    const isUndated = written === null && !isDateShaped(dateText) && pending.has(row, index) && !repeated.isTotal(row);
    const date = isUndated ? (pending.dayOf(row) ?? NO_DAY) : written;
    const amount = date === null ? null : amountUnlessTotal(amountOf, mapping, row, index, repeated);
    if (date === null || amount === null) {
      leave(reasonFor(table, mapping, row, index, date, repeated, proven));
      continue;
    }
    const currency = currencyOfRow(table, mapping, row, index);
    const account = accountOf(row, index, currency);
    accounts.set(account.id, account);
    const after = proven.balances?.at(index) ?? null;
    if (date === NO_DAY) undated.push(rows.length);
    const whole = continued.whole(row, index);
    rows.push({
      index,
      transaction: {
        account,
        providerId: mapping.id === null ? null : oneLine(clean(row[mapping.id])) || null,
        date,
        amount,
        currency,
        ...describe(whole),
        status: isUndated ? 'pending' : statusOfRow(table, mapping, row, index),
        ...(after === null ? {} : { balanceAfter: amountOfUnits(after) }),
        raw: rawOf(table.titles, whole, ownAccount),
      },
    });
  }
  giveDays(table, mapping, rows, undated);
  const found = [...accounts.values()];
  return { rows, accounts: found, balances: statedBalances(rows, found, proven), leftOut };
}

/** A total may fill both columns of a pair. */
function amountUnlessTotal(
  amountOf: ReturnType<typeof amountReader>,
  mapping: CsvMapping,
  row: readonly string[],
  index: number,
  repeated: RepeatedNumbers,
): Amount | null {
  try {
    return amountOf(row, index);
  } catch (error) {
    if (mapping.amount.kind === 'two' && repeated.isTotal(row)) return null;
    throw error;
  }
}

/** The reason to leave out a line without a day or an amount. Throws if it may be a transaction. */
function reasonFor(
  table: CsvTable,
  mapping: CsvMapping,
  row: readonly string[],
  index: number,
  date: CalendarDate | null,
  repeated: RepeatedNumbers,
  proven: ProvenLines,
): LeftOutReason {
  const dateText = clean(row[mapping.date]);
  const isDated = date !== null || isDateShaped(dateText);
  if (date === null && isDated)
    throw badDate(table, index, table.titles[mapping.date] ?? null, dateText, mapping.dateOrder);
  const hasAmount = moneyPlaces(mapping.amount).some((place) => isNumber(clean(row[place])));
  const isRepeated = (hasAmount || !isDated) && repeated.isTotal(row);
  if (mentionsTotals(row) || labelOfRow(row) !== null || isRepeated) return 'other';
  if (repeated.isDetail(index)) return 'detail';
  if (isDated) {
    // A changed balance, or a number in an unmapped column, means that the amount is missing.
    const hasChanged = mapping.balance != null && proven.steps === null && isNumber(clean(row[mapping.balance]));
    if (hasChanged || hasOtherMoney(mapping, row))
      throw rowError(table, index, null, 'statement_bad_amount', { reason: 'csvMissing' });
    return 'note';
  }
  // A number alone is an unlabelled total.
  if (row.filter((cell) => cell.trim() !== '').length < 2) return 'note';
  if (/^\d/.test(dateText) || hasAmount || hasOtherMoney(mapping, row))
    throw badDate(table, index, table.titles[mapping.date] ?? null, dateText, mapping.dateOrder);
  return 'note';
}

/** Placeholder until the newest day is known. */
const NO_DAY = '' as CalendarDate;

/** A pending line without any day gets the newest day of the file. */
function giveDays(table: CsvTable, mapping: CsvMapping, rows: ReadRow[], undated: readonly number[]): void {
  const [first] = undated;
  if (first === undefined) return;
  const newest = rows.reduce((newest, { transaction: { date } }) => (date > newest ? date : newest), NO_DAY);
  if (newest === NO_DAY)
    throw badDate(table, rows[first]?.index ?? 0, table.titles[mapping.date] ?? null, '', mapping.dateOrder);
  for (const place of undated) {
    const row = rows[place];
    if (row !== undefined) rows[place] = { ...row, transaction: { ...row.transaction, date: newest } };
  }
}

/** Rejects truncated lines and lines with too many cells before any line is read. */
export function checkShape(table: CsvTable): void {
  refuseCutEnd(table, null);
  const index = table.rows.findIndex(
    (row, index) => index >= table.first && row.length > table.titles.length && usedLength(row) > table.titles.length,
  );
  if (index !== -1) throw tooLong(table, index);
}

/** An amount in an unmapped column beside a text: a transaction that another file would explain. */
function hasOtherMoney({ amount, fee, balance, description }: CsvMapping, row: readonly string[]): boolean {
  const mappedColumns = new Set([...moneyPlaces(amount), fee, balance]);
  return (
    row.some((cell, place) => !mappedColumns.has(place) && isNumber(clean(cell)) && /\d[.,]\d\d(?!\d)/.test(cell)) &&
    description.some((place) => /\p{L}/u.test(clean(row[place])))
  );
}

/** Concatenated files repeat their titles. */
function isHeader({ header, rows }: CsvTable, row: readonly string[]): boolean {
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

function statusOfRow(
  table: CsvTable,
  { status }: CsvMapping,
  row: readonly string[],
  index: number,
): 'posted' | 'pending' {
  if (status === null) return 'posted';
  const word = clean(row[status.column]);
  const meaning = status.posted.includes(word.toLowerCase()) ? 'posted' : statusOf(word);
  if (meaning === 'posted' || meaning === 'pending') return meaning;
  throw rowError(table, index, table.titles[status.column] ?? null, 'statement_bad_row', {
    reason: 'status',
    text: excerpt(word),
  });
}

function currencyOfRow(table: CsvTable, { currency }: CsvMapping, row: readonly string[], index: number): string {
  if ('code' in currency) return currency.code;
  const code = currencyCode(clean(row[currency.column]));
  if (code !== null && code.length >= 3 && parseAmount(code) === null) return code;
  throw rowError(
    table,
    index,
    table.titles[currency.column] ?? null,
    'statement_bad_row',
    code === null ? { reason: 'noCurrency' } : { reason: 'currency', text: excerpt(code) },
  );
}

/** The cells as sent, without empty ones and without the number of the user's account. */
function rawOf(titles: readonly string[], row: readonly string[], ownAccount: number): Record<string, string> {
  const raw: Record<string, string> = {};
  for (let place = 0; place < row.length; place += 1) {
    const cell = row[place];
    const title = titles[place];
    if (place !== ownAccount && cell !== undefined && cell !== '' && title !== undefined) raw[title] = cell;
  }
  return raw;
}

interface ReadRow {
  /** The index of the row in the file. */
  readonly index: number;
  readonly transaction: BankTransaction;
}

/**
 * The balances before the oldest and after the newest transaction, on their days. None if the table has several
 * accounts, because such lines do not name one.
 */
function statedBalances(
  rows: readonly ReadRow[],
  accounts: readonly BankAccount[],
  { stated, order }: Pick<ProvenLines, 'stated' | 'order'>,
): Balance[] {
  const [account] = accounts;
  const booked = rows.filter(({ transaction: { status } }) => status === 'posted');
  const days = booked.map(({ transaction }) => transaction.date);
  const [first, last] = order === 'oldest-first' ? [days[0], days.at(-1)] : [days.at(-1), days[0]];
  if (account === undefined || accounts.length > 1 || first === undefined || last === undefined) return [];
  const newest = order === 'oldest-first' ? booked.at(-1)?.index : booked[0]?.index;
  const opening = stated.find(({ kind }) => kind === 'opening');
  // Only a balance after the newest transaction is final: others are between months.
  const closing = stated.findLast(
    ({ kind, index }) => kind === 'closing' && newest !== undefined && (order === 'oldest-first') === index > newest,
  );
  const balance = (kind: Balance['kind'], units: Units, date: Balance['date']): Balance => ({
    account,
    kind,
    amount: amountOfUnits(units),
    currency: account.currency,
    date,
    at: null,
  });
  return [
    ...(opening === undefined ? [] : [balance('opening', opening.units, first)]),
    ...(closing === undefined ? [] : [balance('closing', closing.units, last)]),
  ];
}
