import type { CsvAnswers, CsvMapping } from '../../../../core/csv-mapping.ts';
import { guessMapping, type CsvGuess } from '../guess/guess-mapping.ts';
import { creditColumn, markedByCredits } from '../guess/direction-words.ts';
import { decisionsOf } from '../guess/mapping-decisions.ts';
import { proveLines } from '../proof/proven-lines.ts';
import { sheetOf } from '../proof/sheet.ts';
import { lookAtColumns } from '../table/csv-columns.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';
import { settleSign } from './csv-sign.ts';
import { newlySeen } from './unseen-columns.ts';

/**
 * What is remembered of a bank's files, with what this one shows for the first time: how money out is written, and what
 * columns are for that told nothing. What that changes is found out again, and asked where the file does not tell; the rest
 * stays. So does all of it where the running balance contradicts it and no other reading is proven.
 *
 * @param answers what a person said of this file.
 */
export function bringUpToDate(table: CsvTable, remembered: CsvMapping, answers: CsvAnswers = {}): CsvGuess {
  const settled = settleSign(remembered, table);
  const { money, days } = newlySeen(table, remembered);
  const marked = byCredits(table, remembered);
  if (marked !== null) return { mapping: marked, decisions: decisionsOf(marked), questions: [] };
  if (settled !== null && money.length === 0 && !days) {
    const better = isContradicted(table, settled) ? guessAgain(table, settled, answersOf(settled)) : null;
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

/** Whether this file shows nothing that those before it did not. */
export function isUpToDate(table: CsvTable, remembered: CsvMapping): boolean {
  const { money, days } = newlySeen(table, remembered);
  if (byCredits(table, remembered) !== null) return false;
  return settleSign(remembered, table) !== null && money.length === 0 && !days;
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

/** A plus was money out, as a person said of a file without credits; this one marks them, in a column that was empty until now. */
function byCredits(table: CsvTable, remembered: CsvMapping): CsvMapping | null {
  const { amount } = remembered;
  if (amount.kind !== 'signed' || !amount.inverted) return null;
  const { columns } = lookAtColumns(table);
  const column = columns[amount.column];
  const credits = column === undefined ? undefined : creditColumn(columns, column);
  return column === undefined || credits === undefined
    ? null
    : { ...remembered, amount: markedByCredits(column, credits) };
}

/**
 * The one column of amounts was one of two: with the other, which was empty until now, the remembered balance fits, and no
 * line fills both. Null where that is not so, or where both ways fit.
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

/** Stands for the remembered account, which is put back. */
const ANY = '-';

/** The remembered mapping as a person's answers, without what tells the amounts. */
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
    // Put back as it was, and so is the account.
    status: 'none',
    account: ANY,
  };
}

/** How money out is written in a titled column stays the same when fees turn up beside it. */
function signOf({ amount, columns }: CsvMapping): CsvAnswers {
  switch (amount.kind) {
    case 'signed':
      return { sign: amount.inverted ? 'inverted' : 'as-written' };
    case 'marked':
      return { direction: columns[amount.mark] };
    case 'two':
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

/** Fewer may fit by chance. */
const FEWEST_STEPS = 2;
