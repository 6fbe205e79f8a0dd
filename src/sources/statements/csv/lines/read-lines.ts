import { parseAmount } from '../../../../core/amount.ts';
import type { Balance } from '../../../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../../../core/bank-transaction.ts';
import { mentionsTotals, plainWords, roleOfTitle, type ColumnRole } from '../../../../core/column-titles.ts';
import { countEach } from '../../../../core/count-each.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { memoize } from '../../../../core/memoize.ts';
import { oneLine } from '../../../../core/one-line.ts';
import { currencyCode } from '../../../../core/currency.ts';
import { excerpt } from '../../statement-error.ts';
import { amountReader, moneyPlaces } from '../arithmetic/amounts.ts';
import { proveLines, type ProvenLines } from '../arithmetic/chain.ts';
import { amountOfUnits, sheetOf } from '../arithmetic/sheet.ts';
import { isBlank } from '../table/csv-rows.ts';
import { clean, isDataLike, rowError, usedLength, type CsvTable } from '../table/csv-table.ts';
import { hasWords, isCardNumber, labelOfRow, PLACEHOLDER, statusOf } from '../values/csv-labels.ts';
import { separateLines } from './declined-lines.ts';
import { createOtherLines, type DatedLine, type LeftOutReason, type OtherLine } from './other-lines.ts';
import { createAccountFinder } from './own-account.ts';
import { currencyIn } from '../reading/guess-account.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { isCategoryTitle } from '../../../../core/own-titles.ts';
import { joinDistinct, plainText, withParts, type Described } from '../../description-parts.ts';

type Row = readonly string[];

interface ReadRow {
  readonly index: number;
  readonly transaction: BankTransaction;
}

/** Reads all transactions. Throws statement_bad_… or statement_truncated for a line that may be one but is unreadable. */
export function readRows(original: CsvTable, mapping: CsvMapping) {
  refuseCutEnd(original, mapping);
  const { table: whole, leftOut: separated } = separateLines(original, mapping.status);
  const table = joinContinuations(whole, mapping);
  const proven = proveLines(sheetOf(table, mapping.date), mapping);
  const above = table.rows.slice(0, table.header ?? table.first).filter(isDataLike);
  const reasons: LeftOutReason[] = [...separated.values(), ...above.map(() => 'above' as const)];
  const dayOf = memoize((text: string) => readDate(text, mapping.dateOrder));
  const amountOf = amountReader(table, mapping);
  const dated: DatedLine[] = [];
  const others: OtherLine[] = [];
  let isPending = false;
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    if (isBlank(row)) continue;
    if (proven.others.has(index)) {
      reasons.push('other');
      continue;
    }
    if (usedLength(row) === 1 && /^\D{4,40}$/.test(clean(row[0])))
      isPending = PENDING_HEADING.test(plainWords(row[0] ?? ''));
    const date = dayOf(clean(row[mapping.date]));
    const amount = date === null ? null : amountOf(row, index);
    if (date === null || amount === null) others.push({ index, row, above: dated.at(-1) ?? null });
    else dated.push({ index, row, date, amount, isPending });
  }
  const lines = [...dated];
  if (others.length > 0) {
    const { pendingDay, reasonFor } = createOtherLines(table, mapping, proven, dated, others);
    for (const line of others) {
      const { index, row } = line;
      const date = pendingDay(line);
      const amount = date === null ? null : amountOf(row, index);
      if (date !== null && amount !== null) lines.push({ index, row, date, amount, isPending: true });
      else reasons.push(reasonFor(line));
    }
    lines.sort((a, b) => a.index - b.index);
  }
  const toTransaction = createTransactions(table, mapping, proven);
  const rows = lines.map((line) => ({ index: line.index, transaction: toTransaction(line) }));
  const accounts = [...new Map(rows.map(({ transaction: { account } }) => [account.id, account])).values()];
  return { rows, accounts, balances: statedBalances(rows, accounts, proven), leftOut: countEach(reasons) };
}

function createTransactions(table: CsvTable, mapping: CsvMapping, proven: ProvenLines) {
  const accountOf = createAccountFinder(table, mapping);
  const describe = createDescriber(table, mapping);
  const ownAccount = mapping.account.kind === 'column' ? mapping.account.column : -1;
  return ({ index, row, date, amount, isPending }: DatedLine): BankTransaction => {
    const currency = currencyOfRow(table, mapping, row, index);
    const after = proven.balances?.[index] ?? null;
    return {
      account: accountOf(row, index, currency),
      providerId: mapping.id === null ? null : oneLine(clean(row[mapping.id])) || null,
      date,
      amount,
      currency,
      ...describe(row),
      status: isPending ? 'pending' : statusOfRow(table, mapping, row, index),
      ...(after === null ? {} : { balanceAfter: amountOfUnits(after) }),
      raw: rawOf(table.titles, row, ownAccount),
    };
  };
}

/** Some banks wrap long texts: a line with only a text continues the one above, unless it is in the first column, as notes are. */
function joinContinuations(table: CsvTable, mapping: CsvMapping): CsvTable {
  const rows = [...table.rows];
  const isTransaction = (index: number): boolean => isDateShaped(clean(rows[index]?.[mapping.date]));
  /** Row indexes: from a line that continues a text to the line of its transaction. */
  const continued = new Map<number, number>();
  for (let index = table.first + 1; index < rows.length; index += 1) {
    const above = continued.get(index - 1) ?? index - 1;
    if (goesOn(mapping, rows[index] ?? []) && isTransaction(above)) continued.set(index, above);
  }
  // Lines with only a text may be notes at the end: joins them only if at least one is right above a transaction.
  if (![...continued.keys()].some((index) => isTransaction(index + 1))) return table;
  for (const [index, above] of continued) {
    const [whole, more] = [rows[above] ?? [], rows[index] ?? []];
    rows[above] = whole.map((cell, place) => [cell, clean(more[place])].filter((text) => text !== '').join('\n'));
    rows[index] = [];
  }
  return { ...table, rows };
}

function goesOn({ date, description }: CsvMapping, row: Row): boolean {
  // Checked first, for speed: nearly all lines have a day.
  if (clean(row[date]) !== '') return false;
  const [place = 0, ...more] = [...row.keys()].filter((place) => clean(row[place]) !== '');
  const isText = place > 0 && more.length === 0 && description.includes(place);
  return isText && labelOfRow(row) === null && !mentionsTotals(row);
}

export function checkShape(table: CsvTable): void {
  refuseCutEnd(table, null);
  // Below the last transaction, a line with a single text is a note.
  const isNote = (row: Row): boolean => row.join('').trim() === row.at(-1)?.trim() && !isNumber(row.join('').trim());
  const end = table.rows.findLastIndex((row, index) => index < table.first || isDataLike(row) || !isNote(row));
  const index = table.rows.findIndex(
    (row, index) => index >= table.first && index <= end && usedLength(row) > table.titles.length,
  );
  if (index === -1) return;
  throw rowError(table, index, null, 'statement_bad_row', {
    reason: 'tooLong',
    text: table.delimiter,
    cells: String(usedLength(table.rows[index] ?? [])),
    columns: String(table.titles.length),
  });
}

/** Throws statement_truncated if the last line has no line break, and also fewer cells or digits than the lines before it. */
function refuseCutEnd(table: CsvTable, mapping: CsvMapping | null): void {
  const rows = table.rows.slice(table.first);
  const row = rows.at(-1) ?? [];
  if (table.text.text.endsWith('\n') || isBlank(row)) return;
  const before = rows.slice(-1 - LINES_COMPARED, -1).filter((other) => !isBlank(other));
  const usual = before.at(-1)?.length ?? (table.header === null ? 0 : usedLength(table.rows[table.header] ?? []));
  const [first = ''] = row;
  // A note below the table is a single text. If the first cell of an earlier line begins with this text, the last line is truncated.
  const isNote =
    row.length === 1 && !/^\d/.test(first) && before.every((other) => other[0]?.startsWith(first) !== true);
  const isShort = row.length < usual && !isNote && !mentionsTotals(row);
  if (isShort || (mapping !== null && !isNote && endsShort(mapping, row, before)))
    throw rowError(table, table.rows.length - 1, null, 'statement_truncated', { reason: 'row' });
}

const LINES_COMPARED = 200;

/** True if a day or an amount at the end has fewer digits after its last mark than those of all lines before. */
function endsShort({ date, amount, fee }: CsvMapping, row: Row, before: readonly Row[]): boolean {
  const money = [...moneyPlaces(amount), ...(fee === null ? [] : [fee])];
  const place = row.length - 1;
  const compared = [[date], money].find((places) => places.includes(place)) ?? [];
  const cells = before.flatMap((other) => compared.map((one) => clean(other[one])).filter((text) => /\d/.test(text)));
  const fewest = cells.length === 0 ? 2 : Math.min(...cells.map(digitsAtEnd));
  return compared.length > 0 && clean(row[place]) !== '' && digitsAtEnd(clean(row[place])) < fewest;
}

function digitsAtEnd(cell: string): number {
  return /(?:[.,]|(?<=\d)[-/])(\d*)\D*$/.exec(cell)?.[1]?.length ?? 0;
}

const PENDING_HEADING = /\b(?:pending|pendientes?|pendentes|vorgemerkte?|en attente|in attesa|in sospeso|oczekujace)\b/;

function statusOfRow(table: CsvTable, { status }: CsvMapping, row: Row, index: number): 'posted' | 'pending' {
  if (status === null) return 'posted';
  const word = clean(row[status.column]);
  const meaning = status.posted.includes(word.toLowerCase()) ? 'posted' : statusOf(word);
  // Of cancelled lines, `separateLines` has left only those that return an amount.
  if (meaning !== null) return meaning === 'pending' ? 'pending' : 'posted';
  throw rowError(table, index, status.column, 'statement_bad_row', { reason: 'status', text: excerpt(word) });
}

function currencyOfRow(table: CsvTable, { currency, amount }: CsvMapping, row: Row, index: number): string {
  if ('code' in currency) return ('column' in currency && clean(row[currency.column])) || currency.code;
  const code = currencyCode(currencyIn(row, currency.column, moneyPlaces(amount)));
  if (code !== null && code.length >= 3 && parseAmount(code) === null) return code;
  const fault =
    code === null ? ({ reason: 'noCurrency' } as const) : ({ reason: 'currency', text: excerpt(code) } as const);
  throw rowError(table, index, currency.column, 'statement_bad_row', fault);
}

/** The cells as sent, without empty ones and without the number of the user's account. */
function rawOf(titles: readonly string[], row: Row, ownAccount: number): Record<string, string> {
  const cells = titles.map((title, place) => [title, place === ownAccount ? '' : (row[place] ?? '')] as const);
  return Object.fromEntries(cells.filter(([, cell]) => cell !== ''));
}

/** The stated balances before and after all transactions. None if the file has several accounts, because a balance names no account. */
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
  // Skips balances between months: only one after the newest transaction is the closing balance.
  const closing = stated.findLast(({ kind, line }) => kind === 'closing' && isRising === line > newest.index);
  const { currency } = account;
  return [[opening, oldest] as const, [closing, newest] as const].flatMap(([balance, { transaction }]): Balance[] => {
    if (balance === undefined) return [];
    const amount = amountOfUnits(balance.units);
    return [{ account, kind: balance.kind, amount, currency, date: transaction.date, at: null }];
  });
}

/** Describes a line by the mapped columns. If these have no words, adds another text or the kind of transaction. */
function createDescriber({ titles }: CsvTable, mapping: CsvMapping): (row: Row) => Described {
  const { date, amount, fee, balance, currency, status, id, account, description, ownName, kind } = mapping;
  const roles = titles.map(roleOfTitle);
  const places = [...titles.keys()];
  const categories = places.filter((place) => isCategoryTitle(titles[place] ?? ''));
  const mapped = [{ date, fee, balance, id }, amount, currency, status, account, description, categories];
  const used = new Set(mapped.flatMap((part) => Object.values(part ?? {}) as unknown[]));
  const withRoles = (...some: readonly (ColumnRole | null)[]): number[] =>
    places.filter((place) => !used.has(place) && some.includes(roles[place] ?? null));
  const spare = [...withRoles('payee', 'memo'), ...(kind === null ? [] : [kind]), ...withRoles('kind', null, 'status')];
  const partsOf = (row: Row, some: readonly number[]) =>
    some.map((place) => ({ place, text: plainText(clean(row[place])) })).filter(({ text }) => text !== '');
  const join = (parts: ReturnType<typeof partsOf>): string =>
    parts.reduce((line, { text }) => joinDistinct(line, text), '');
  return (row) => {
    const texts = partsOf(row, description).filter(({ text }) => !PLACEHOLDER.test(text));
    const others = texts.filter(({ text }) => text.toLowerCase() !== ownName);
    const parts = others.some(({ text }) => hasWords(text))
      ? others.filter(({ text }) => !isCardNumber(text))
      : [
          // Skips numbers with a currency such as "12.50 EUR", which is no word.
          ...partsOf(row, spare)
            .filter(({ text }) => hasWords(text) && !isNumber(text))
            .slice(0, 1),
          // A transfer between own accounts may have no text but the user's name.
          ...(others.length > 0 ? others : texts),
        ];
    const line = join(parts) || join(partsOf(row, categories).slice(0, 1));
    // The payee is the first text of a description column whose title means payee.
    const payee = parts.find(({ place }) => description.includes(place) && roles[place] === 'payee');
    if (payee === undefined) return { description: line || 'No description' };
    return withParts(line, { payee: payee.text, notes: join(parts.filter((part) => part !== payee)) });
  };
}
