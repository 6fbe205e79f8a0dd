import type { ChainLine, LineOrder } from './chain.ts';
import type { Units, UnitsOfLines } from './units.ts';

/** The changes of the balance by unsigned amounts. */
export interface SteppedAmounts {
  readonly amounts: readonly (Units | null)[];
  /** The line whose direction the balances do not show, because none is before it. Null if there is none. */
  readonly first: number | null;
  /** False if all steps go in one direction, which a sign of the whole column explains as well. */
  readonly isMixed: boolean;
}

/**
 * Gives each unsigned amount the direction of the step between its balance and the one before. Null if a step differs
 * from its amount.
 * @param isFirstOut the direction of the line without a balance before it.
 */
export function steppedAmounts(
  lines: readonly ChainLine[],
  sizes: UnitsOfLines,
  balances: UnitsOfLines,
  order: LineOrder,
  isFirstOut: boolean,
): SteppedAmounts | null {
  const amounts: (Units | null)[] = lines.map(() => null);
  const last = new Map<string, Units>();
  let first: number | null = null;
  let [ups, downs] = [0, 0];
  for (let count = 0; count < lines.length; count += 1) {
    const place = order === 'oldest-first' ? count : lines.length - 1 - count;
    const { group = '', label = null } = lines[place] ?? {};
    const [size, balance] = [sizes.at(place) ?? null, balances.at(place) ?? null];
    // A line with the opening balance may have it in the column of amounts.
    const end = balance ?? (label === 'balance' ? size : null);
    if (end === null || label === 'total') continue;
    const before = last.get(group);
    last.set(group, end);
    if (size === null || label !== null) continue;
    if (size < 0 || (before === undefined && first !== null)) return null;
    if (before === undefined) {
      first = place;
      amounts[place] = isFirstOut ? -size || 0 : size;
      continue;
    }
    const step = end - before;
    if (Math.abs(step) !== size) return null;
    amounts[place] = step;
    if (step > 0) ups += 1;
    if (step < 0) downs += 1;
  }
  return { amounts, first, isMixed: ups > 0 && downs > 0 };
}
