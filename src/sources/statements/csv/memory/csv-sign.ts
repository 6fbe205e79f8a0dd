import type { CsvAmountColumns, CsvMapping } from '../../../../core/csv-mapping.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { plainNumber } from '../../../../core/amount-text.ts';
import { labelOfRow } from '../values/csv-labels.ts';

/** How many amounts of a column have a minus, and none. */
export function countSigns(table: CsvTable, place: number): { readonly negatives: number; readonly positives: number } {
  const numbers = table.rows
    .slice(table.first)
    .filter((row) => labelOfRow(row) === null)
    .flatMap((row) => plainNumber(clean(row[place])) ?? [])
    .filter((number) => /[1-9]/.test(number));
  const negatives = numbers.filter((number) => number.startsWith('-')).length;
  return { negatives, positives: numbers.length - negatives };
}

/** A file without money out does not show how its bank writes it. */
export function withoutUnseenSign(table: CsvTable, amount: CsvAmountColumns): CsvAmountColumns {
  if (amount.kind !== 'two') return amount;
  const { negatives, positives } = countSigns(table, amount.out);
  return negatives + positives === 0 ? { ...amount, outIsNegative: null } : amount;
}

/**
 * What was learned where nothing went out takes the sign of money out from the first file that has some. Null where that
 * file has both, so that it has to be read as one of a new make.
 */
export function settleSign(mapping: CsvMapping, table: CsvTable): CsvMapping | null {
  const { amount } = mapping;
  if (amount.kind !== 'two' || amount.outIsNegative !== null) return mapping;
  const { negatives, positives } = countSigns(table, amount.out);
  if (negatives > 0 && positives > 0) return null;
  return negatives + positives === 0 ? mapping : { ...mapping, amount: { ...amount, outIsNegative: negatives > 0 } };
}
