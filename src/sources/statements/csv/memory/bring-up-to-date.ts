import type { CsvAnswers, CsvMapping, CsvQuestion } from '../../../../core/csv-mapping.ts';
import { guessMapping, type CsvGuess } from '../reading/guess-mapping.ts';
import { decisionsOf } from '../reading/findings.ts';
import { markedByCredits } from '../reading/guess-sign.ts';
import { firstSteppedLine } from '../arithmetic/amounts.ts';
import { proveLines } from '../arithmetic/proven-lines.ts';
import { sheetOf } from '../arithmetic/sheet.ts';
import { lookAtColumns } from '../table/csv-columns.ts';
import { CELL_BREAK, clean, type CsvTable } from '../table/csv-table.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';
import { settleSign } from './csv-sign.ts';
import { newlySeen } from './unseen-columns.ts';
import { FEWEST_STEPS } from '../arithmetic/chain.ts';

/**
 * Updates a remembered mapping with what this file shows for the first time: the notation of money out, and the purpose
 * of columns that were empty. Only affected parts are detected or asked again. Nothing changes if the running balance
 * contradicts the mapping and no other reading is proven.
 * @param answers the user's answers about this file.
 */
export function bringUpToDate(table: CsvTable, remembered: CsvMapping, answers: CsvAnswers = {}): CsvGuess {
  const settled = settleSign(remembered, table);
  const { money, days } = newlySeen(table, remembered);
  if (!isFirstKnown(table, remembered)) return guessAgain(table, remembered, { ...answersOf(remembered), ...answers });
  const marked = byCredits(table, remembered);
  if (marked !== null) return { mapping: marked, decisions: decisionsOf(marked), questions: [] };
  if (settled !== null && money.length === 0 && !days) {
    const better = isContradicted(table, settled)
      ? guessAgain(table, settled, { ...answersOf(settled), ...answers })
      : null;
    // Amounts without a sign: only the line before which there is no balance is open.
    if (better?.mapping === null && better.questions.some(isAboutFirstLine)) return better;
    const mapping = better?.mapping != null && isProven(table, better.mapping) ? better.mapping : settled;
    return { mapping, decisions: decisionsOf(mapping), questions: [] };
  }
  const pair = days || settled === null ? null : asPair(table, settled, money);
  if (pair !== null) return { mapping: pair, decisions: decisionsOf(pair), questions: [] };
  const hasSign = settled !== null && table.header !== null;
  const { date, ...others } = answersOf(remembered);
  return guessAgain(table, remembered, {
    ...others,
    ...(days ? {} : { date }),
    ...(hasSign ? signOf(remembered) : {}),
    ...answers,
  });
}

function isAboutFirstLine({ question: { params } }: CsvQuestion): boolean {
  return params !== undefined && 'about' in params && params.about === 'firstLine';
}

/** True if the file shows nothing new. */
export function isUpToDate(table: CsvTable, remembered: CsvMapping): boolean {
  const { money, days } = newlySeen(table, remembered);
  if (byCredits(table, remembered) !== null || !isFirstKnown(table, remembered)) return false;
  return settleSign(remembered, table) !== null && money.length === 0 && !days;
}

/** True if the user's answer about the line without a balance before it belongs to this file. */
function isFirstKnown(table: CsvTable, mapping: CsvMapping): boolean {
  const { amount, date } = mapping;
  if (amount.kind !== 'stepped') return true;
  const line = firstSteppedLine(sheetOf(table, date), amount, mapping);
  return line === 'none' || (line !== null && line.join(CELL_BREAK) === amount.first?.line);
}

function guessAgain(table: CsvTable, remembered: CsvMapping, answers: CsvAnswers): CsvGuess {
  const { mapping, ...guess } = guessMapping(table, answers);
  if (mapping === null) return { mapping, ...guess };
  const { account, status, encoding, kind, ownName } = remembered;
  const isOther = (answers.account ?? answers.accountColumn ?? ANY) !== ANY;
  return {
    ...guess,
    mapping: { ...mapping, account: isOther ? mapping.account : account, status, encoding, kind, ownName },
  };
}

/**
 * The user said that a plus is money out in a file without credits. This file marks credits in a column that was empty.
 */
function byCredits(table: CsvTable, remembered: CsvMapping): CsvMapping | null {
  const { amount } = remembered;
  if (amount.kind !== 'signed' || !amount.inverted) return null;
  const { columns } = lookAtColumns(table);
  const column = columns[amount.column];
  const marked = column === undefined ? null : markedByCredits(columns, column);
  return marked === null ? null : { ...remembered, amount: marked };
}

/**
 * The only amount column turns out to be one of a pair: together with a column that was empty, the balance matches, and
 * no line fills both. Null otherwise, or if both ways match.
 */
function asPair(table: CsvTable, remembered: CsvMapping, [place, ...more]: readonly number[]): CsvMapping | null {
  const { amount, balance } = remembered;
  if (amount.kind !== 'signed' || balance == null || place === undefined || more.length > 0) return null;
  const { column, inverted } = amount;
  const isMoney = (cell: string | undefined): boolean => /[1-9]/.test(clean(cell)) && isNumber(clean(cell));
  const rows = table.rows.slice(table.first);
  if (rows.some((row) => labelOfRow(row) === null && isMoney(row[column]) && isMoney(row[place]))) return null;
  const pairs: readonly CsvMapping['amount'][] = [
    { kind: 'two', out: column, in: place, outIsNegative: !inverted },
    // A plus in one column is money in.
    ...(inverted
      ? []
      : [true, false].map((outIsNegative) => ({ kind: 'two' as const, out: place, in: column, outIsNegative }))),
  ];
  const fitting = pairs.filter((pair) => {
    const { steps } = proveLines(sheetOf(table, remembered.date), { ...remembered, amount: pair });
    return steps !== null && steps > 0;
  });
  const [pair] = fitting;
  if (pair === undefined || fitting.length > 1) return null;
  return { ...remembered, amount: pair, unseen: remembered.unseen?.filter((other) => other !== place) };
}

/** Placeholder for the remembered account, which is restored. */
const ANY = '-';

/** The remembered mapping as answers, without those about amounts. */
function answersOf(mapping: CsvMapping): CsvAnswers {
  const { columns, date, dateOrder, decimalMark, currency, description, id } = mapping;
  const title = (place: number): string => columns[place] ?? String(place + 1);
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

/** A titled column keeps its notation of money out when a fee column appears. */
function signOf({ amount, columns }: CsvMapping): CsvAnswers {
  switch (amount.kind) {
    case 'signed':
      return { sign: amount.inverted ? 'inverted' : 'as-written' };
    case 'marked':
      return { direction: columns[amount.mark] };
    case 'two':
    case 'stepped':
      return {};
  }
}

function isContradicted(table: CsvTable, mapping: CsvMapping): boolean {
  return mapping.balance != null && proveLines(sheetOf(table, mapping.date), mapping).steps === null;
}

function isProven(table: CsvTable, mapping: CsvMapping): boolean {
  const { steps } = proveLines(sheetOf(table, mapping.date), mapping);
  return mapping.balance != null && steps !== null && steps >= FEWEST_STEPS;
}
