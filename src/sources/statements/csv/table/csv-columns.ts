import { plainLetters } from '../../../../core/plain-letters.ts';
import { currencyBeside, isNumber, plainNumber } from '../../../../core/amount-text.ts';
import { hasWords, labelOfRow, statusOf, type LineLabel } from '../values/csv-labels.ts';
import { isIban } from '../../account-identity.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { isCategoryTitle } from '../../../../core/own-titles.ts';
import { isBlank } from './csv-rows.ts';
import { clean, isDataLike, MONEY_ROLES, onlyOf, type CsvTable } from './csv-table.ts';
import { CURRENCIES, plainWords, roleOfTitle, type ColumnRole } from '../../../../core/column-titles.ts';

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
  // Without rows of data, measures all rows: the user may name the columns.
  const looked = dated.length > 0 ? dated : sample;
  const undated = sample.filter((row) => !isDataLike(row) && row.some((cell) => isNumber(clean(cell))));
  const measured = table.titles.map((title, place) => measure(title, place, looked, undated));
  const written = table.rows[table.header ?? -1];
  const columns = measured.map((column, place): CsvColumn => {
    const before = measured[place - 1] ?? column;
    // Some banks write the title above the currency, and leave the title of the amount empty.
    const isShifted = before.codes > 0 && before.codes === before.filled && clean(written?.[place]) === '';
    const titled = isShifted ? before : column;
    return { ...column, role: fittingRole(written === undefined ? null : roleOfTitle(titled.title), column) };
  });
  // "Charges" are purchases on a card, but fees if lines also fill a column of other amounts.
  const [out, ...sides] = columnsOf(columns, 'out', 'in');
  const [amount] = sides.length === 0 ? columnsOf(columns, 'amount') : [];
  const isRepeated = out?.values.every((value) => amount?.values.includes(value));
  const filled = [out, amount].reduce((sum, one) => sum + (one?.positives ?? 0) + (one?.negatives ?? 0), 0);
  if (out && amount && isRepeated === false && filled > looked.length) columns[out.place] = { ...out, role: 'fee' };
  return { rows: looked, columns };
}

/** Caches the result for each table and key, because guessing and reading both need it. */
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

/** Words that a column repeats in all transactions are no label: some cards write "a saldo" for repayments. */
export function labelOfLine(table: CsvTable, row: readonly string[]): LineLabel | null {
  const { closing, repeated, roles, methods } = labelWords(table, null);
  if (row === closing) return 'balance';
  const label = labelOfRow(repeated.size === 0 ? row : row.map((cell, place) => (repeated.has(place) ? '' : cell)));
  const isPaid = (cell: string, place: number): boolean =>
    !OTHER_ROLES.has(roles[place] ?? null) && /[1-9]/.test(cell) && !isDateShaped(clean(cell)) && isNumber(clean(cell));
  if (label === null || !row.some(isPaid)) return label;
  const isText = (place: number): boolean => hasWords(clean(row[place])) && labelOfRow([row[place] ?? '']) === null;
  const isMethod = (place: number): boolean => METHOD.test(clean(row[place])) && methods[place]?.some(isText) === true;
  return labelOfRow(row.map((cell, place) => (repeated.has(place) || isMethod(place) ? '' : cell)));
}

/** Words for balance that wallets write as the means of payment. */
const METHOD =
  /^(?:(?:account |available |wallet )?balance|saldo|solde|baki|bakiye|баланс|(?:账户)?余额|餘額|残高|잔액)$/i;

const labelWords = perTable(({ rows, first, header, titles }, _key: null) => {
  const lines = rows.slice(first, first + SAMPLE_ROWS).filter(isDataLike);
  const texts = titles.map((_, place) => new Set(lines.map((row) => clean(row[place]))));
  // In a file of balances only, all lines have the same label, and it remains a label.
  const hasTexts = texts.some((text) => text.size > 1 && [...text].every(hasWords));
  const repeated = new Set(
    [...texts.keys()].filter((place) => hasTexts && texts[place]?.size === 1 && labelOfRow([...texts[place]]) !== null),
  );
  // Below a table without titles, the only line without words is the closing balance.
  const silent = lines.filter((row) => !row.some((cell) => hasWords(clean(cell))));
  const isClosing =
    header === null && lines.length > FEW_LINES && silent.length === 1 && silent[0] === rows.findLast(isDataLike);
  const roles = titles.map(roleOfTitle);
  // For each column of payment methods: the columns with more varied texts, which describe the transactions.
  const methods = titles.map((_, place) => {
    const isUnknown = header !== null && roles[place] === null;
    const times = isUnknown ? lines.filter((row) => METHOD.test(clean(row[place]))).length : 0;
    const describes = ({ size }: ReadonlySet<string>, other: number): boolean =>
      roles[other] === 'payee' || roles[other] === 'memo'
        ? size > 1 && size >= Number(texts[place]?.size)
        : roles[other] === null && times > 1 && size > Number(texts[place]?.size);
    return times === 0 ? [] : texts.flatMap((text, other) => (describes(text, other) ? [other] : []));
  });
  return { repeated, closing: isClosing ? silent[0] : null, roles, methods };
});

const FEW_LINES = 5;

type Rows = CsvTable['rows'];

function measure(title: string, place: number, rows: Rows, undated: Rows) {
  const [cells = [], others = []] = [rows, undated].map((some) =>
    some.map((row) => clean(row[place])).filter((cell) => cell !== ''),
  );
  const values = [...new Set(cells)].slice(0, VALUES_KEPT);
  // Adds the words of undated lines, because only pending lines may state the other direction.
  const words = [...new Set([...values, ...others])];
  const areDirections = values.length > 0 && values.length <= 2 && directionsOf(words, title).open.length === 0;
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
    pluses: cells.filter((cell) => cell.includes('+')).length,
    codes: cells.filter((cell) => CURRENCIES.has(cell.toUpperCase())).length,
    values: areDirections ? words : values,
    symbols: [...new Set(cells.flatMap((cell) => currencyBeside(cell) ?? []))],
  };
}

/** True if amounts have a plus or no sign. A plus is then income, because no known bank marks only spending with a plus. */
export function marksIncome({ pluses, negatives }: CsvColumn): boolean {
  return pluses > 0 && negatives === 0;
}

/** A column of fees, which may all have a minus. A minus beside other fees is a refund. */
export function feeIn({ place, negatives, positives }: CsvColumn) {
  return { fee: place, ...(negatives > 0 && positives === 0 ? { feeIsNegative: true } : {}) };
}

/** The content may contradict the title. "Valuta" is a day in German and a currency in Swedish. */
function fittingRole(role: ColumnRole | null, column: Omit<CsvColumn, 'role'>): ColumnRole | null {
  const { title, filled, dates, numbers, codes, marked, values } = column;
  if (filled === 0) return role;
  if (codes === filled && role !== 'original') return 'currency';
  // References have digits, so most texts without any are payees or notes.
  if (role === 'id' && values.filter((value) => /\d/.test(value)).length < values.length / 2) return null;
  // Recognizes direction words below any title, because some banks use an unusual one or none.
  const sides = directionsOf(values, title);
  const isDirection = values.length <= 6 && sides.open.length === 0;
  const isPair = (sides.out.length > 0 && sides.in.length > 0) || title.includes('/');
  if (role === null) return isDirection && isPair ? 'direction' : null;
  if (role.endsWith('date') && dates < filled / 2 && !isDateOrWord(column))
    return numbers > 0 || values.every((value) => /^[\d:.]*$/.test(value) || statusOf(value) !== null) ? null : 'payee';
  const isSide = (value: string): boolean => directionOf(value) !== null;
  // "Details" is usually text, but one bank writes DEBIT and CREDIT below it.
  if (isDirection && (role === 'direction' || values.every(isSide))) return 'direction';
  if (role === 'payee' && values.every((value) => isSide(value) || KINDS.has(value.toLowerCase()))) return 'kind';
  // An account number or an e-mail address is not a description.
  const isAccount = (value: string): boolean => /^[\d .-]{6,}$|^\S+@\S+$/.test(value) || isIban(value);
  if ((role === 'payee' || role === 'memo') && values.every(isAccount)) return 'other-account';
  if (MONEY_ROLES.has(role) && numbers < filled / 2) return null;
  if (role === 'direction') return numbers === filled && marked > 0 ? 'amount' : 'kind';
  return role === 'currency' ? null : role;
}

/** True if cells are days, except at most two different words such as "pending". */
export function isDateOrWord({ dates, values }: Pick<CsvColumn, 'dates' | 'values'>): boolean {
  const words = values.filter((value) => !isDateShaped(value));
  return dates > 0 && words.length <= 2 && words.every(isWord);
}

const KINDS = new Set(['check', 'cheque', 'dslip', 'atm', 'pos', 'transfer', 'fee', 'interest', 'card', 'payment']);

/** Direction words, except those that are also titles of columns for money out and in (`roleOfTitle`). */
const DIRECTIONS = directionWords({
  out: 's|d|dr|db|dbit|debito|out|-|uscita|odchozi|otto|borc|saida|ausgang|debited|dbt|wn|расход|разход|списание|дебет|借|借 dr|转出|轉出|출금|cost|costs|outgoing|sent|paid|withdraw|payout|transfer out|egreso|egresos|despesa|despesas|depenses|spesa|spese|uitgave|utgift|udgift|zahlungsausgang|auszahlung|abhebung|prelevement|saque|odchozi platba|vyber|vydaje|kiadas|kimeno|wydatek|wychodzacy|wychodzace|wychodzaca|rozchod|gider|cikis|iesire|iesiri|plata|plati|cheltuiala|розхід|витрата|видаток|расходы|χ|εξοδα|εξοδο|αναληψη|valjaminek|izdevumi|izdevums|islaidos|meno|chi|tien ra|potrosnja|trosak|troskovi|odhodek|odhodki|teret|na teret|รายจ่าย|ออก|지출|払出|お支払い|支払い|הוצאה|מצרוף|خصم|مصروف',
  in: 'h|c|cr|crdt|credito|in|+|avere|deposit|entrada|eingang|accredito|credited|cdt|ma|k|prichozi|pano|приход|зачисление|пополнение|кредит|贷|贷 cr|转入|轉入|입금|revenue|incoming|payout received|transfer in|direct deposit|top up|top-up|topup|receita|receitas|revenu|revenus|inkomst|inntekt|inntekter|indtaegt|indtaegter|zahlungseingang|einzahlung|versement|prichozi platba|vklad|prijmy|bevetel|bejovo|wplyw|przychod|przychody|przychodzacy|przychodzace|przychodzaca|gelir|giris|intrare|intrari|incasare|incasari|venit|прихід|доход|доходы|доходи|дохід|π|εσοδα|εσοδο|καταθεση|sissetulek|ienakumi|ienakums|pajamos|tulo|thu|tien vao|prihodek|prihodki|korist|u korist|รายรับ|เข้า|수입|お預り|お預け入れ|預入|הכנסה|إضافة|دخل',
});

/** Words whose meaning depends on the other word of the column: "D" is a debit beside "C", and a credit beside "MD". */
const PAIRS: readonly (readonly [string, string])[] = [
  ['md', 'd'],
  ['d', 'a'],
  ['t', 'j'],
  ['b', 'a'],
  ['-1', '1'],
];

/** Kinds of card transactions. Beside purchases, a payment pays the card's bill, so it is money in. */
const PURCHASES = 'sale|charge|purchase|pos purchase|einkauf|kauf|achat|compra|acquisto|aankoop';
const CARD_DIRECTIONS = directionWords({
  out: `${PURCHASES}|installment|fee|fees|interest|interest charge|cash advance|gebuhr|zinsen|frais`,
  in: 'payment|return|refund|reversal|cashback|reward|rewards|credit|zahlung|gutschrift|erstattung|paiement|remboursement|pago|devolucion|pagamento|rimborso|betaling|terugbetaling',
});

function directionWords(words: Readonly<Record<'out' | 'in', string>>): ReadonlyMap<string, 'out' | 'in'> {
  const of = (side: 'out' | 'in') => words[side].split('|').map((word) => [plainLetters(word), side] as const);
  return new Map([...of('out'), ...of('in')]);
}

/** The words for out and in, in lower case, and the unknown ones. The title may consist of a pair: "T/J". */
export function directionsOf(values: readonly string[], title = '', sideOf: SideOf = directionOf) {
  const words = values.map((value) => value.trim().toLowerCase());
  const both = new Set([...words, ...title.toLowerCase().split(/\s*\/\s*/)]);
  const pair = PAIRS.find((one) => one.every((word) => both.has(word)) && words.every((word) => one.includes(word)));
  if (pair !== undefined) return { out: [pair[0]], in: [pair[1]], open: [] };
  const sideOnCard: SideOf = (word) => CARD_DIRECTIONS.get(plainLetters(word)) ?? null;
  const isOnCard = words.every(sideOnCard) && words.some((word) => PURCHASES.split('|').includes(plainLetters(word)));
  const sides = values.map(isOnCard ? sideOnCard : sideOf);
  const of = (side: 'out' | 'in' | null) => words.filter((_, place) => sides[place] === side);
  return { out: of('out'), in: of('in'), open: values.filter((_, place) => sides[place] === null) };
}

type SideOf = (word: string) => 'out' | 'in' | null;

/** The possible meanings of a column's direction words: the usual ones, or all reversed. Two unknown words may mean either. */
export function meaningsOf(column: CsvColumn) {
  const { role, values, title } = column;
  if (values.length === 0 || (role !== null && role !== 'direction' && role !== 'kind')) return [];
  const [a = '', b = ''] = values.map((value) => value.toLowerCase());
  const { open, ...known } = directionsOf(values, title);
  const words = open.length === 0 ? known : open.length === 2 && mayBePair(column) ? { out: [a], in: [b] } : null;
  return words === null ? [] : [words, { out: words.in, in: words.out }];
}

/** True for two words that may be directions. In a few lines, the two words of an untitled column may be payees. */
export function mayBePair(column: CsvColumn): boolean {
  return (
    column.values.length === 2 && mayBeWords(column) && (column.role !== null || column.filled >= FEWEST_WORD_LINES)
  );
}

/** True if the words may be directions: they are neither a status nor categories. */
export function mayBeWords({ role, values, title }: CsvColumn): boolean {
  return (
    (role !== null || !isCategoryTitle(title)) && values.every((value) => isWord(value) && statusOf(value) === null)
  );
}

const FEWEST_WORD_LINES = 4;

/** True for "Available balance", which includes a credit limit or excludes reservations, so another balance is preferred. */
export function isAvailableBalance(title: string): boolean {
  return /avail|disponib|verf.gbar|beschikb|dost.pn/iu.test(title);
}

export function directionOf(value: string): 'out' | 'in' | null {
  const listed = DIRECTIONS.get(plainLetters(value).replaceAll('.', '').replaceAll('_', ' ').trim());
  const role = listed ?? (value.length > LONGEST_WORD ? null : roleOfTitle(value));
  return role === 'out' || role === 'in' ? role : null;
}

/** A kind of transaction also states its direction by naming a movement: "Incoming transfer", "PIX enviado". */
export function directionOfKind(value: string): 'out' | 'in' | null {
  const words = plainWords(value).split(' ');
  const named = words.some((word) => RETURNS.test(word)) ? [] : words.flatMap((word) => MOVEMENTS.get(word) ?? []);
  return directionOf(value) ?? onlyOf(named);
}

const RETURNS = /^(?:return|refund|rever|cancel|reject|storn|ruck|devol|rembours|rimbors|zwrot|zwroc|vrat|estorn)/;

const MOVEMENTS = directionWords({
  out: 'buy|bought|kauf|achat|aankoop|outgoing|uitgaande|outbound|sent|withdrawal|withdrawals|ausgang|ausgehend|ausgehende|emis|emise|sortant|sortante|enviado|enviada|enviados|enviadas|realizado|realizada|inviato|inviata|uscita|verzonden|wychodzacy|wychodzace|wychodzaca|odchozi|odchadzajuca|kimeno|giden|utgaende|udgaende|lahteva|исходящий|исходящая|исходящее|исходящие|исходящ|вихідний',
  in: 'sell|receipt|receipts|verkauf|verkoop|incoming|inkomende|inbound|received|eingang|eingehend|eingehende|recu|recue|recus|entrant|entrante|recibido|recibida|recibidos|recibidas|recebido|recebida|ricevuto|ricevuta|entrata|ontvangen|przychodzacy|przychodzace|przychodzaca|prichozi|prichadzajuca|bejovo|gelen|inkommande|innkommende|indgaende|saapuva|входящий|входящая|входящее|входящие|входящ|вхідний',
});

const LONGEST_WORD = 30;

export function isWord(value: string): boolean {
  return value !== '' && value.length <= LONGEST_WORD && !/\d/.test(value);
}

/** Columns with these titles may have numbers, but no amounts; only those titled as a balance have balances. */
export const OTHER_ROLES: ReadonlySet<ColumnRole | null> = new Set([
  'balance',
  'fee',
  'original',
  'id',
  'kind',
  'own-account',
  'other-account',
  'any-account',
]);

export function columnsOf(columns: readonly CsvColumn[], ...roles: readonly ColumnRole[]): CsvColumn[] {
  return columns.filter(({ role }) => role !== null && roles.includes(role));
}
