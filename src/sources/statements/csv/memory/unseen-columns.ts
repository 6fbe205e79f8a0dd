import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import type { CsvColumn, CsvSample } from '../table/csv-columns.ts';
import { moneyPlaces } from '../arithmetic/amounts.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';
import type { ColumnRole } from '../../../../core/column-titles.ts';

interface Looked {
  readonly table: CsvTable;
  readonly columns: readonly CsvColumn[];
  readonly sample: Pick<CsvSample, 'rows'>;
}

type Used = Pick<CsvMapping, 'date' | 'amount' | 'fee' | 'balance' | 'description'>;

/**
 * Columns whose purpose this file does not show: empty ones that may hold amounts, and untitled ones with the same days
 * as the date column.
 */
export function unseenColumns({ table, columns, sample }: Looked, mapping: Used): readonly number[] {
  const { date, amount, fee, balance, description } = mapping;
  const { header } = table;
  const isTwin = ({ place, role, dates }: CsvColumn): boolean =>
    role === null && place !== date && dates > 0 && sample.rows.every((row) => clean(row[place]) === clean(row[date]));
  const used = new Set([...moneyPlaces(amount), fee, balance, ...description]);
  return columns
    .filter((column) => {
      const { place, role, filled, numbers, positives, negatives } = column;
      if (used.has(place)) return false;
      const isMoneyless = numbers === filled && positives + negatives === 0;
      return (isMoneyless && (role === null ? header === null : MONEY.has(role))) || isTwin(column);
    })
    .map(({ place }) => place);
}

const MONEY: ReadonlySet<ColumnRole> = new Set(['amount', 'net', 'out', 'in', 'fee']);

/** Columns that this file explains: with `money` they change amounts; with `days` they differ from the dates. */
export function newlySeen(
  table: CsvTable,
  { unseen = [], date }: CsvMapping,
): { readonly money: readonly number[]; readonly days: boolean } {
  const money = new Set<number>();
  let days = false;
  for (let index = table.first; unseen.length > 0 && index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    for (const place of unseen) {
      const cell = clean(row[place]);
      if (isDateShaped(cell)) {
        if (cell !== clean(row[date]) && isDateShaped(clean(row[date]))) days = true;
      } else if (isMoney(cell, table.header !== null) && labelOfRow(row) === null) money.add(place);
    }
  }
  return { money: [...money], days };
}

/** Without a title, a whole number may be anything. */
function isMoney(cell: string, isTitled: boolean): boolean {
  return /[1-9]/.test(cell) && (isTitled || /\d[.,]\d/.test(cell)) && isNumber(cell);
}
