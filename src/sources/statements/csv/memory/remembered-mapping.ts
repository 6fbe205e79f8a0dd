import type { CsvMapping, CsvAnswers } from '../../../../core/csv-mapping.ts';
import { readDate } from '../../../../core/date-text.ts';
import { findMapping, type CsvMemory } from '../../statement.ts';
import { moneyPlaces, firstSteppedLine } from '../arithmetic/amounts.ts';
import { proveLines } from '../arithmetic/chain.ts';
import { sheetOf } from '../arithmetic/sheet.ts';
import { kindsOfColumns, type OpenedCsv } from '../table/open-csv.ts';
import { clean, onlyOf, type CsvTable } from '../table/csv-table.ts';
import { newlySeen } from './unseen.ts';
import { separateLines } from '../lines/declined-lines.ts';
import { decisionsOf, Findings } from '../reading/findings.ts';
import { guessMapping, type CsvGuess } from '../reading/guess-mapping.ts';
import { markedBy } from '../reading/guess-direction.ts';
import { directionOfKind } from '../table/csv-columns.ts';

/** The mapping for this layout. Without titles, columns with similar content match. Null if several different mappings match. */
export function recallMapping({ fingerprint, table }: OpenedCsv, memory: CsvMemory): CsvMapping | null {
  const exact = findMapping(memory, fingerprint);
  if (exact !== null || table === null || table.header !== null) return exact;
  const [first, ...more] = memory.mappings.map(({ mapping }) => mapping).filter((mapping) => isLike(table, mapping));
  return first !== undefined && more.every((other) => meaningOf(other) === meaningOf(first)) ? first : null;
}

const meaningOf = ({ date, dateOrder, amount, fee, decimalMark, balance, currency, account }: CsvMapping): string =>
  JSON.stringify([date, dateOrder, { ...amount, outIsNegative: null }, fee, decimalMark, balance, currency, account]);

/** True if the columns of money contain numbers as before, and the balance agrees with the amounts. */
function isLike(table: CsvTable, mapping: CsvMapping): boolean {
  const { hasHeader, columns, delimiter, kinds: before = '', balance, date, dateOrder } = mapping;
  if (hasHeader || columns.length !== table.titles.length || delimiter !== table.delimiter) return false;
  const kinds = kindsOfColumns(table);
  const money = moneyPlaces(mapping.amount);
  const isAlike = (place: number): boolean =>
    kinds[place] === before[place] || [kinds[place], before[place]].includes(EMPTY);
  if (![...money, balance ?? money[0]].every((place) => place === undefined || isAlike(place))) return false;
  if (!table.rows.some((row) => readDate(clean(row[date]), dateOrder) !== null)) return false;
  if (newlySeen(table, mapping).money.size > 0) return true;
  return money.some((place) => kinds[place] !== EMPTY) && proveLines(sheetOf(table, date), mapping).steps !== null;
}

const EMPTY = '-';

/** Guesses amounts and days again if the file has new directions, amounts or days. Null if the mapping explains the file. */
export function updateMapping(whole: CsvTable, remembered: CsvMapping, answers: CsvAnswers = {}): CsvGuess | null {
  const { table } = separateLines(whole, remembered.status);
  const stepsOf = (mapping: CsvMapping) => proveLines(sheetOf(table, mapping.date), mapping).steps;
  const { money, days } = newlySeen(table, remembered);
  const hasDirections = showsDirections(table, remembered);
  const isNew = hasDirections || money.size > 0 || days;
  if (!isNew && (remembered.balance == null || stepsOf(remembered) !== null)) return null;
  const pairs = hasDirections || days ? [] : pairsWith(remembered, [...money]);
  const pair = onlyOf(pairs.filter((one) => Number(stepsOf(one)) > 0));
  if (pair !== null) return knownGuess(pair);
  const formerAnswers = {
    ...answersOf(remembered),
    ...(isNew ? amountAnswersOf(remembered, hasDirections) : {}),
    ...(days ? { date: undefined } : {}),
  };
  const guess = guessMapping(table, { ...formerAnswers, ...answers }, [remembered]);
  const mapping = guess.mapping === null ? null : restoreDecisions(remembered, guess.mapping, answers);
  // True if a question is about the first line, which has no balance before it, or about a new direction word.
  const isDirectionOpen = guess.questions.some(
    ({ about, question: { params } }) =>
      about === 'direction' || (params !== undefined && 'about' in params && params.about === 'firstLine'),
  );
  // If the new mapping does not agree with the balance either, the remembered one stays.
  const isBetter = isNew || isDirectionOpen || (mapping !== null && Number(stepsOf(mapping)) > 0);
  return isBetter ? { ...guess, mapping } : null;
}

export function knownGuess(mapping: CsvMapping | null): CsvGuess {
  return { mapping, decisions: decisionsOf(mapping ?? {}), questions: [] };
}

/** True if the file states directions in a way that no file has shown before. */
function showsDirections(table: CsvTable, { amount, date, decimalMark, balance }: CsvMapping): boolean {
  if (amount.kind === 'two') return false;
  if (amount.kind === 'stepped') {
    // The answer about the first line, which has no balance before it, applies only to a file with this line.
    const line = firstSteppedLine(sheetOf(table, date), amount, { decimalMark, balance });
    return line !== '' && line !== amount.first?.line;
  }
  const findings = new Findings(table, {});
  const { columns } = findings;
  const { out, in: into, mark } = amount.kind === 'marked' ? amount : { out: [], in: [], mark: -1 };
  const isNewWord = (word: string): boolean =>
    ![...out, ...into].includes(word.toLowerCase()) && directionOfKind(word) === null;
  if (columns[mark]?.values.some(isNewWord) === true) return true;
  // The directions are from a file that marked no credits. This file marks some, so they are detected again.
  const isOneSided =
    amount.kind === 'signed'
      ? amount.inverted && amount.marksIncome !== true
      : ![out, into].every(({ length }) => length > 0);
  const own = isOneSided ? columns[amount.column] : undefined;
  return own?.negatives === 0 && (own.pluses > 0 || Number(markedBy(findings, own)?.in.length) > 0);
}

/** The ways to read a column, which was empty in earlier files, as the other side of a pair. */
function pairsWith(remembered: CsvMapping, [place, ...more]: readonly number[]): CsvMapping[] {
  const { amount, unseen = [] } = remembered;
  if (amount.kind !== 'signed' || place === undefined || more.length > 0) return [];
  const { column, inverted } = amount;
  // If a plus in the known column is money out, the new column can only be money in.
  const pairs = inverted
    ? [[column, place, false] as const]
    : ([
        [column, place, true],
        [place, column, true],
        [place, column, false],
      ] as const);
  return pairs.map(([out, into, outIsNegative]) => ({
    ...remembered,
    amount: { kind: 'two', out, in: into, outIsNegative },
    unseen: unseen.filter((other) => other !== place),
  }));
}

/** The remembered mapping as answers, except about amounts. `restoreDecisions` adds the account and the status. */
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
    status: 'none',
    account: '-',
  };
}

/** The remembered answers about amounts. If the file states directions in a new way, gives only the column of amounts. */
function amountAnswersOf(mapping: CsvMapping, hasDirections: boolean): CsvAnswers {
  const { amount } = mapping;
  const title = titleIn(mapping);
  if (amount.kind === 'two') return { out: title(amount.out), in: title(amount.in) };
  if (amount.kind === 'stepped' || hasDirections) return { amount: title(amount.column) };
  return amount.kind === 'marked'
    ? { direction: title(amount.mark) }
    : { sign: amount.inverted ? 'inverted' : 'as-written' };
}

function titleIn({ columns }: CsvMapping): (place: number) => string {
  return (place) => columns[place] ?? String(place + 1);
}

/** Keeps the account, the status and all words for directions, even if this file has only some of them. */
function restoreDecisions(remembered: CsvMapping, mapping: CsvMapping, answers: CsvAnswers): CsvMapping {
  const { account, status, encoding, kind, ownName, amount: before } = remembered;
  const { amount } = mapping;
  const isOther = (answers.account ?? answers.accountColumn) !== undefined;
  const restored = { ...mapping, status, encoding, kind, ownName, ...(isOther ? {} : { account }) };
  if (amount.kind !== 'marked' || before.kind !== 'marked' || amount.mark !== before.mark) return restored;
  const both = (side: 'out' | 'in', other: 'out' | 'in'): string[] => [
    ...new Set([...amount[side], ...before[side].filter((word) => !amount[other].includes(word))]),
  ];
  return { ...restored, amount: { ...amount, out: both('out', 'in'), in: both('in', 'out') } };
}
