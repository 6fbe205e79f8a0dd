import { roleOfTitle } from '../../../../core/column-titles.ts';
import type { CsvRows } from './csv-rows.ts';

/** The titles after "Source" and "Target", and the new titles of the columns for the user's side and the other side. */
const SIDES = [
  ['amount (after fees)', 'Amount (Source / Target)', 'Original amount'],
  ['currency', 'Currency (Source / Target)', 'Original currency'],
  ['name', 'Own name', 'Payee (Target / Source)'],
] as const;

/** Wise has columns for the source and the target of money. Swaps them in incoming lines, so that the first ones are the user's. */
export function ownSideFirst(rows: CsvRows['rows'], header: number | null): CsvRows['rows'] {
  const titles = (rows[header ?? -1] ?? []).map((title) => title.trim());
  const direction = titles.findIndex((title) => roleOfTitle(title) === 'direction');
  const pairs = SIDES.flatMap(([words, own, other]) => {
    const places = ['Source', 'Target'].map((side) => titles.indexOf(`${side} ${words}`));
    return places.includes(-1) ? [] : [{ places, names: [own, other] }];
  });
  if (direction === -1 || pairs.length < SIDES.length) return rows;
  return rows.map((row, index) => {
    if (row.length <= direction || index < Number(header)) return row;
    const isIn = /^in$/i.test(row[direction]?.trim() ?? '');
    const swapped = [...row];
    for (const { places, names } of pairs) {
      const cells = index === header ? names : places.map((place) => row[place] ?? '');
      for (const [side, place] of (isIn ? places.toReversed() : places).entries()) swapped[place] = cells[side] ?? '';
    }
    return swapped;
  });
}
