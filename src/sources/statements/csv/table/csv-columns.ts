import { plainLetters } from '../../../../core/plain-letters.ts';
import { currencyBeside, isNumber, plainNumber } from '../../../../core/amount-text.ts';
import { hasWords, labelOfRow, statusOf, type LineLabel } from '../values/csv-labels.ts';
import { isIban } from '../../account-identity.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { isBlank } from './csv-rows.ts';
import { clean, isDataLike, type CsvTable } from './csv-table.ts';
import { CURRENCIES, roleOfTitle, type ColumnRole } from '../../../../core/column-titles.ts';

export interface CsvColumn {
  readonly place: number;
  readonly title: string;
  /** From the title, if the content fits. */
  readonly role: ColumnRole | null;
  readonly filled: number;
  readonly dates: number;
  readonly numbers: number;
  readonly marked: number;
  readonly negatives: number;
  readonly positives: number;
  readonly codes: number;
  readonly values: readonly string[];
  /** Currency symbols beside the numbers, such as "€". */
  readonly symbols: readonly string[];
}

export interface CsvSample {
  readonly columns: readonly CsvColumn[];
  /** Rows that look like transactions; all rows if none does. */
  readonly rows: readonly (readonly string[])[];
}

const SAMPLE_ROWS = 1000;
const VALUES_KEPT = 24;

export function lookAtColumns(table: CsvTable): CsvSample {
  const count = table.rows.length - table.first;
  const step = Math.max(1, Math.ceil(count / SAMPLE_ROWS));
  const rows: (readonly string[])[] = [];
  const undated: (readonly string[])[] = [];
  for (let index = table.first; index < table.rows.length; index += step) {
    const row = table.rows[index] ?? [];
    if (isBlank(row)) continue;
    if (isDataLike(row)) rows.push(row);
    else if (row.some((cell) => /\d[.,]\d/.test(cell) && isNumber(clean(cell)))) undated.push(row);
  }
  // Even if no cell looks like a date, the user may name the column.
  const transactions = rows.filter((row) => labelOfLine(table, row) === null);
  const looked =
    transactions.length > rows.length / 3
      ? transactions
      : rows.length > 0
        ? rows
        : table.rows.slice(table.first, table.first + SAMPLE_ROWS).filter((row) => !isBlank(row));
  const cellsOf = (some: readonly (readonly string[])[], place: number) => some.map((row) => clean(row[place]));
  const columns = table.titles.map((title, place) =>
    lookAt(title, place, cellsOf(looked, place), cellsOf(undated, place), table.header !== null),
  );
  return { rows: looked, columns: withNextTitle(table, columns) };
}

/**
 * The label of a line. Words that a column repeats in all transactions are none: some issuers of cards write "a saldo"
 * for the kind of repayment.
 */
export function labelOfLine(table: CsvTable, row: readonly string[]): LineLabel | null {
  let words = labelWords.get(table);
  if (words === undefined) labelWords.set(table, (words = findLabelWords(table)));
  const { closing, repeated } = words;
  if (row === closing) return 'balance';
  const label = labelOfRow(row);
  if (label === null || repeated.size === 0) return label;
  return labelOfRow(row.map((cell, place) => (repeated.has(place) ? '' : cell)));
}

const labelWords = new WeakMap<CsvTable, ReturnType<typeof findLabelWords>>();

function findLabelWords({ rows, first, header, titles }: CsvTable) {
  const lines = rows.slice(first, first + SAMPLE_ROWS).filter(isDataLike);
  const texts = titles.map((_, place) => new Set(lines.map((row) => clean(row[place]))));
  // Balances alone may be labelled alike.
  const hasTexts = texts.some((text) => text.size > 1 && [...text].every(hasWords));
  const repeated = new Set(
    [...texts.keys()].filter((place) => hasTexts && texts[place]?.size === 1 && labelOfRow([...texts[place]]) !== null),
  );
  // A balance below a table without titles: the only line without words.
  const silent = lines.filter((row) => !row.some((cell) => hasWords(clean(cell))));
  const isClosing =
    header === null && lines.length > FEW_LINES && silent.length === 1 && silent[0] === rows.findLast(isDataLike);
  return { repeated, closing: isClosing ? silent[0] : null };
}

const FEW_LINES = 5;

/** Some banks write the title above the currency, and leave the title of the amount empty. */
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

function lookAt(
  title: string,
  place: number,
  all: readonly string[],
  undated: readonly string[],
  hasTitle: boolean,
): CsvColumn {
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
    values: withUndatedDirections([...new Set(cells)].slice(0, VALUES_KEPT), undated, title),
    symbols: [...new Set(cells.flatMap((cell) => currencyBeside(cell) ?? []))],
  };
  return { ...found, role: fittingRole(hasTitle ? roleOfTitle(title) : null, found) };
}

/** Only pending lines without a day may state the other direction. */
function withUndatedDirections(
  values: readonly string[],
  undated: readonly string[],
  title: string,
): readonly string[] {
  if (values.length === 0 || values.length > 2 || undated.length === 0) return values;
  const all = [...new Set([...values, ...undated.filter((cell) => cell !== '')])];
  return directionsOf(all, title) === null ? values : all;
}

const MONEY: ReadonlySet<ColumnRole> = new Set(['amount', 'net', 'out', 'in', 'balance', 'fee']);

/** The content may contradict the title. "Valuta" is a day in German and a currency in Swedish. */
function fittingRole(role: ColumnRole | null, column: Omit<CsvColumn, 'role'>): ColumnRole | null {
  const { filled, dates, numbers, codes } = column;
  if (filled === 0) return role;
  // Some banks give the direction column no title, or an unusual one.
  if (role === null && column.codes === filled) return 'currency';
  const isPair = directionsOf(column.values, column.title) !== null && column.title.includes('/');
  if (role === null) return isDirection(column) && (column.values.length > 1 || isPair) ? 'direction' : null;
  if (codes === filled && role !== 'original') return 'currency';
  if (role.endsWith('date') && dates < filled / 2 && !isDateOrWord(column))
    return numbers > 0 || column.values.every((value) => /^[\d:.]*$/.test(value)) ? null : 'payee';
  // "Details" is usually text, but one bank writes DEBIT and CREDIT below it.
  if (isDirection(column) && column.values.every((value) => directionOf(value) !== null)) return 'direction';
  if (role === 'direction' && isDirection(column)) return 'direction';
  if (role === 'payee' && column.values.every((value) => directionOf(value) !== null || KINDS.has(value.toLowerCase())))
    return 'kind';
  // An account number is not a description.
  if (
    (role === 'payee' || role === 'memo') &&
    column.values.every((value) => /^[\d .-]{6,}$/.test(value) || isIban(value))
  )
    return 'other-account';
  if (MONEY.has(role) && numbers < filled / 2) return null;
  if (role === 'direction') return numbers === filled && column.marked > 0 ? 'amount' : 'kind';
  if (role === 'currency') return null;
  return role;
}

/** Days, or a word or two in rows without one. */
export function isDateOrWord({ dates, values }: Pick<CsvColumn, 'dates' | 'values'>): boolean {
  const words = values.filter((value) => !isDateShaped(value));
  return dates > 0 && words.length <= 2 && words.every((word) => word.length <= 30 && !/\d/.test(word));
}

const KINDS = new Set(['check', 'cheque', 'dslip', 'atm', 'pos', 'transfer', 'fee', 'interest', 'card', 'payment']);

/** Direction words of banks, in lower case without accents. */
const OUT_WORDS: ReadonlySet<string> = new Set(
  's|soll|d|dr|db|dbit|debit|debet|debito|debe|cargo|af|out|-|belastung|lastschrift|dare|ut|ud|withdrawal|uscita|deebet|debets|debetas|odchozi|otto|menot|borc|saida|obciazenie|ausgabe|ausgang|addebito|debited|dbt|wn|расход|разход|списание|дебет|支出|借|借 dr|出金|출금'
    .split('|')
    .map(plainLetters),
);
const IN_WORDS: ReadonlySet<string> = new Set(
  'h|haben|c|cr|crdt|credit|credito|haber|abono|bij|in|+|gutschrift|avere|inn|ind|deposit|entrata|entrada|uznanie|einnahme|eingang|accredito|credited|cdt|ma|k|kredit|kreedit|kredits|kreditas|prichozi|pano|tulot|alacak|приход|зачисление|пополнение|кредит|收入|贷|贷 cr|入金|입금'
    .split('|')
    .map(plainLetters),
);

/** Words whose meaning depends on the other one: "D" is a debit beside "C", and a credit beside "MD". */
const PAIRS: readonly (readonly [string, string])[] = [
  ['md', 'd'],
  ['d', 'a'],
  ['t', 'j'],
  ['b', 'a'],
];

/** Kinds of card transactions. If there are purchases, a payment pays the card's bill. */
const PURCHASES = new Set('sale|purchase|pos purchase|einkauf|kauf|achat|compra|acquisto|aankoop'.split('|'));
const CARD_OUT = new Set('fee|fees|interest|interest charge|cash advance|gebuhr|zinsen|frais'.split('|'));
const CARD_IN = new Set(
  'payment|return|refund|reversal|cashback|reward|rewards|credit|zahlung|gutschrift|erstattung|paiement|remboursement|pago|devolucion|pagamento|rimborso|betaling|terugbetaling'.split(
    '|',
  ),
);

function cardDirections(words: readonly string[]): { readonly out: string[]; readonly in: string[] } | null {
  const plain = words.map(plainLetters);
  if (!plain.some((word) => PURCHASES.has(word))) return null;
  const isOut = (word: string): boolean => PURCHASES.has(word) || CARD_OUT.has(word);
  if (!plain.every((word) => isOut(word) || CARD_IN.has(word))) return null;
  return {
    out: words.filter((_, place) => isOut(plain[place] ?? '')),
    in: words.filter((_, place) => !isOut(plain[place] ?? '')),
  };
}

/** The words for out and in, in lower case; null for an unknown pair. The title may consist of both: "T/J". */
export function directionsOf(
  values: readonly string[],
  title = '',
): { readonly out: readonly string[]; readonly in: readonly string[] } | null {
  const words = values.map((value) => value.trim().toLowerCase());
  const both = new Set([...words, ...title.toLowerCase().split(/\s*\/\s*/)]);
  for (const [out, into] of PAIRS)
    if (both.has(out) && both.has(into) && words.every((word) => word === out || word === into))
      return { out: [out], in: [into] };
  const ofCard = cardDirections(words);
  if (ofCard !== null) return ofCard;
  if (words.some((word) => directionOf(word) === null)) return null;
  return {
    out: words.filter((word) => directionOf(word) === 'out'),
    in: words.filter((word) => directionOf(word) === 'in'),
  };
}

export function isDirectionLike({ filled, numbers, dates, values, role, title }: CsvColumn): boolean {
  return (
    filled > 0 &&
    numbers === 0 &&
    dates === 0 &&
    values.length <= 3 &&
    values.every((value) => value.length <= 12) &&
    (role === null || role === 'direction' || role === 'kind') &&
    (directionsOf(values, title) !== null || (values.length * 2 <= filled && !meansPending(values)))
  );
}

/** "Completed" and "Pending" are a status, not a direction. */
function meansPending(values: readonly string[]): boolean {
  const statuses = values.map(statusOf);
  return !statuses.includes(null) && statuses.some((status) => status !== 'posted');
}

/** "Available balance": includes a credit limit or excludes reservations. */
export function isUnspendable(title: string): boolean {
  return /avail|disponib|verf.gbar|beschikb|dost.pn/iu.test(title);
}

export function isDirection({ filled, values, title }: Pick<CsvColumn, 'filled' | 'values' | 'title'>): boolean {
  return filled > 0 && values.length <= 6 && directionsOf(values, title) !== null;
}

export function directionOf(value: string): 'out' | 'in' | null {
  const plain = plainLetters(value).replaceAll('.', '').trim();
  return OUT_WORDS.has(plain) ? 'out' : IN_WORDS.has(plain) ? 'in' : null;
}

export function columnsOf(columns: readonly CsvColumn[], ...roles: readonly ColumnRole[]): CsvColumn[] {
  return columns.filter(({ role }) => role !== null && roles.includes(role));
}
