import { setImmediate as turn } from 'node:timers/promises';
import type { TransactionOrder } from '../../contract/control/transactions.ts';
import { plainLetters } from '../../core/plain-letters.ts';
import type { SearchableRow } from './mirror-rows.ts';

/** A few milliseconds of comparing; others are answered in between. */
const PER_TURN = 5000;

interface Keyed {
  readonly row: SearchableRow;
  /** Null comes last, in either direction: there is nothing to compare. */
  readonly key: string | number | null;
}

/** Rows, which come newest first, in another order; those that are equal in it stay as they come. */
export async function sortRows(
  rows: readonly SearchableRow[],
  { by, isDescending }: TransactionOrder,
): Promise<readonly SearchableRow[]> {
  if (by === 'date') return isDescending ? rows : rows.toReversed();
  const keyed: Keyed[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % PER_TURN === 0) await turn();
    keyed.push({ row, key: keyOf(row, by) });
  }
  const direction = isDescending ? -1 : 1;
  const compare = ({ key: a }: Keyed, { key: b }: Keyed): number => {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b ? -direction : direction;
  };
  return (await sortInTurns(keyed, compare)).map(({ row }) => row);
}

function keyOf({ view }: SearchableRow, by: Exclude<TransactionOrder['by'], 'date'>): Keyed['key'] {
  if (view[by] === '') return null;
  return by === 'amount' ? Number(view.amount) : plainLetters(view[by]);
}

/** As `toSorted`, piece by piece. */
async function sortInTurns<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += PER_TURN) {
    runs.push(items.slice(start, start + PER_TURN).sort(compare));
    await turn();
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let place = 0; place < runs.length; place += 2)
      merged.push(await merge(runs[place] ?? [], runs[place + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const merged: Item[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (fromLeft < left.length && fromRight < right.length) {
    if (merged.length % PER_TURN === 0) await turn();
    const [one, other] = [left[fromLeft] as Item, right[fromRight] as Item];
    if (compare(one, other) <= 0) {
      merged.push(one);
      fromLeft += 1;
    } else {
      merged.push(other);
      fromRight += 1;
    }
  }
  for (const rest of [left.slice(fromLeft), right.slice(fromRight)]) for (const item of rest) merged.push(item);
  return merged;
}
