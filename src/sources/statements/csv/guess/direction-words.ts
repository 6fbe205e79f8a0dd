import type { CsvAmountColumns } from '../../../../core/csv-mapping.ts';
import { ownDirection } from '../../../../core/amount-text.ts';
import { directionOf, type CsvColumn, type CsvSample } from '../table/csv-columns.ts';
import { clean } from '../table/csv-table.ts';

/**
 * The column that marks incoming amounts ("CR") and is empty for all others, as card issuers write. Undefined if there
 * is none, or if amounts are signed.
 */
export function creditColumn(columns: readonly CsvColumn[], amount: CsvColumn): CsvColumn | undefined {
  if (amount.negatives > 0) return undefined;
  return columns.find(
    ({ place, role, filled, values }) =>
      place !== amount.place &&
      (role === null || role === 'direction' || role === 'kind') &&
      filled > 0 &&
      filled < amount.numbers &&
      values.every((value) => CREDIT.test(value)),
  );
}

const CREDIT = /^(?:cr|crdt|cdt|credit|credito|cr[eé]dit|haben|gutschrift)\.?$/i;

/** Reads amounts with such a column: unmarked ones are money out. */
export function markedByCredits(amount: CsvColumn, credits: CsvColumn): CsvAmountColumns {
  const words = credits.values.map((value) => value.toLowerCase());
  return { kind: 'marked', column: amount.place, mark: credits.place, out: [''], in: words };
}

/**
 * A column that states the direction of most amounts, and has unknown words for others, so that no sign would be right
 * for all. Reading reports the line with the unknown word. Undefined if amounts are signed.
 */
export function partlyKnown(
  columns: readonly CsvColumn[],
  amount: CsvColumn,
): { readonly column: CsvColumn; readonly out: readonly string[]; readonly in: readonly string[] } | undefined {
  if (amount.negatives > 0) return undefined;
  for (const column of columns) {
    const { place, role, filled, values } = column;
    if (place === amount.place || filled < amount.numbers || values.length > MOST_WORDS) continue;
    if (role !== null && role !== 'direction' && role !== 'kind') continue;
    const words = values.map((value) => value.toLowerCase());
    const [out, into] = (['out', 'in'] as const).map((way) => words.filter((word) => directionOf(word) === way));
    if (out === undefined || into === undefined || out.length === 0 || into.length === 0) continue;
    if (out.length + into.length < values.length) return { column, out, in: into };
  }
  return undefined;
}

const MOST_WORDS = 6;

/**
 * The meaning of a plus in amounts that include their direction ("1,100.00 CR"): money out if only incoming ones are
 * marked. Null if none is marked, or if the others are signed.
 */
export function signByOwnWords(
  { rows }: Pick<CsvSample, 'rows'>,
  { place }: CsvColumn,
): Extract<CsvAmountColumns, { kind: 'signed' }> | null {
  const amounts = rows.map((row) => clean(row[place])).filter((cell) => /[1-9]/.test(cell));
  const words = amounts.map(ownDirection);
  const silent = amounts.filter((_, line) => words[line] === null);
  if (words.every((word) => word === null) || silent.some((cell) => /[-\u2212(+]/.test(cell))) return null;
  if (silent.length > 0 && words.includes('out') && words.includes('in')) return null;
  return { kind: 'signed', column: place, inverted: silent.length > 0 && words.includes('in') };
}
