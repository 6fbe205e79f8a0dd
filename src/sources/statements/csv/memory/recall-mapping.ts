import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { findMapping, type CsvMemory } from '../../statement.ts';
import { proveLines } from '../proof/proven-lines.ts';
import { sheetOf } from '../proof/sheet.ts';
import { kindsOfColumns } from '../table/csv-fingerprint.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import type { OpenedCsv } from '../table/open-csv.ts';
import { readDate } from '../../../../core/date-text.ts';
import { moneyPlaces, newlySeen } from './unseen-columns.ts';

/** How files of this make are read; null where nobody knows yet. */
export function recallMapping({ fingerprint, table }: OpenedCsv, memory: CsvMemory): CsvMapping | null {
  const exact = findMapping(memory, fingerprint);
  if (exact !== null || table === null || table.header !== null) return exact;
  return ofSameBank(
    table,
    memory.mappings.map(({ mapping }) => mapping),
  );
}

/**
 * What a table without titles holds is all that tells its bank, and is not the same in each file: a column is empty in one
 * month and not in the next. Null where files of several accounts or of several layouts are like this one.
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
    const known = before[place];
    if (kind === known || kind === EMPTY || known === EMPTY) return true;
    // A text may be a number or a day in all lines of one file, and what is pending has no day.
    return !money.has(place) && (place !== mapping.date || kind !== NUMBERS);
  });
  if (!hasDays(table, mapping)) return false;
  if (newlySeen(table, mapping).money.length > 0) return isFilledAlike;
  const { steps } = balance == null ? { steps: 0 } : proveLines(sheetOf(table, mapping.date), mapping);
  const hasMoney = moneyPlaces(mapping.amount).some((place) => kinds[place] === NUMBERS);
  return steps !== null && (steps >= FEWEST_STEPS || (isFilledAlike && hasMoney));
}

function hasDays({ rows, first }: CsvTable, { date, dateOrder }: CsvMapping): boolean {
  return rows.some((row, index) => index >= first && readDate(clean(row[date]), dateOrder) !== null);
}

const EMPTY = '-';
const NUMBERS = 'n';

/** Fewer may fit by chance. */
const FEWEST_STEPS = 2;
