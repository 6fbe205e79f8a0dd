import { expect, test } from 'vitest';
import type { RunItem } from '../../core/run.ts';
import { itemsOfKind } from './reported-items.ts';

const added = (possibleDuplicateOf: readonly number[]) =>
  ({
    kind: 'added',
    connectionId: 'c',
    values: {},
    ruleRow: null,
    possibleDuplicateOf,
    raw: null,
  }) as unknown as RunItem;
const updated = (kept: readonly string[]) =>
  ({
    kind: 'updated',
    connectionId: 'c',
    transactionId: 't',
    reason: 'changed',
    cells: [],
    kept,
    raw: null,
  }) as unknown as RunItem;
const LEFT: RunItem = { kind: 'left-feed', transactionId: 'gone' };
const KEPT: RunItem = { kind: 'kept', transactionId: 'mine', why: 'You changed it.' };

const ITEMS = [added([]), added([4]), LEFT, updated([]), updated(['amount']), KEPT, added([5, 6])];

test.each([
  ['added', [0, 1, 6]],
  ['possibly-twice', [1, 6]],
  ['updated', [3, 4]],
  ['kept', [4, 5]],
  ['left-feed', [2]],
  ['removed', []],
] as const)('itemsOfKind() returns the items of the kind %s', (kind, places) => {
  expect(itemsOfKind(ITEMS, kind, 0, 100)).toEqual({
    items: places.map((place) => ITEMS[place]),
    total: places.length,
  });
});

test('itemsOfKind() returns the requested page, and the total number of items of the kind', () => {
  expect(itemsOfKind(ITEMS, 'added', 1, 1)).toEqual({ items: [ITEMS[1]], total: 3 });
  expect(itemsOfKind(ITEMS, 'added', 3, 1)).toEqual({ items: [], total: 3 });
});
