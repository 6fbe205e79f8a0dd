import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { findMapping, type CsvMemory } from '../../statement.ts';
import { proveLines } from '../arithmetic/proven-lines.ts';
import { sheetOf } from '../arithmetic/sheet.ts';
import { kindsOfColumns } from '../table/open-csv.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import type { OpenedCsv } from '../table/open-csv.ts';
import { readDate } from '../../../../core/date-text.ts';
import { moneyPlaces } from '../arithmetic/amounts.ts';
import { newlySeen } from './unseen.ts';
import { FEWEST_STEPS } from '../arithmetic/chain.ts';

export function recallMapping({ fingerprint, table }: OpenedCsv, memory: CsvMemory): CsvMapping | null {
  const exact = findMapping(memory, fingerprint);
  if (exact !== null || table === null || table.header !== null) return exact;
  const others = memory.mappings.map(({ mapping }) => mapping);
  return ofSameBank(table, others);
}

/**
 * Without titles, the bank can only be recognized by the content, which varies: a column may be empty in one month.
 * Null if files of several accounts or layouts are similar.
 */
function ofSameBank(table: CsvTable, others: readonly CsvMapping[]): CsvMapping | null {
  const kinds = kindsOfColumns(table);
  const like = others.filter((mapping) => isLike(table, kinds, mapping));
  const [first, ...more] = like;
  return first !== undefined && more.every((other) => meaningOf(other) === meaningOf(first)) ? first : null;
}

const meaningOf = ({ date, dateOrder, amount, fee, decimalMark, balance, currency, account }: CsvMapping): string =>
  JSON.stringify([date, dateOrder, { ...amount, outIsNegative: null }, fee, decimalMark, balance, currency, account]);

function isLike(table: CsvTable, kinds: string, mapping: CsvMapping): boolean {
  const { hasHeader, columns, delimiter, kinds: before, balance } = mapping;
  if (hasHeader || before === undefined || columns.length !== table.titles.length || delimiter !== table.delimiter)
    return false;
  const money = new Set([...moneyPlaces(mapping.amount), balance]);
  const isFilledAlike = kinds.split('').every((kind, place) => {
    const earlierKind = before[place];
    if (kind === earlierKind || kind === EMPTY || earlierKind === EMPTY) return true;
    // A text column may happen to have only numbers or days, and pending lines have no day.
    return !money.has(place) && (place !== mapping.date || kind !== NUMBERS);
  });
  if (!hasDays(table, mapping)) return false;
  if (newlySeen(table, mapping).money.size > 0) return isFilledAlike;
  const { steps } = balance == null ? { steps: 0 } : proveLines(sheetOf(table, mapping.date), mapping);
  const hasMoney = moneyPlaces(mapping.amount).some((place) => kinds[place] === NUMBERS);
  return steps !== null && (steps >= FEWEST_STEPS || (isFilledAlike && hasMoney));
}

function hasDays({ rows, first }: CsvTable, { date, dateOrder }: CsvMapping): boolean {
  return rows.some((row, index) => index >= first && readDate(clean(row[date]), dateOrder) !== null);
}

const EMPTY = '-';
const NUMBERS = 'n';
