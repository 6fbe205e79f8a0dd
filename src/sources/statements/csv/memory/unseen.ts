import { plainNumber } from '../../../../core/amount-text.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { isDateShaped, isSameDay } from '../../../../core/date-text.ts';
import { hasMoney, isMoneyLike, moneyPlaces } from '../arithmetic/amounts.ts';
import type { Findings } from '../reading/findings.ts';
import { labelOfLine, type CsvColumn } from '../table/csv-columns.ts';
import { clean, MONEY_ROLES, type CsvTable } from '../table/csv-table.ts';

/** Columns whose purpose this file does not show: empty columns of amounts, and columns that only repeat the booking day. */
export function unseenColumns({ table, columns, sample }: Findings, mapping: CsvMapping): readonly number[] {
  const { date, dateOrder, amount, fee, balance, description } = mapping;
  const isTwin = ({ place, role, dates }: CsvColumn): boolean =>
    (role === null || role === columns[date]?.role) &&
    place !== date &&
    dates > 0 &&
    sample.rows.every((row) => isSameDay(clean(row[place]), clean(row[date]), dateOrder));
  const used = new Set([...moneyPlaces(amount), fee, balance, ...description]);
  const mayBeMoney = ({ role, filled, numbers, positives, negatives }: CsvColumn): boolean =>
    numbers === filled &&
    positives + negatives === 0 &&
    (role === null ? table.header === null : role !== 'balance' && MONEY_ROLES.has(role));
  return columns
    .filter((column) => !used.has(column.place) && (mayBeMoney(column) || isTwin(column)))
    .map(({ place }) => place);
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

/** The columns in `unseen` that now have amounts (`money`), and whether one now has other days than the date column (`days`). */
export function newlySeen(table: CsvTable, { unseen = [], date, dateOrder, amount }: CsvMapping) {
  const { out, in: into, outIsNegative, inIsNegative } = amount.kind === 'two' ? amount : { out: -1, in: -1 };
  const sides = [...(outIsNegative === null ? [out] : []), ...(inIsNegative === null ? [into] : [])];
  const rows = table.rows.slice(table.first);
  const isMoneyIn = (row: readonly string[], place: number): boolean =>
    table.header !== null || sides.includes(place) || isMoneyLike(clean(row[place]));
  const isMoney = (place: number): boolean =>
    rows.some((row) => hasMoney(row, place) && isMoneyIn(row, place) && labelOfLine(table, row) === null);
  const isOtherDay = (place: number): boolean =>
    rows.some((row) => {
      const [day, other] = [clean(row[date]), clean(row[place])];
      return !isSameDay(day, other, dateOrder) && isDateShaped(day) && isDateShaped(other);
    });
  return { money: new Set([...unseen, ...sides].filter(isMoney)), days: unseen.some(isOtherDay) };
}
