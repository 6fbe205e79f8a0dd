import type { CsvAnswers, CsvInspection, CsvMapping } from '../../../../core/csv-mapping.ts';
import type { ColumnRole } from '../../../../core/column-titles.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { oneLine } from '../../../../core/one-line.ts';
import { decimalsOf } from '../../../../core/currency.ts';
import { isIban } from '../../account-identity.ts';
import { newlySeen, unseenColumns } from '../memory/unseen.ts';
import { columnsOf, type CsvColumn } from '../table/csv-columns.ts';
import { kindsOfColumns } from '../table/open-csv.ts';
import { clean, onlyOf, type CsvTable } from '../table/csv-table.ts';
import { findStatusColumn, separateLines } from '../lines/declined-lines.ts';
import { hasWords, PLACEHOLDER, statusOf } from '../values/csv-labels.ts';
import { choiceOf, decisionsOf, Findings } from './findings.ts';
import { guessAccount, guessCurrency } from './guess-account.ts';
import { columnsInOrder, dateColumnInOrder, guessDateColumn, guessDateOrder } from './guess-date.ts';
import { findMoney, guessAmount } from './guess-money.ts';

/** Either a mapping, or questions without a mapping. */
export type CsvGuess = Pick<CsvInspection, 'mapping' | 'decisions' | 'questions'>;

/** Guesses a mapping. Asks about amounts and days unless the file proves them. */
export function guessMapping(whole: CsvTable, answers: CsvAnswers, others: readonly CsvMapping[] = []): CsvGuess {
  const foundStatus = findStatus(new Findings(whole, answers));
  const { table } = separateLines(whole, foundStatus?.status ?? null);
  const findings = new Findings(table, answers, others);
  const dated = guessDateColumn(findings);
  const [day] = 'place' in dated ? [dated] : [...columnsInOrder(findings, dated, null), ...dated];
  findings.date = day?.place ?? null;
  const money = findMoney(findings, findings.date);
  const lines = money.reading?.chain ?? null;
  const date = 'place' in dated ? dated : dateColumnInOrder(findings, dated, lines);
  const currency = guessCurrency(findings, money.columns, money.reading);
  const codes =
    currency === null ? [] : 'code' in currency ? [currency.code] : findings.columns[currency.column]?.values;
  const code = onlyOf(codes ?? []);
  const dateOrder = date === null ? null : guessDateOrder(findings, date, lines, code);
  const amounts = guessAmount(findings, money, WHOLE_CURRENCIES.has(code) ? 0 : decimalsOf(code));
  const status = decideStatus(findings, foundStatus);
  const account = guessAccount(findings, lines);
  const paid = money.columns.map(({ place }) => place);
  const taken = new Set([date?.place ?? -1, ...paid]);
  const description = guessDescription(findings, taken, paid);
  const draft: Partial<CsvMapping> = {
    encoding: answers.encoding ?? null,
    delimiter: table.delimiter,
    columns: table.titles,
    hasHeader: table.header !== null,
    ...(date === null ? {} : { date: date.place }),
    ...(dateOrder === null ? {} : { dateOrder }),
    ...amounts,
    balance: money.balance,
    ...(currency === null ? {} : { currency }),
    description,
    ownName: guessOwnName(findings, description),
    kind: guessKind(findings, new Set([...taken, ...description]), description),
    id: guessId(findings),
    ...(status === undefined ? {} : { status }),
    ...(account === null ? {} : { account }),
  };
  const { questions, reasons } = findings;
  const decisions = decisionsOf(draft, reasons);
  if (questions.length > 0) return { mapping: null, decisions, questions };
  const mapping = draft as CsvMapping;
  return { mapping: { ...mapping, ...forLaterFiles(findings, mapping) }, decisions, questions };
}

/** Banks write these currencies without their two official decimals, so three digits after a mark are thousands. */
const WHOLE_CURRENCIES: ReadonlySet<string | null> = new Set(['HUF', 'IDR', 'COP', 'TWD']);

function forLaterFiles(findings: Findings, mapping: CsvMapping): Pick<CsvMapping, 'unseen' | 'kinds'> {
  const candidates = unseenColumns(findings, mapping);
  // Columns that only pending lines fill with amounts are not unseen, because this file shows their purpose.
  const { money } = newlySeen(findings.table, { ...mapping, unseen: candidates });
  const unseen = candidates.filter((place) => !money.has(place));
  return {
    ...(unseen.length === 0 ? {} : { unseen }),
    ...(findings.table.header === null ? { kinds: kindsOfColumns(findings.table) } : {}),
  };
}

const MOST_TEXTS = 4;

/** The payee comes first. A wrong choice loses nothing, because rows keep all cells. */
function guessDescription(findings: Findings, taken: ReadonlySet<number>, paid: readonly number[]): number[] {
  const { answers, columns } = findings;
  if (answers.description !== undefined) {
    const given = answers.description.map((answer) => findings.column(answer).place);
    return findings.decide('description', 'given', given);
  }
  const { rows } = findings.sample;
  const paidRows = rows.filter((row) => paid.some((place) => isNumber(clean(row[place]))));
  /** True if all transactions have the same text, such as the account's name. If there are few lines, it may also be a payee. */
  const isConstant = ({ place, filled }: CsvColumn, fewLines = 2): boolean =>
    filled > fewLines && new Set(paidRows.map((row) => clean(row[place])).filter(isStated)).size === 1;
  /** True for a column of words that vary between lines, and are neither account numbers, a status, nor "true" and "false". */
  const isText = (column: CsvColumn): boolean =>
    column.numbers < column.filled / 2 &&
    column.values.filter(hasWords).length > column.values.length / 2 &&
    !column.values.every((value) => isIban(value) || FLAG.test(value) || statusOf(value) !== null) &&
    !isConstant(column, FEW_LINES);
  const free = columns.filter(({ place }) => !taken.has(place));
  const named = (role: ColumnRole) =>
    columnsOf(free, role).toSorted((a, b) => Number(isConstant(a)) - Number(isConstant(b)));
  const payees = named('payee');
  const all = [...payees, ...named('memo')];
  const lengthOf = ({ values }: CsvColumn): number => values.join('').length / values.length;
  const others = free
    .filter((column) => column.role === 'kind' || mayDescribe(column))
    .filter(isText)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const shown = all.filter(({ filled }) => filled > 0);
  // If there is only one other text, transaction types that hardly repeat are payees.
  const isMore = (column: CsvColumn): boolean =>
    isContinued(findings, column, shown) || (column.role === 'kind' && shown.length === 1 && isVaried(column));
  const titled = [...shown, ...free.filter((column) => isText(column) && isMore(column))];
  // If the texts of no payee column vary (they may name the account holder), the payee may be in one of the `others`.
  const isPayeeKnown = payees.some((column) => column.filled > 0 && !isConstant(column));
  const untitled = isPayeeKnown ? [] : others.filter((column) => titled.length === 0 || !isConstant(column));
  const texts = [...untitled.slice(0, Math.max(1, MOST_TEXTS - titled.length)), ...titled].slice(0, MOST_TEXTS);
  const silent = silentRows(rows, texts);
  const spoken = spokenIn(silent);
  // If no column has a text, a number or a category describes the line.
  const isAny = ({ role, filled, values }: CsvColumn): boolean =>
    filled > 0 && (role === 'other-account' || (role === null && values.some((value) => TEXT.test(value))));
  const [best] = (texts.length === 0 ? free.filter(isAny) : others)
    .filter((column) => !texts.includes(column) && (spoken(column) > 0 || texts.length === 0))
    .toSorted((a, b) => spoken(b) - spoken(a));
  if (best !== undefined && silent.length * 2 > rows.length) texts.splice(MOST_TEXTS - 1, 1, best);
  if (texts.length > 0) findings.because('description', titled.length > 0 ? 'title' : 'longest');
  return [...new Set([...texts, ...all])].slice(0, MOST_TEXTS).map(({ place }) => place);
}

/** The rows in which these columns have no words. */
function silentRows(rows: Rows, texts: readonly Pick<CsvColumn, 'place'>[]): Rows {
  return rows.filter((row) => !texts.some(({ place }) => isStated(clean(row[place])) && hasWords(clean(row[place]))));
}

/** Counts the different words of a column in these rows. */
function spokenIn(rows: Rows): (column: CsvColumn) => number {
  return ({ place }) => new Set(rows.map((row) => clean(row[place])).filter(hasWords)).size;
}

/** The column that describes rows without a description: transaction types, or the column with more different words there. */
function guessKind({ columns, sample }: Findings, taken: ReadonlySet<number>, description: readonly number[]) {
  const texts = description.map((place) => ({ place }));
  const spoken = spokenIn(silentRows(sample.rows, texts));
  const [kind] = columns
    .filter(
      (column) => !taken.has(column.place) && (column.role === 'kind' || (mayDescribe(column) && spoken(column) > 1)),
    )
    .toSorted((a, b) => spoken(b) - spoken(a) || Number(b.role === 'kind') - Number(a.role === 'kind'));
  return kind?.place ?? null;
}

/** True for a column without a known title, except categories. */
function mayDescribe({ role, title }: CsvColumn): boolean {
  return role === null && !/[ck]at[eé]gor/i.test(title);
}

/** True for an untitled column right of a text column: some banks spread a text over several columns. */
function isContinued({ table }: Findings, { place }: CsvColumn, texts: readonly CsvColumn[]): boolean {
  const titles = table.header === null ? [] : (table.rows[table.header] ?? []);
  const titledBefore = titles.findLastIndex((title, index) => index <= place && clean(title) !== '');
  return titledBefore < place && texts.some((text) => text.place === titledBefore);
}

type Rows = Findings['sample']['rows'];

const FEW_LINES = 5;
const isStated = (text: string): boolean => !PLACEHOLDER.test(text);
const isVaried = ({ filled, values }: CsvColumn): boolean =>
  filled > FEW_LINES && values.length >= Math.min(filled, 20);
const TEXT = /\p{L}{3}|\p{Lo}/u;
const FLAG = /^(?:true|false|yes|no|ja|nein|oui|non|s[ií]|n[ãa]o|wahr|falsch|vrai|faux)$/i;

function guessOwnName({ sample }: Findings, description: readonly number[]): string | null {
  const texts = sample.rows.map((row) => description.map((place) => clean(row[place]).toLowerCase()));
  const isOwn = (name: string): boolean => {
    const places = texts.map((line) => line.indexOf(name));
    return name !== '' && !places.includes(-1) && new Set(places).size > 1;
  };
  return texts.length < 3 ? null : (texts[0]?.find(isOwn) ?? null);
}

function guessId(findings: Findings): number | null {
  const { answers, columns, table } = findings;
  if (answers.id === 'none') return null;
  const given = findings.answered('id');
  if (given !== null) return given.place;
  const rows = table.rows.slice(table.first);
  const found = columnsOf(columns, 'id').find(({ place, filled, values }) => {
    const ids = rows.map((row) => clean(row[place])).filter((id) => id !== '');
    // Line numbers start at 1 again in the next file.
    const isCounter = values.includes('1') || values.includes('0');
    return !isCounter && filled > 1 && new Set(ids).size === ids.length;
  });
  if (found !== undefined) findings.because('id', 'everyLine');
  return found?.place ?? null;
}

/** The column that distinguishes pending from booked, and a word that the user must explain; null if there is none. */
function findStatus(findings: Findings) {
  const given = findings.answers.status;
  if (given === 'none') return null;
  // The answer is a column whose words all mean booked, or `Status=-Void+Sent` in the order of the words.
  const explained = findings.columns.find(({ title }) => given?.startsWith(`${title}=`));
  const found = explained ?? findings.answered('status') ?? findStatusColumn(findings.columns);
  if (found === undefined) return null;
  let answer = `${found.title}=`;
  const unknown = found.values.filter((value) => statusOf(value) === null);
  const words = Object.groupBy(unknown, (word) => {
    const isNext = (mark: string): boolean => given?.startsWith(answer + mark + word) === true;
    const mark = given !== undefined && explained === undefined ? '+' : ['+', '-'].find(isNext);
    answer += mark === undefined ? '' : mark + word;
    return mark === undefined ? 'open' : mark === '+' ? 'posted' : 'left';
  });
  const lower = (some: readonly string[] = []) => some.map((word) => word.toLowerCase());
  const left = words.left === undefined ? {} : { left: lower(words.left) };
  const status = { column: found.place, posted: lower(words.posted), ...left };
  return { title: found.title, answer, open: words.open?.[0], status };
}

/** Undefined if the user must explain a word. */
function decideStatus(findings: Findings, state: ReturnType<typeof findStatus>) {
  if (state === null) return null;
  const { title, answer, open, status } = state;
  if (open === undefined)
    return findings.decide('status', findings.answers.status === undefined ? 'words' : 'given', status);
  findings.ask('status', { column: title, words: [`“${oneLine(open, 30)}”`] }, [
    choiceOf(`${answer}+${open}`, { choice: 'yes' }),
    choiceOf(`${answer}-${open}`, { choice: 'no' }),
    choiceOf('none', { choice: 'everyLine' }),
  ]);
  return undefined;
}
