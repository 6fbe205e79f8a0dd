import { plainLetters } from '../../../../core/plain-letters.ts';
import { currencyBeside, isNumber, plainNumber } from '../../../../core/amount-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';
import { isIban } from '../../iban.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { isBlank } from './csv-rows.ts';
import { clean, isDataLike, type CsvTable } from './csv-table.ts';
import { statusOf } from '../values/csv-status.ts';
import { CURRENCIES, roleOfTitle, type ColumnRole } from '../../../../core/column-titles.ts';

/** What a column holds in the rows that were looked at, and what it may be for. */
export interface CsvColumn {
  readonly place: number;
  readonly title: string;
  /** By its title, where the content allows it. */
  readonly role: ColumnRole | null;
  readonly filled: number;
  readonly dates: number;
  readonly numbers: number;
  /** Numbers with something that may be a decimal mark. */
  readonly marked: number;
  readonly negatives: number;
  readonly positives: number;
  readonly codes: number;
  /** The different values in their order; the first few. */
  readonly values: readonly string[];
  /** "€" and the like beside its numbers. */
  readonly symbols: readonly string[];
}

export interface CsvSample {
  readonly columns: readonly CsvColumn[];
  /** Rows that look like transactions; all of them where none does. */
  readonly rows: readonly (readonly string[])[];
}

const SAMPLE_ROWS = 1000;
const VALUES_KEPT = 24;

/** Looks at rows from the whole length of the table, so that a rare value is met. */
export function lookAtColumns(table: CsvTable): CsvSample {
  const count = table.rows.length - table.first;
  const step = Math.max(1, Math.ceil(count / SAMPLE_ROWS));
  const rows: (readonly string[])[] = [];
  for (let index = table.first; index < table.rows.length; index += step) {
    const row = table.rows[index] ?? [];
    if (!isBlank(row) && isDataLike(row)) rows.push(row);
  }
  // Of a table in which nothing is written like a date, a person may yet say which column it is.
  const transactions = rows.filter((row) => labelOfRow(row) === null);
  const looked =
    transactions.length > rows.length / 3
      ? transactions
      : rows.length > 0
        ? rows
        : table.rows.slice(table.first, table.first + SAMPLE_ROWS).filter((row) => !isBlank(row));
  return {
    rows: looked,
    columns: withNextTitle(
      table,
      table.titles.map((title, place) =>
        lookAt(
          title,
          place,
          looked.map((row) => clean(row[place])),
          table.header !== null,
        ),
      ),
    ),
  };
}

/** Some banks write the title above the currency and leave the amounts in the next column without one. */
function withNextTitle({ header, rows, titles }: CsvTable, columns: readonly CsvColumn[]): readonly CsvColumn[] {
  const written = header === null ? [] : (rows[header] ?? []);
  return columns.map((column, place) => {
    const before = columns[place - 1];
    const isBeside =
      header !== null &&
      clean(written[place]) === '' &&
      before !== undefined &&
      before.codes > 0 &&
      before.codes === before.filled;
    const role = isBeside ? roleOfTitle(titles[place - 1] ?? '') : null;
    const isMoney = role !== null && MONEY.has(role) && column.role === null && column.numbers > column.filled / 2;
    return isMoney ? { ...column, role } : column;
  });
}

function lookAt(title: string, place: number, all: readonly string[], hasTitle: boolean): CsvColumn {
  const cells = all.filter((cell) => cell !== '');
  const numbers = cells.filter((cell) => !isDateShaped(cell) && isNumber(cell)).map((cell) => plainNumber(cell) ?? '');
  const found = {
    place,
    title,
    filled: cells.length,
    dates: cells.filter(isDateShaped).length,
    numbers: numbers.length,
    marked: numbers.filter((number) => /\d[.,]\d|^[+-]?[.,]\d/.test(number)).length,
    negatives: numbers.filter((number) => number.startsWith('-') && /[1-9]/.test(number)).length,
    positives: numbers.filter((number) => !number.startsWith('-') && /[1-9]/.test(number)).length,
    codes: cells.filter((cell) => CURRENCIES.has(cell.toUpperCase())).length,
    values: [...new Set(cells)].slice(0, VALUES_KEPT),
    symbols: [...new Set(cells.flatMap((cell) => currencyBeside(cell) ?? []))],
  };
  return { ...found, role: fittingRole(hasTitle ? roleOfTitle(title) : null, found) };
}

const MONEY: ReadonlySet<ColumnRole> = new Set(['amount', 'net', 'out', 'in', 'balance', 'fee']);

/** A title may promise what the cells do not hold; "Valuta" is a day in German and a currency in Swedish. */
function fittingRole(role: ColumnRole | null, column: Omit<CsvColumn, 'role'>): ColumnRole | null {
  const { filled, dates, numbers, codes } = column;
  if (filled === 0) return role;
  // Some banks give the column that tells the direction no title, or one of their own.
  if (role === null && column.codes === filled) return 'currency';
  const isPair = directionsOf(column.values, column.title) !== null && column.title.includes('/');
  if (role === null) return isDirection(column) && (column.values.length > 1 || isPair) ? 'direction' : null;
  if (codes === filled && role !== 'original') return 'currency';
  if (role.endsWith('date') && dates < filled / 2 && !isDateOrWord(column))
    return numbers > 0 || column.values.every((value) => /^[\d:.]*$/.test(value)) ? null : 'payee';
  // Below "Details" some banks write words, and one of them DEBIT and CREDIT.
  if (isDirection(column) && column.values.every((value) => directionOf(value) !== null)) return 'direction';
  if (role === 'direction' && isDirection(column)) return 'direction';
  if (role === 'payee' && column.values.every((value) => directionOf(value) !== null || KINDS.has(value.toLowerCase())))
    return 'kind';
  // The number of an account is no text for people.
  if (
    (role === 'payee' || role === 'memo') &&
    column.values.every((value) => /^[\d .-]{6,}$/.test(value) || isIban(value))
  )
    return 'other-account';
  if (MONEY.has(role) && numbers < filled / 2) return null;
  if (role === 'direction') return numbers === filled ? 'amount' : 'kind';
  if (role === 'currency') return null;
  return role;
}

/** Days, and a word or two where there is none yet. */
export function isDateOrWord({ dates, values }: Pick<CsvColumn, 'dates' | 'values'>): boolean {
  const words = values.filter((value) => !isDateShaped(value));
  return dates > 0 && words.length <= 2 && words.every((word) => word.length <= 30 && !/\d/.test(word));
}

/** What is below "Details" when it is no text for people. */
const KINDS = new Set(['check', 'cheque', 'dslip', 'atm', 'pos', 'transfer', 'fee', 'interest', 'card', 'payment']);

/** The words by which banks say that money went out or came in, without accents and in small letters. */
const OUT_WORDS: ReadonlySet<string> = new Set(
  's|soll|d|dr|db|dbit|debit|debet|debito|debe|cargo|af|out|-|belastung|lastschrift|dare|ut|ud|withdrawal|uscita|deebet|debets|debetas|odchozi|otto|menot|borc|saida|obciazenie|ausgabe|ausgang|debited|dbt|wn|расход|списание|дебет|支出|借|借 dr|出金|출금'
    .split('|')
    .map(plainLetters),
);
const IN_WORDS: ReadonlySet<string> = new Set(
  'h|haben|c|cr|crdt|credit|credito|haber|abono|bij|in|+|gutschrift|avere|inn|ind|deposit|entrata|entrada|uznanie|einnahme|eingang|credited|cdt|ma|k|kredit|kreedit|kredits|kreditas|prichozi|pano|tulot|alacak|приход|зачисление|пополнение|кредит|收入|贷|贷 cr|入金|입금'
    .split('|')
    .map(plainLetters),
);

/** Pairs whose words alone mean something else, or nothing: "D" is a debit beside "C", and a credit beside "MD". */
const PAIRS: readonly (readonly [string, string])[] = [
  ['md', 'd'],
  ['d', 'a'],
  ['t', 'j'],
  ['b', 'a'],
];

/**
 * What goes out and what comes in by these words, in small letters; null when they are not known together. The title of
 * a column may be its two words: "T/J".
 */
export function directionsOf(
  values: readonly string[],
  title = '',
): { readonly out: readonly string[]; readonly in: readonly string[] } | null {
  const words = values.map((value) => value.trim().toLowerCase());
  const both = new Set([...words, ...title.toLowerCase().split(/\s*\/\s*/)]);
  for (const [out, into] of PAIRS)
    if (both.has(out) && both.has(into) && words.every((word) => word === out || word === into))
      return { out: [out], in: [into] };
  if (words.some((word) => directionOf(word) === null)) return null;
  return {
    out: words.filter((word) => directionOf(word) === 'out'),
    in: words.filter((word) => directionOf(word) === 'in'),
  };
}

/** A few short words in nearly every line, whatever they mean. */
export function isDirectionLike({ filled, numbers, dates, values, role, title }: CsvColumn): boolean {
  return (
    filled > 0 &&
    numbers === 0 &&
    dates === 0 &&
    values.length <= 3 &&
    values.every((value) => value.length <= 12) &&
    (role === null || role === 'direction' || role === 'kind') &&
    (directionsOf(values, title) !== null || (values.length * 2 <= filled && !tellsPending(values)))
  );
}

/** "Completed" and "Pending" say when money moves, and not which way. */
function tellsPending(values: readonly string[]): boolean {
  const statuses = values.map(statusOf);
  return !statuses.includes(null) && statuses.some((status) => status !== 'posted');
}

/** "Available balance": with credit in it, or without what is reserved. */
export function isUnspendable(title: string): boolean {
  return /avail|disponib|verf.gbar|beschikb|dost.pn/iu.test(title);
}

/** Every cell is such a word. */
export function isDirection({ filled, values, title }: Pick<CsvColumn, 'filled' | 'values' | 'title'>): boolean {
  return filled > 0 && values.length <= 4 && directionsOf(values, title) !== null;
}

export function directionOf(value: string): 'out' | 'in' | null {
  const plain = plainLetters(value).replaceAll('.', '').trim();
  return OUT_WORDS.has(plain) ? 'out' : IN_WORDS.has(plain) ? 'in' : null;
}

/** The columns of a role, in their order. */
export function columnsOf(columns: readonly CsvColumn[], ...roles: readonly ColumnRole[]): CsvColumn[] {
  return columns.filter(({ role }) => role !== null && roles.includes(role));
}
