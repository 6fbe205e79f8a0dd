import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

test('computes each result once, also a null one', () => {
  const computed: number[] = [];
  const half = memoize((value: number) => (computed.push(value), value % 2 === 0 ? value / 2 : null));
  expect([4, 3, 4, 3].map(half)).toEqual([2, null, 2, null]);
  expect(computed).toEqual([4, 3]);
});

test('returns correct results for more values than it caches', () => {
  const square = memoize((value: number) => value * value);
  const values = Array.from({ length: 25_000 }, (_, index) => index % 12_500);
  expect(values.map(square)).toEqual(values.map((value) => value * value));
});
