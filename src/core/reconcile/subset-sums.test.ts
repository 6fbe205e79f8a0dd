import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SubsetSums, type Item } from './subset-sums.ts';

const items: fc.Arbitrary<Item[]> = fc.array(
  fc.record({
    value: fc.oneof(fc.bigInt({ min: -6n, max: 6n }), fc.constantFrom(10n ** 15n, -(10n ** 15n))),
    weight: fc.nat(3),
  }),
  { maxLength: 8 },
);

it('finds the least weight of all subsets that have a sum, and no subset where none has it', () => {
  const property = fc.property(items, fc.bigInt({ min: -9n, max: 9n }), (some, sum) => {
    const sums = new SubsetSums(some);
    const fewest = sums.fewest(sum);
    expect(fewest).toBe(fewestOfAll(some, sum));
    const least = sums.leastOf(sum);
    if (fewest !== null) expect(least).toBeLessThanOrEqual(fewest);
  });
  fc.assert(property, { numRuns: 500 });
});

function fewestOfAll(some: readonly Item[], sum: bigint): number | null {
  let least: number | null = null;
  for (let subset = 0; subset < 1 << some.length; subset++) {
    const chosen = some.filter((_, place) => (subset >> place) % 2 === 1);
    if (chosen.reduce((total, { value }) => total + value, 0n) !== sum) continue;
    const weight = chosen.reduce((total, item) => total + item.weight, 0);
    if (least === null || weight < least) least = weight;
  }
  return least;
}
