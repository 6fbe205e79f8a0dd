import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from './candidates.ts';

interface Item {
  readonly at: number;
  readonly value: number;
}

const near = (a: number, b: number): number | null => (Math.abs(a - b) <= 3 ? Math.abs(a - b) : null);
const nearItems = (a: Item, b: Item): number | null => near(a.value, b.value);
const itemsOf = (values: readonly number[]): readonly Item[] => values.map((value, at) => ({ at, value }));
const lists = fc.array(fc.nat(20), { maxLength: 7 }).map((items) => items.toSorted((a, b) => a - b));

/** The best result, found by trying all matches. */
function best(left: readonly number[], right: readonly number[]): readonly [count: number, cost: number] {
  const [a, ...others] = left;
  if (a === undefined) return [0, 0];
  const ways = [best(others, right)];
  for (const [at, b] of right.entries()) {
    const cost = near(a, b);
    if (cost === null) continue;
    const [count, sum] = best(others, right.slice(at + 1));
    ways.push([count + 1, sum + cost]);
  }
  return ways.reduce((x, y) => (y[0] > x[0] || (y[0] === x[0] && y[1] < x[1]) ? y : x));
}

describe('align', () => {
  it('matches as many items of two ordered lists as possible, at the lowest cost', () => {
    fc.assert(
      fc.property(lists, lists, (left, right) => {
        const found = align(itemsOf(left), itemsOf(right), nearItems);
        const costs = found.map(([a, b]) => nearItems(a, b));
        expect(costs).not.toContain(null);
        for (const side of [0, 1] as const) {
          const places = found.map((match) => match[side].at);
          expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        }
        expect([found.length, costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)]).toEqual(best(left, right));
      }),
    );
  });

  it('matches every item of two equal long lists, which it compares in blocks', () => {
    const long = itemsOf(Array.from({ length: 5001 }, (_, at) => at));
    expect(align(long, long, nearItems)).toEqual(long.map((item) => [item, item]));
  });
});
