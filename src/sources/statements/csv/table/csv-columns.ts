import { plainLetters } from '../../../../core/plain-letters.ts';
import { currencyBeside, isNumber, plainNumber } from '../../../../core/amount-text.ts';
import { hasWords, labelOfRow, type LineLabel } from '../values/csv-labels.ts';
import { isIban } from '../../account-identity.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { isBlank } from './csv-rows.ts';
import { clean, isDataLike, MONEY_ROLES, perTable, type CsvTable } from './csv-table.ts';
import { CURRENCIES, roleOfTitle, type ColumnRole } from '../../../../core/column-titles.ts';

/** `role`: from the title, if the content fits. */
export type CsvColumn = ReturnType<typeof measure> & { readonly role: ColumnRole | null };

const SAMPLE_ROWS = 1000;
const VALUES_KEPT = 24;

export function lookAtColumns(table: CsvTable) {
  const below = table.rows.slice(table.first);
  const step = Math.max(1, Math.ceil(below.length / SAMPLE_ROWS));
  const sample = below.filter((row, index) => index % step === 0 && !isBlank(row));
  const rows = sample.filter(isDataLike);
  const transactions = rows.filter((row) => labelOfLine(table, row) === null);
  const dated = transactions.length > rows.length / 3 ? transactions : rows;
  // Even if no cell looks like a date, the user may name the column.
  const looked = dated.length > 0 ? dated : sample;
  const undated = sample.filter((row) => !isDataLike(row) && row.some((cell) => isNumber(clean(cell))));
  const columns = table.titles.map((title, place) => {
    const found = measure(title, place, looked, undated);
    return { ...found, role: fittingRole(table.header === null ? null : roleOfTitle(title), found) };
  });
  return { rows: looked, columns: withNextTitle(table, columns) };
}

/** Words that a column repeats in all transactions are no label: some cards write "a saldo" for repayments. */
export function labelOfLine(table: CsvTable, row: readonly string[]): LineLabel | null {
  const { closing, repeated } = labelWords(table, null);
  if (row === closing) return 'balance';
  return labelOfRow(repeated.size === 0 ? row : row.map((cell, place) => (repeated.has(place) ? '' : cell)));
}

const labelWords = perTable(({ rows, first, header, titles }, _key: null) => {
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
});

const FEW_LINES = 5;

/** Some banks write the title above the currency, and leave the title of the amount empty. */
function withNextTitle({ header, rows, titles }: CsvTable, columns: readonly CsvColumn[]): readonly CsvColumn[] {
  const written = header === null ? undefined : rows[header];
  return columns.map((column, place) => {
    const before = columns[place - 1];
    if (written === undefined || before === undefined || clean(written[place]) !== '') return column;
    const role = before.codes > 0 && before.codes === before.filled ? roleOfTitle(titles[place - 1] ?? '') : null;
    const isMoney =
      role !== null && MONEY_ROLES.has(role) && column.role === null && column.numbers > column.filled / 2;
    return isMoney ? { ...column, role } : column;
  });
}

type Rows = CsvTable['rows'];

function measure(title: string, place: number, rows: Rows, undated: Rows) {
  const cellsOf = (some: Rows) => some.map((row) => clean(row[place])).filter((cell) => cell !== '');
  const cells = cellsOf(rows);
  const numbers = cells.filter((cell) => !isDateShaped(cell) && isNumber(cell)).map((cell) => plainNumber(cell) ?? '');
  return {
    place,
    title,
    filled: cells.length,
    dates: cells.filter(isDateShaped).length,
    numbers: numbers.length,
    marked: numbers.filter((number) => /\d[.,]\d|^[+-]?[.,]\d/.test(number)).length,
    negatives: numbers.filter((number) => number.startsWith('-') && /[1-9]/.test(number)).length,
    positives: numbers.filter((number) => !number.startsWith('-') && /[1-9]/.test(number)).length,
    codes: cells.filter((cell) => CURRENCIES.has(cell.toUpperCase())).length,
    values: withUndatedDirections([...new Set(cells)].slice(0, VALUES_KEPT), cellsOf(undated), title),
    symbols: [...new Set(cells.flatMap((cell) => currencyBeside(cell) ?? []))],
  };
}

/** Only pending lines without a day may state the other direction. */
function withUndatedDirections(values: readonly string[], undated: readonly string[], title: string) {
  const all = [...new Set([...values, ...undated])];
  return values.length > 0 && values.length <= 2 && directionsOf(all, title) !== null ? all : values;
}

/** The content may contradict the title. "Valuta" is a day in German and a currency in Swedish. */
function fittingRole(role: ColumnRole | null, column: Omit<CsvColumn, 'role'>): ColumnRole | null {
  const { title, filled, dates, numbers, codes, marked, values } = column;
  if (filled === 0) return role;
  if (codes === filled && role !== 'original') return 'currency';
  // Some banks give the direction column no title, or an unusual one.
  if (role === null) return isDirection(column) && (values.length > 1 || title.includes('/')) ? 'direction' : null;
  if (role.endsWith('date') && dates < filled / 2 && !isDateOrWord(column))
    return numbers > 0 || values.every((value) => /^[\d:.]*$/.test(value)) ? null : 'payee';
  const isWord = (value: string): boolean => directionOf(value) !== null;
  // "Details" is usually text, but one bank writes DEBIT and CREDIT below it.
  if (isDirection(column) && (role === 'direction' || values.every(isWord))) return 'direction';
  if (role === 'payee' && values.every((value) => isWord(value) || KINDS.has(value.toLowerCase()))) return 'kind';
  // An account number is not a description.
  const isAccount = (value: string): boolean => /^[\d .-]{6,}$/.test(value) || isIban(value);
  if ((role === 'payee' || role === 'memo') && values.every(isAccount)) return 'other-account';
  if (MONEY_ROLES.has(role) && numbers < filled / 2) return null;
  if (role === 'direction') return numbers === filled && marked > 0 ? 'amount' : 'kind';
  return role === 'currency' ? null : role;
}

/** Days, or a word or two in rows without one. */
export function isDateOrWord({ dates, values }: Pick<CsvColumn, 'dates' | 'values'>): boolean {
  const words = values.filter((value) => !isDateShaped(value));
  return dates > 0 && words.length <= 2 && words.every((word) => word.length <= 30 && !/\d/.test(word));
}

const KINDS = new Set(['check', 'cheque', 'dslip', 'atm', 'pos', 'transfer', 'fee', 'interest', 'card', 'payment']);

const DIRECTIONS = directionWords({
  out: 's|soll|d|dr|db|dbit|debit|debet|debito|debe|cargo|af|out|-|belastung|lastschrift|dare|ut|ud|withdrawal|uscita|deebet|debets|debetas|odchozi|otto|menot|borc|saida|obciazenie|ausgabe|ausgang|addebito|debited|dbt|wn|расход|разход|списание|дебет|支出|借|借 dr|出金|출금',
  in: 'h|haben|c|cr|crdt|credit|credito|haber|abono|bij|in|+|gutschrift|avere|inn|ind|deposit|entrata|entrada|uznanie|einnahme|eingang|accredito|credited|cdt|ma|k|kredit|kreedit|kredits|kreditas|prichozi|pano|tulot|alacak|приход|зачисление|пополнение|кредит|收入|贷|贷 cr|入金|입금',
});

/** Words whose meaning depends on the other one: "D" is a debit beside "C", and a credit beside "MD". */
const PAIRS: readonly (readonly [string, string])[] = [
  ['md', 'd'],
  ['d', 'a'],
  ['t', 'j'],
  ['b', 'a'],
];

/** Kinds of card transactions. If there are purchases, a payment pays the card's bill. */
const PURCHASES = 'sale|purchase|pos purchase|einkauf|kauf|achat|compra|acquisto|aankoop';
const CARD_DIRECTIONS = directionWords({
  out: `${PURCHASES}|fee|fees|interest|interest charge|cash advance|gebuhr|zinsen|frais`,
  in: 'payment|return|refund|reversal|cashback|reward|rewards|credit|zahlung|gutschrift|erstattung|paiement|remboursement|pago|devolucion|pagamento|rimborso|betaling|terugbetaling',
});

function directionWords(words: Readonly<Record<'out' | 'in', string>>): ReadonlyMap<string, 'out' | 'in'> {
  const of = (side: 'out' | 'in') => words[side].split('|').map((word) => [plainLetters(word), side] as const);
  return new Map([...of('out'), ...of('in')]);
}

/** The words for out and in, in lower case; null for an unknown pair. The title may consist of both: "T/J". */
export function directionsOf(values: readonly string[], title = '') {
  const words = values.map((value) => value.trim().toLowerCase());
  const both = new Set([...words, ...title.toLowerCase().split(/\s*\/\s*/)]);
  const pair = PAIRS.find((one) => one.every((word) => both.has(word)) && words.every((word) => one.includes(word)));
  if (pair !== undefined) return { out: [pair[0]], in: [pair[1]] };
  const sideOnCard = (word: string) => CARD_DIRECTIONS.get(plainLetters(word)) ?? null;
  const isPurchase = (word: string): boolean => PURCHASES.split('|').includes(plainLetters(word));
  const sideOf = words.every(sideOnCard) && words.some(isPurchase) ? sideOnCard : directionOf;
  return words.some((word) => sideOf(word) === null) ? null : bySide(words, sideOf);
}

export function bySide(words: readonly string[], sideOf: (word: string) => string | null = directionOf) {
  const of = (side: string): string[] => words.filter((word) => sideOf(word) === side);
  return { out: of('out'), in: of('in') };
}

/** "Available balance": includes a credit limit or excludes reservations. */
export function isUnspendable(title: string): boolean {
  return /avail|disponib|verf.gbar|beschikb|dost.pn/iu.test(title);
}

export function isDirection({ filled, values, title }: Pick<CsvColumn, 'filled' | 'values' | 'title'>): boolean {
  return filled > 0 && values.length <= 6 && directionsOf(values, title) !== null;
}

export function directionOf(value: string): 'out' | 'in' | null {
  return DIRECTIONS.get(plainLetters(value).replaceAll('.', '').trim()) ?? null;
}

export function columnsOf(columns: readonly CsvColumn[], ...roles: readonly ColumnRole[]): CsvColumn[] {
  return columns.filter(({ role }) => role !== null && roles.includes(role));
}
