import { parseAmount } from '../../../../core/amount.ts';
import type { Balance } from '../../../../core/balance.ts';
import type { CalendarDate } from '../../../../core/calendar-date.ts';
import type { BankAccount } from '../../../../core/bank-transaction.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { oneLine } from '../../../../core/one-line.ts';
import { currencyCode } from '../../currency.ts';
import { excerpt } from '../../statement-error.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { createAccountFinder } from './csv-accounts.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { findContinuations } from './csv-continuations.ts';
import { describeRow, type RowText } from './csv-describe.ts';
import { amountOfRow, noAmount } from './csv-line.ts';
import { isBlank, rowError } from '../table/csv-rows.ts';
import { statusOf } from '../values/csv-status.ts';
import { clean, usedLength, type CsvTable } from '../table/csv-table.ts';
import { refuseCutEnd } from '../table/csv-truncation.ts';
import { labelOfRow } from '../values/csv-labels.ts';
import { roleOfTitle, mentionsTotals } from '../../../../core/column-titles.ts';
import { proveLines } from '../proof/proven-lines.ts';
import { sheetOf } from '../proof/sheet.ts';
import { amountOf, statedBalances, type ReadRow } from './csv-balances.ts';
import { findPendingLines } from './csv-pending.ts';
import { badDate } from '../guess/guess-date.ts';
import { remembering } from '../../remembering.ts';

/** What the rows of a table say. */
export interface ReadTable {
  readonly rows: readonly ReadRow[];
  readonly accounts: readonly BankAccount[];
  /** What lines of the table state of the account before its transactions and after them. */
  readonly balances: readonly Balance[];
  /** Lines of totals and balances, and notes of the bank. */
  readonly totals: number;
  /** Declined, reverted, failed: no money moved. */
  readonly left: number;
}

/**
 * Every line of the table as the mapping says: a line is a transaction, or surely none, or an error that names it.
 *
 * @throws PennyrowError statement_bad_date, statement_bad_amount, statement_bad_row, statement_truncated
 */
export function readRows(table: CsvTable, mapping: CsvMapping): ReadTable {
  const reader = remembering((text) => readDate(text, mapping.dateOrder));
  const accountOf = createAccountFinder(table, mapping);
  const rows: ReadRow[] = [];
  const accounts = new Map<string, BankAccount>();
  const ownAccount = mapping.account.kind === 'column' ? mapping.account.column : -1;
  const payees = new Set(mapping.description.filter((place) => roleOfTitle(table.titles[place] ?? '') === 'payee'));
  const undated: number[] = [];
  let [totals, left] = [0, 0];
  refuseCutEnd(table, mapping);
  const proven = proveLines(sheetOf(table, mapping.date), mapping);
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
    const amount = amountOfRow(table, mapping, row, index);
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
        ...(after === null ? {} : { balanceAfter: amountOf(after) }),
        raw: rawOf(table.titles, whole, ownAccount),
      },
    });
  }
  giveDays(table, mapping, rows, undated);
  const found = [...accounts.values()];
  return { rows, accounts: found, balances: statedBalances(rows, found, proven), totals, left };
}

/** Stands for the day of a line until the newest one is known. */
const NO_DAY = '' as CalendarDate;

/** What is pending and tells no day at all is of the file's newest one. */
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

/** Refuses lines that are cut off, or have more cells than the table, before anything is made of the others. */
export function checkShape(table: CsvTable): void {
  refuseCutEnd(table, null);
  const index = table.rows.findIndex(
    (row, index) => index >= table.first && row.length > table.titles.length && usedLength(row) > table.titles.length,
  );
  if (index !== -1) throw tooLong(table, index);
}

/** A line without a date that has no amount either, or speaks of a total. */
function isNoTransaction(mapping: CsvMapping, row: readonly string[], dateText: string): boolean {
  if (/^\d/.test(dateText)) return false;
  const { amount } = mapping;
  const places = amount.kind === 'two' ? [amount.out, amount.in] : [amount.column];
  // A number with nothing beside it is a total that nobody named.
  if (row.filter((cell) => cell.trim() !== '').length < 2) return true;
  if (hasOtherMoney(mapping, row)) return false;
  return labelOfRow(row) !== null || places.every((place) => !isNumber(clean(row[place])));
}

/** Money in a column that the mapping knows nothing of, beside a text: a transaction that another file would explain. */
function hasOtherMoney({ amount, fee, balance, description }: CsvMapping, row: readonly string[]): boolean {
  const known = new Set([
    ...(amount.kind === 'two' ? [amount.out, amount.in] : [amount.column]),
    ...[fee, balance].filter((place) => place != null),
  ]);
  return (
    row.some((cell, place) => !known.has(place) && isNumber(clean(cell)) && /\d[.,]\d\d(?!\d)/.test(cell)) &&
    description.some((place) => /\p{L}/u.test(clean(row[place]))) &&
    labelOfRow(row) === null &&
    !mentionsTotals(row)
  );
}

/**
 * Without a dash that stands for nothing, and without the person's own name, which some banks write on one side or the other
 * of each line.
 */
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

/** Files that were put together from several ones repeat their titles. */
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
  const known = status.posted.includes(word.toLowerCase()) ? 'posted' : statusOf(word);
  if (known !== null) return known;
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

/** The cells as the bank sent them; empty ones are left out, and so is the number of the person's own account. */
function rawOf(titles: readonly string[], row: readonly string[], ownAccount: number): Record<string, string> {
  const raw: Record<string, string> = {};
  for (let place = 0; place < row.length; place += 1) {
    const cell = row[place];
    const title = titles[place];
    if (place !== ownAccount && cell !== undefined && cell !== '' && title !== undefined) raw[title] = cell;
  }
  return raw;
}
