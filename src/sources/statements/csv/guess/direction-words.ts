import type { CsvAmountColumns } from '../../../../core/csv-mapping.ts';
import { ownDirection } from '../../../../core/amount-text.ts';
import { directionOf, type CsvColumn, type CsvSample } from '../table/csv-columns.ts';
import { clean } from '../table/csv-table.ts';

/**
 * The column that marks what came in ("CR") and is empty beside all other amounts, as banks write for their cards. Undefined
 * where there is none, or where amounts have signs of their own.
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

/** How amounts are read beside such a column: what has no mark went out. */
export function markedByCredits(amount: CsvColumn, credits: CsvColumn): CsvAmountColumns {
  const words = credits.values.map((value) => value.toLowerCase());
  return { kind: 'marked', column: amount.place, mark: credits.place, out: [''], in: words };
}

/**
 * A column that says for most amounts whether they went out or came in, and for others something that is neither known. Then no
 * sign would be right for all of them, and a line with such a word is named when it is read. Undefined where amounts have signs.
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
 * What a plus means in a column of which amounts say themselves which way they went ("1,100.00 CR"): money out where only what
 * came in says so. Null where none does, or where the others have signs.
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
