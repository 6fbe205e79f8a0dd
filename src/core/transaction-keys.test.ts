import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangeKeys, repeatsIn } from './transaction-keys.ts';

/** Few ids that are often equal or look like each other's made-up keys. */
const ids = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', '__proto__', ''), fc.constantFrom('', '#2', '#3', '#02', '#2#2', '#'))
    .map((parts) => parts.join('')),
  { maxLength: 12 },
);

describe('the keys of an answer', () => {
  it('are the ids themselves where each comes once', () => {
    expect(rangeKeys(['x', 'y', '__proto__'])).toEqual(['x', 'y', '__proto__']);
  });

  it('number the later ones of an id from 2, in their order', () => {
    expect(rangeKeys(['x', 'y', 'x', 'x', 'y'])).toEqual(['x', 'y', 'x#2', 'x#3', 'y#2']);
  });

  it('leave an id that ends in #2 to the row that has it', () => {
    expect(rangeKeys(['x', 'x', 'x#2'])).toEqual(['x', 'x#3', 'x#2']);
    expect(rangeKeys(['x#2', 'x', 'x', 'x#2'])).toEqual(['x#2', 'x', 'x#3', 'x#2#2']);
  });

  it('never come twice, and are the id or the id with a number', () => {
    fc.assert(
      fc.property(ids, (given) => {
        const keys = rangeKeys(given);
        expect(new Set(keys).size).toBe(given.length);
        for (const [index, key] of keys.entries()) {
          const id = given[index] as string;
          if (given.indexOf(id) === index) expect(key).toBe(id);
          else expect(key.slice(0, id.length + 1)).toBe(`${id}#`);
        }
      }),
    );
  });
});

describe('the ids whose keys depend on the range', () => {
  it('hold every id that any part of the rows gives another key', () => {
    fc.assert(
      fc.property(ids, fc.nat(12), fc.nat(12), (all, from, to) => {
        const isRepeat = repeatsIn(all);
        const range = all.slice(Math.min(from, to), Math.max(from, to));
        const special = range.filter((id) => isRepeat(id));
        const keys = rangeKeys(special);
        // Working out the special ones alone gives what working out all of them gives.
        expect(range.map((id) => (isRepeat(id) ? keys.shift() : id))).toEqual(rangeKeys(range));
      }),
    );
  });

  it('are none where every id comes once', () => {
    const isRepeat = repeatsIn(['a', 'a#2', 'b#3']);
    expect(['a', 'a#2', 'b#3'].some((id) => isRepeat(id))).toBe(false);
  });
});
