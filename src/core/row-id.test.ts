import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sheetRow } from '../../test/support/sheet-row.ts';
import { createRowIds, rangeKeys, repeatsIn } from './row-id.ts';

const digest = (text: string): string => `<${text}>`;

describe('createRowIds', () => {
  it('returns the transaction id of a row that has one', () => {
    const rowId = createRowIds(digest);
    expect(rowId(sheetRow({ transactionId: '__proto__' }))).toBe('__proto__');
    expect(rowId(sheetRow({ transactionId: 'x#2' }))).toBe('x#2');
  });

  it('derives the id of a typed row from its content, not from its position or category', () => {
    const typed = sheetRow({ transactionId: '', index: 2 });
    const moved = sheetRow({ transactionId: '', index: 90, category: 'Groceries' });
    expect(createRowIds(digest)(moved)).toBe(createRowIds(digest)(typed));
    expect(createRowIds(digest)(sheetRow({ transactionId: '', description: 'Other' }))).not.toBe(
      createRowIds(digest)(typed),
    );
  });

  it('returns different ids for equal typed rows', () => {
    const rowId = createRowIds(digest);
    expect(rowId(sheetRow({ transactionId: '' }))).not.toBe(rowId(sheetRow({ transactionId: '' })));
  });
});

/** A few ids, which are often equal or look like the numbered key of another id. */
const ids = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', '__proto__', ''), fc.constantFrom('', '#2', '#3', '#02', '#2#2', '#'))
    .map((parts) => parts.join('')),
  { maxLength: 12 },
);

describe('rangeKeys', () => {
  it('returns unique ids unchanged', () => {
    expect(rangeKeys(['x', 'y', '__proto__'])).toEqual(['x', 'y', '__proto__']);
  });

  it('numbers repeated ids from 2 in order', () => {
    expect(rangeKeys(['x', 'y', 'x', 'x', 'y'])).toEqual(['x', 'y', 'x#2', 'x#3', 'y#2']);
  });

  it('skips a key that is the id of another row', () => {
    expect(rangeKeys(['x', 'x', 'x#2'])).toEqual(['x', 'x#3', 'x#2']);
    expect(rangeKeys(['x#2', 'x', 'x', 'x#2'])).toEqual(['x#2', 'x', 'x#3', 'x#2#2']);
  });

  it('returns unique keys that consist of the id, with or without a number', () => {
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

describe('repeatsIn', () => {
  it('finds every id whose key depends on the requested range', () => {
    fc.assert(
      fc.property(ids, fc.nat(12), fc.nat(12), (all, from, to) => {
        const isRepeat = repeatsIn(all);
        const range = all.slice(Math.min(from, to), Math.max(from, to));
        const special = range.filter((id) => isRepeat(id));
        const keys = rangeKeys(special);
        // Computing only the special keys gives the same result as computing all.
        expect(range.map((id) => (isRepeat(id) ? keys.shift() : id))).toEqual(rangeKeys(range));
      }),
    );
  });

  it('finds nothing if all ids are unique', () => {
    const isRepeat = repeatsIn(['a', 'a#2', 'b#3']);
    expect(['a', 'a#2', 'b#3'].some((id) => isRepeat(id))).toBe(false);
  });
});
