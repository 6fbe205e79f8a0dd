import type { CsvAmountColumns, CsvMapping, CsvAnswers } from '../../../../core/csv-mapping.ts';
import { readDate } from '../../../../core/date-text.ts';
import { findMapping, type CsvMemory } from '../../statement.ts';
import { moneyPlaces, firstSteppedLine } from '../arithmetic/amounts.ts';
import { FEWEST_STEPS, proveLines } from '../arithmetic/chain.ts';
import { sheetOf } from '../arithmetic/sheet.ts';
import { kindsOfColumns, type OpenedCsv } from '../table/open-csv.ts';
import { clean, onlyOf, type CsvTable } from '../table/csv-table.ts';
import { newlySeen } from './unseen.ts';
import { separateLines } from '../lines/declined-lines.ts';
import { decisionsOf, Findings } from '../reading/findings.ts';
import { guessMapping, type CsvGuess } from '../reading/guess-mapping.ts';
import { markedBy } from '../reading/guess-direction.ts';
import { directionOfKind } from '../table/csv-columns.ts';

/** Without titles, the content identifies the bank. Null if several accounts or layouts are similar. */
export function recallMapping({ fingerprint, table }: OpenedCsv, memory: CsvMemory): CsvMapping | null {
  const exact = findMapping(memory, fingerprint);
  if (exact !== null || table === null || table.header !== null) return exact;
  const [first, ...more] = memory.mappings.map(({ mapping }) => mapping).filter((mapping) => isLike(table, mapping));
  return first !== undefined && more.every((other) => meaningOf(other) === meaningOf(first)) ? first : null;
}

const meaningOf = ({ date, dateOrder, amount, fee, decimalMark, balance, currency, account }: CsvMapping): string =>
  JSON.stringify([date, dateOrder, { ...amount, outIsNegative: null }, fee, decimalMark, balance, currency, account]);

function isLike(table: CsvTable, mapping: CsvMapping): boolean {
  const { hasHeader, columns, delimiter, kinds: before, balance, date, dateOrder } = mapping;
  if (hasHeader || before === undefined || columns.length !== table.titles.length || delimiter !== table.delimiter)
    return false;
  if (!table.rows.slice(table.first).some((row) => readDate(clean(row[date]), dateOrder) !== null)) return false;
  const kinds = kindsOfColumns(table);
  const money = moneyPlaces(mapping.amount);
  const isFilledAlike = kinds.split('').every(
    (kind, place) =>
      [before[place], EMPTY].includes(kind) ||
      before[place] === EMPTY ||
      // A text column may happen to have only numbers or days, and pending lines have no day.
      (![...money, balance].includes(place) && (place !== date || kind !== NUMBERS)),
  );
  if (newlySeen(table, mapping).money.size > 0) return isFilledAlike;
  const steps = balance == null ? 0 : proveLines(sheetOf(table, date), mapping).steps;
  const hasMoney = money.some((place) => kinds[place] === NUMBERS);
  return steps !== null && (steps >= FEWEST_STEPS || (isFilledAlike && hasMoney));
}

const EMPTY = '-';
const NUMBERS = 'n';

/** Detects what this file shows for the first time, or asks for it. A balance that only contradicts changes nothing. */
export function bringUpToDate(whole: CsvTable, remembered: CsvMapping, answers: CsvAnswers = {}): CsvGuess {
  const { table } = separateLines(whole, remembered.status?.column ?? null);
  const kept = (mapping: CsvMapping): CsvGuess => ({ mapping, decisions: decisionsOf(mapping), questions: [] });
  const news = newsIn(table, remembered);
  const pair = news === null ? null : asPair(table, remembered);
  if (pair !== null) return kept(pair);
  const isContradicted = remembered.balance != null && stepsOf(table, remembered) === null;
  if (news === null && !isContradicted) return kept(remembered);
  const guess = guessMapping(table, { ...answersOf(remembered), ...news, ...answers }, [remembered]);
  const { account, status, encoding, kind, ownName } = remembered;
  const found =
    guess.mapping === null
      ? null
      : { ...guess.mapping, status, encoding, kind, ownName, ...wordsOf(remembered, guess.mapping) };
  const isOther = (answers.account ?? answers.accountColumn) !== undefined;
  const mapping = found === null || isOther ? found : { ...found, account };
  // The balance shows the direction of all amounts but the first, or this file has a second word for directions.
  const isDirectionOpen = guess.questions.some(
    ({ about, question: { params } }) =>
      about === 'direction' || (params !== undefined && 'about' in params && params.about === 'firstLine'),
  );
  const isProven = mapping !== null && Number(stepsOf(table, mapping)) > 0;
  return news !== null || isDirectionOpen || isProven ? { ...guess, mapping } : kept(remembered);
}

/** The user may have explained the words, of which this file may have only one. */
function wordsOf({ amount: before }: CsvMapping, { amount }: CsvMapping): Partial<CsvMapping> {
  if (amount.kind !== 'marked' || before.kind !== 'marked' || amount.mark !== before.mark) return {};
  const both = (side: 'out' | 'in', other: 'out' | 'in'): string[] => [
    ...new Set([...amount[side], ...before[side].filter((word) => !amount[other].includes(word))]),
  ];
  return { amount: { ...amount, out: both('out', 'in'), in: both('in', 'out') } };
}

export function isUpToDate(table: CsvTable, remembered: CsvMapping): boolean {
  return newsIn(separateLines(table, remembered.status?.column ?? null).table, remembered) === null;
}

/** Null if the file shows nothing new; else the answers about amounts and days that are still true. */
function newsIn(table: CsvTable, remembered: CsvMapping): CsvAnswers | null {
  const { amount, unseen = [] } = remembered;
  const title = titleIn(remembered);
  // The user's answer about the line without a balance before it belongs to one file.
  if (amount.kind === 'stepped') {
    const line = firstSteppedLine(sheetOf(table, remembered.date), amount, remembered);
    if (line !== '' && line !== amount.first?.line) return {};
  }
  const findings = new Findings(table, {});
  const { columns } = findings;
  const isPlain = amount.kind === 'signed' && amount.inverted && amount.marksIncome !== true;
  const isOneSided = amount.kind === 'marked' && (amount.out.length === 0 || amount.in.length === 0);
  const own = isPlain || isOneSided ? columns[amount.column] : undefined;
  // The user explained amounts without a sign in a file without credits. This one marks credits.
  if (own?.negatives === 0 && (own.pluses > 0 || Number(markedBy(findings, own)?.in.length) > 0))
    return { amount: title(own.place) };
  if (amount.kind === 'marked' && columns[amount.mark]?.values.some((word) => isNewWord(word, amount)) === true)
    return {};
  const { money, days } = newlySeen(table, remembered);
  if (money.size === 0 && !days) return null;
  const isOther = unseen.some((place) => money.has(place));
  return {
    ...(days ? { date: undefined } : {}),
    // A titled column keeps its notation of money out when a fee column appears.
    ...(table.header !== null && amount.kind === 'signed' ? { sign: amount.inverted ? 'inverted' : 'as-written' } : {}),
    ...(table.header !== null && amount.kind === 'marked' ? { direction: title(amount.mark) } : {}),
    ...(amount.kind === 'two' && !isOther ? { out: title(amount.out), in: title(amount.in) } : {}),
  };
}

/** A word that no file has shown before. */
function isNewWord(word: string, { out, in: into }: Extract<CsvAmountColumns, { kind: 'marked' }>): boolean {
  return ![...out, ...into].includes(word.toLowerCase()) && directionOfKind(word) === null;
}

/** The amounts with a column that was empty as the other side of a pair, if the balance matches in one way only. */
function asPair(table: CsvTable, remembered: CsvMapping): CsvMapping | null {
  const { amount, balance } = remembered;
  const { money, days } = newlySeen(table, remembered);
  const [place, ...more] = money;
  if (amount.kind !== 'signed' || balance == null || days || place === undefined || more.length > 0) return null;
  const { column, inverted } = amount;
  const unseen = remembered.unseen?.filter((other) => other !== place);
  const pairOf = (out: number, into: number, outIsNegative: boolean): CsvMapping => ({
    ...remembered,
    amount: { kind: 'two', out, in: into, outIsNegative },
    unseen,
  });
  // Unless a plus in the known column is money out, it is money in.
  const others = inverted ? [] : [pairOf(place, column, true), pairOf(place, column, false)];
  return onlyOf([pairOf(column, place, !inverted), ...others].filter((pair) => Number(stepsOf(table, pair)) > 0));
}

function stepsOf(table: CsvTable, mapping: CsvMapping): number | null {
  return proveLines(sheetOf(table, mapping.date), mapping).steps;
}

/** Placeholder for the remembered account, which is restored. */
const ANY = '-';

function titleIn({ columns }: CsvMapping): (place: number) => string {
  return (place) => columns[place] ?? String(place + 1);
}

/** The remembered mapping as answers, without those about amounts. */
function answersOf(mapping: CsvMapping): CsvAnswers {
  const { date, dateOrder, decimalMark, currency, description, id } = mapping;
  const title = titleIn(mapping);
  return {
    date: title(date),
    dateOrder,
    decimalMark,
    currency: 'code' in currency ? currency.code : title(currency.column),
    ...(description.length === 0 ? {} : { description: description.map(title) }),
    id: id === null ? 'none' : title(id),
    // Restored afterwards, as is the account.
    status: 'none',
    account: ANY,
  };
}
