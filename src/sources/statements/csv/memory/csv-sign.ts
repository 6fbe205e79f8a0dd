import type { CsvAmountColumns, CsvMapping } from '../../../../core/csv-mapping.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { plainNumber } from '../../../../core/amount-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';

/** Counts the amounts with and without a minus. */
export function countSigns(table: CsvTable, place: number): { readonly negatives: number; readonly positives: number } {
  const numbers = table.rows
    .slice(table.first)
    .filter((row) => labelOfRow(row) === null)
    .flatMap((row) => plainNumber(clean(row[place])) ?? [])
    .filter((number) => /[1-9]/.test(number));
  const negatives = numbers.filter((number) => number.startsWith('-')).length;
  return { negatives, positives: numbers.length - negatives };
}

/** A file without money out does not show its notation. */
export function withoutUnseenSign(table: CsvTable, amount: CsvAmountColumns): CsvAmountColumns {
  if (amount.kind !== 'two') return amount;
  const isSeen = (place: number): boolean => {
    const { negatives, positives } = countSigns(table, place);
    return negatives + positives > 0;
  };
  return {
    ...amount,
    ...(isSeen(amount.out) ? {} : { outIsNegative: null }),
    ...(isSeen(amount.in) ? {} : { inIsNegative: null }),
  };
}

/**
 * A mapping learned without money out takes its sign from the first file that has some. Null if that file has both
 * signs, so that it counts as a new layout.
 */
export function settleSign(mapping: CsvMapping, table: CsvTable): CsvMapping | null {
  const { amount } = mapping;
  if (amount.kind !== 'two') return mapping;
  if (amount.inIsNegative === null) {
    const { negatives, positives } = countSigns(table, amount.in);
    if (negatives > 0) return null;
    if (positives > 0) return settleSign({ ...mapping, amount: { ...amount, inIsNegative: undefined } }, table);
  }
  if (amount.outIsNegative !== null) return mapping;
  const { negatives, positives } = countSigns(table, amount.out);
  if (negatives > 0 && positives > 0) return null;
  return negatives + positives === 0 ? mapping : { ...mapping, amount: { ...amount, outIsNegative: negatives > 0 } };
}
