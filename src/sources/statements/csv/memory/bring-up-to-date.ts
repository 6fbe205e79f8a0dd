import { isNumber } from '../../../../core/amount-text.ts';
import type { CsvAnswers, CsvMapping } from '../../../../core/csv-mapping.ts';
import { firstSteppedLine } from '../arithmetic/amounts.ts';
import { proveLines } from '../arithmetic/proven-lines.ts';
import { sheetOf } from '../arithmetic/sheet.ts';
import { separateLines } from '../lines/left-out-lines.ts';
import { decisionsOf } from '../reading/findings.ts';
import { guessMapping, type CsvGuess } from '../reading/guess-mapping.ts';
import { markedByCredits } from '../reading/guess-sign.ts';
import { labelOfLine, lookAtColumns } from '../table/csv-columns.ts';
import { CELL_BREAK, clean, type CsvTable } from '../table/csv-table.ts';
import { newlySeen } from './unseen.ts';

/**
 * Updates a remembered mapping with facts that this file shows for the first time, such as the notation of money out.
 * Detects these facts or asks for them again, with the other parts as answers. Nothing changes if the running balance contradicts
 * the mapping and no other reading is proven.
 * @param answers the user's answers about this file.
 */
export function bringUpToDate(whole: CsvTable, remembered: CsvMapping, answers: CsvAnswers = {}): CsvGuess {
  const { table } = separateLines(whole, remembered.status);
  const news = newsIn(table, remembered);
  const pair = news === null ? null : asPair(table, remembered);
  if (pair !== null) return { mapping: pair, decisions: decisionsOf(pair), questions: [] };
  if (news !== null) return guessAgain(table, remembered, { ...answersOf(remembered), ...news, ...answers });
  const unchanged = { mapping: remembered, decisions: decisionsOf(remembered), questions: [] };
  if (remembered.balance == null || stepsOf(table, remembered) !== null) return unchanged;
  const better = guessAgain(table, remembered, { ...answersOf(remembered), ...answers });
  const isOpen = better.questions.some(
    ({ question: { params } }) => params !== undefined && 'about' in params && params.about === 'firstLine',
  );
  // The balance shows the direction of all amounts but the first.
  if (better.mapping === null) return isOpen ? better : unchanged;
  return (stepsOf(table, better.mapping) ?? 0) > 0 ? better : unchanged;
}

export function isUpToDate(table: CsvTable, remembered: CsvMapping): boolean {
  return newsIn(separateLines(table, remembered.status).table, remembered) === null;
}

/** Null if the file shows nothing new; else the answers about amounts and days that are still true. */
function newsIn(table: CsvTable, remembered: CsvMapping): CsvAnswers | null {
  const { amount, unseen = [] } = remembered;
  const title = titleIn(remembered);
  // The user's answer about the line without a balance before it belongs to one file.
  if (amount.kind === 'stepped') {
    const line = firstSteppedLine(sheetOf(table, remembered.date), amount, remembered);
    if (line !== 'none' && (line === null || line.join(CELL_BREAK) !== amount.first?.line)) return {};
  }
  const { columns } = lookAtColumns(table);
  const own = amount.kind === 'signed' && amount.inverted ? columns[amount.column] : undefined;
  // The user said that a plus is money out in a file without credits. This one marks credits.
  if (own !== undefined && markedByCredits(columns, own) !== null) return { amount: title(own.place) };
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

/**
 * The only amount column turns out to be one of a pair: together with a column that was empty, the balance matches, and no line fills
 * both. Null otherwise, or if several ways match.
 */
function asPair(table: CsvTable, remembered: CsvMapping): CsvMapping | null {
  const { amount, balance } = remembered;
  const { money, days } = newlySeen(table, remembered);
  const [place, ...more] = money;
  if (amount.kind !== 'signed' || balance == null || days || place === undefined || more.length > 0) return null;
  const { column, inverted } = amount;
  const isMoney = (cell: string | undefined): boolean => /[1-9]/.test(clean(cell)) && isNumber(clean(cell));
  const rows = table.rows.slice(table.first);
  if (rows.some((row) => labelOfLine(table, row) === null && isMoney(row[column]) && isMoney(row[place]))) return null;
  const pairs: readonly CsvMapping['amount'][] = [
    { kind: 'two', out: column, in: place, outIsNegative: !inverted },
    // A plus in the known column is money in.
    ...(inverted
      ? []
      : [true, false].map((outIsNegative) => ({ kind: 'two' as const, out: place, in: column, outIsNegative }))),
  ];
  const fitting = pairs.filter((pair) => (stepsOf(table, { ...remembered, amount: pair }) ?? 0) > 0);
  const [pair] = fitting;
  if (pair === undefined || fitting.length > 1) return null;
  return { ...remembered, amount: pair, unseen: remembered.unseen?.filter((other) => other !== place) };
}

function stepsOf(table: CsvTable, mapping: CsvMapping): number | null {
  return proveLines(sheetOf(table, mapping.date), mapping).steps;
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

/** Placeholder for the remembered account, which is restored. */
const ANY = '-';

const titleIn =
  ({ columns }: CsvMapping) =>
  (place: number): string =>
    columns[place] ?? String(place + 1);

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
