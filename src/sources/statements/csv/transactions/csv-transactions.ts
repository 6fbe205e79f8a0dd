import { parseAmount } from '../../../../core/amount.ts';
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
import { amountReader, noAmount } from './csv-line.ts';
import { isBlank, rowError } from '../table/csv-rows.ts';
import { statusOf, labelOfRow } from '../values/csv-labels.ts';
import { clean, usedLength, type CsvTable } from '../table/csv-table.ts';
import { refuseCutEnd } from '../table/csv-truncation.ts';
import { roleOfTitle, mentionsTotals } from '../../../../core/column-titles.ts';
import { proveLines, type ProvenLines } from '../proof/proven-lines.ts';
import { sheetOf } from '../proof/sheet.ts';
import { amountOfUnits, type Units } from '../proof/units.ts';
import { findPendingLines } from './csv-pending.ts';
import { badDate } from '../guess/guess-date.ts';
import { memoize } from '../../../../core/memoize.ts';
import { withParts, joinDistinct, type Described, plainText } from '../../description-parts.ts';
import { moneyPlaces } from '../memory/unseen-columns.ts';

export interface ReadTable {
  readonly rows: readonly ReadRow[];
  readonly accounts: readonly BankAccount[];
  /** Balances stated before or after the transactions. */
  readonly balances: readonly Balance[];
  /** Lines of totals and balances, and notes. */
  readonly totals: number;
  /** Declined, reversed or failed: no money moved. */
  readonly left: number;
}

/**
 * * Reads every line of a table with a mapping. A line is a transaction, certainly none, or an error.
 * @throws PennyrowError statement_bad_date, statement_bad_amount, statement_bad_row, statement_truncated
 */
export function readRows(table: CsvTable, mapping: CsvMapping): ReadTable {
  const reader = memoize((text: string) => readDate(text, mapping.dateOrder));
  const accountOf = createAccountFinder(table, mapping);
  const rows: ReadRow[] = [];
  const accounts = new Map<string, BankAccount>();
  const ownAccount = mapping.account.kind === 'column' ? mapping.account.column : -1;
  const payees = new Set(mapping.description.filter((place) => roleOfTitle(table.titles[place] ?? '') === 'payee'));
  const undated: number[] = [];
  let [totals, left] = [0, 0];
  refuseCutEnd(table, mapping);
  const proven = proveLines(sheetOf(table, mapping.date), mapping);
  const amountOf = amountReader(table, mapping);
  const pending = findPendingLines(table, mapping);
  const continued = findContinuations(table, mapping);
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    if (row.length < 2 && isBlank(row)) continue;
    if (usedLength(row) > table.titles.length) throw tooLong(table, index);
    if (continued.has(index)) continue;
    if (proven.others.has(index)) {
      totals += 1;
      continue;
    }
    const dateText = clean(row[mapping.date]);
    const written = reader(dateText);
    const isUndated = written === null && !isDateShaped(dateText) && pending.has(row, index);
    const date = isUndated ? (pending.dayOf(row) ?? NO_DAY) : written;
    if (date === null && !isDateShaped(dateText)) {
      if (isBlank(row) || isHeader(table, row)) continue;
      if (!isNoTransaction(mapping, row, dateText))
        throw badDate(table, index, table.titles[mapping.date] ?? null, dateText, mapping.dateOrder);
      totals += 1;
      continue;
    }
    if (date === null) throw badDate(table, index, table.titles[mapping.date] ?? null, dateText, mapping.dateOrder);
    const amount = amountOf(row, index);
    if (amount === null) {
      if (!mentionsTotals(row)) throw noAmount(table, index);
      totals += 1;
      continue;
    }
    const status = isUndated ? pendingUnlessLeft(mapping, row) : statusOfRow(table, mapping, row, index);
    if (status === 'left') {
      left += 1;
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
        ...describeRow(textsOf(mapping, whole, payees), mapping.kind === null ? '' : clean(row[mapping.kind])),
        status,
        ...(after === null ? {} : { balanceAfter: amountOfUnits(after) }),
        raw: rawOf(table.titles, whole, ownAccount),
      },
    });
  }
  giveDays(table, mapping, rows, undated);
  const found = [...accounts.values()];
  return { rows, accounts: found, balances: statedBalances(rows, found, proven), totals, left };
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

function pendingUnlessLeft({ status }: CsvMapping, row: readonly string[]): 'pending' | 'left' {
  return status !== null && statusOf(clean(row[status.column])) === 'left' ? 'left' : 'pending';
}

/** Rejects truncated lines and lines with too many cells before any line is read. */
export function checkShape(table: CsvTable): void {
  refuseCutEnd(table, null);
  const index = table.rows.findIndex(
    (row, index) => index >= table.first && row.length > table.titles.length && usedLength(row) > table.titles.length,
  );
  if (index !== -1) throw tooLong(table, index);
}

/** A line without a date that has no amount either, or has the words of a total. */
function isNoTransaction(mapping: CsvMapping, row: readonly string[], dateText: string): boolean {
  if (/^\d/.test(dateText)) return false;
  const { amount } = mapping;
  const places = moneyPlaces(amount);
  // A number alone is an unlabelled total.
  if (row.filter((cell) => cell.trim() !== '').length < 2) return true;
  if (hasOtherMoney(mapping, row)) return false;
  return labelOfRow(row) !== null || places.every((place) => !isNumber(clean(row[place])));
}

/** An amount in an unmapped column beside a text: a transaction that another file would explain. */
function hasOtherMoney({ amount, fee, balance, description }: CsvMapping, row: readonly string[]): boolean {
  const mappedColumns = new Set([...moneyPlaces(amount), ...[fee, balance].filter((place) => place != null)]);
  return (
    row.some((cell, place) => !mappedColumns.has(place) && isNumber(clean(cell)) && /\d[.,]\d\d(?!\d)/.test(cell)) &&
    description.some((place) => /\p{L}/u.test(clean(row[place]))) &&
    labelOfRow(row) === null &&
    !mentionsTotals(row)
  );
}

/** Without a dash as a placeholder, and without the account holder, whom some banks list in each line. */
function textsOf(
  { description, ownName }: CsvMapping,
  row: readonly string[],
  payees: ReadonlySet<number>,
): readonly RowText[] {
  const texts = description
    .map((place) => ({ text: clean(row[place]), isPayee: payees.has(place) }))
    .filter(({ text }) => !/^[-\u2013\u2014]+$/.test(text));
  return ownName === null ? texts : texts.filter(({ text }) => text.toLowerCase() !== ownName);
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
): 'posted' | 'pending' | 'left' {
  if (status === null) return 'posted';
  const word = clean(row[status.column]);
  const meaning = status.posted.includes(word.toLowerCase()) ? 'posted' : statusOf(word);
  if (meaning !== null) return meaning;
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

/** `isPayee`: the column of the other party. */
interface RowText {
  readonly text: string;
  readonly isPayee: boolean;
}

/** The texts of a row on one line. The kind of transaction is used only if there is no other text. */
function describeRow(texts: readonly RowText[], kind: string): Described {
  const line = joined(texts);
  if (line === '') return { description: plainText(kind) || 'No description' };
  // If the user chose several description columns, the first name is the payee.
  const payee = texts.find(({ text, isPayee }) => isPayee && text !== '');
  if (payee === undefined) return { description: line };
  return withParts(line, { payee: joined([payee]), notes: joined(texts.filter((text) => text !== payee)) });
}

function joined(texts: readonly RowText[]): string {
  return texts.reduce((line, { text }) => joinDistinct(line, plainText(text)), '');
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
