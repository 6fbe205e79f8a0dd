import { currencyBeside, isNumber, plainNumber } from '../../../../core/amount-text.ts';
import type { CsvAmountColumns, CsvMapping } from '../../../../core/csv-mapping.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { moneyPlaces } from '../arithmetic/amounts.ts';
import type { Findings } from '../reading/findings.ts';
import { labelOfLine, type CsvColumn } from '../table/csv-columns.ts';
import { clean, MONEY_ROLES, type CsvTable } from '../table/csv-table.ts';

/** Empty columns that may hold amounts, and untitled ones with the same days as the date column. */
export function unseenColumns({ table, columns, sample }: Findings, mapping: CsvMapping): readonly number[] {
  const { date, amount, fee, balance, description } = mapping;
  const isTwin = ({ place, role, dates }: CsvColumn): boolean =>
    role === null && place !== date && dates > 0 && sample.rows.every((row) => clean(row[place]) === clean(row[date]));
  const used = new Set([...moneyPlaces(amount), fee, balance, ...description]);
  return columns
    .filter((column) => {
      const { place, role, filled, numbers, positives, negatives } = column;
      if (used.has(place)) return false;
      const isMoneyless = numbers === filled && positives + negatives === 0;
      return (
        (isMoneyless && (role === null ? table.header === null : role !== 'balance' && MONEY_ROLES.has(role))) ||
        isTwin(column)
      );
    })
    .map(({ place }) => place);
}

/** A file without money out or in does not show its notation. */
export function withoutUnseenSign(table: CsvTable, amount: CsvAmountColumns): CsvAmountColumns {
  if (amount.kind !== 'two') return amount;
  const isSeen = (place: number): boolean => Object.values(countSigns(table, place)).some((count) => count > 0);
  return {
    ...amount,
    ...(isSeen(amount.out) ? {} : { outIsNegative: null }),
    ...(isSeen(amount.in) ? {} : { inIsNegative: null }),
  };
}

export function countSigns(table: CsvTable, place: number): Pick<CsvColumn, 'negatives' | 'positives'> {
  const numbers = table.rows
    .slice(table.first)
    .filter((row) => labelOfLine(table, row) === null)
    .flatMap((row) => plainNumber(clean(row[place])) ?? [])
    .filter((number) => /[1-9]/.test(number));
  const negatives = numbers.filter((number) => number.startsWith('-')).length;
  return { negatives, positives: numbers.length - negatives };
}

/** Columns that this file explains: with `money` they change amounts; with `days` they differ from the dates. */
export function newlySeen(table: CsvTable, { unseen = [], date, amount }: CsvMapping) {
  const money = new Set<number>();
  let days = false;
  const sides: number[] = [];
  if (amount.kind === 'two' && amount.outIsNegative === null) sides.push(amount.out);
  if (amount.kind === 'two' && amount.inIsNegative === null) sides.push(amount.in);
  const places = new Set([...unseen, ...sides]);
  for (let index = table.first; places.size > 0 && index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    for (const place of places) {
      const cell = clean(row[place]);
      if (isDateShaped(cell)) {
        if (cell !== clean(row[date]) && isDateShaped(clean(row[date]))) days = true;
      } else if (isMoneyCell(cell, table.header !== null || sides.includes(place)) && labelOfLine(table, row) === null)
        money.add(place);
    }
  }
  return { money, days };
}

/** Without a title, a whole number without a currency may be anything. */
function isMoneyCell(cell: string, isTitled: boolean): boolean {
  return /[1-9]/.test(cell) && (isTitled || /\d[.,]\d/.test(cell) || currencyBeside(cell) !== null) && isNumber(cell);
}
