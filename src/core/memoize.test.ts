import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

test('memoize caches every result, including null', () => {
  const computed: number[] = [];
  const half = memoize((value: number) => (computed.push(value), value % 2 === 0 ? value / 2 : null));
  expect([4, 3, 4, 3].map(half)).toEqual([2, null, 2, null]);
  expect(computed).toEqual([4, 3]);
});

test('memoize computes a result again after the version changes', () => {
  let version = 0;
  const computed: string[] = [];
  const upper = memoize((text: string) => (computed.push(text), text.toUpperCase()), { version: () => version });
  expect(['a', 'a'].map(upper)).toEqual(['A', 'A']);
  version += 1;
  upper('a');
  expect(computed).toEqual(['a', 'a']);
});

test('memoize drops cached results beyond its maximum number', () => {
  let computed = 0;
  const count = memoize((_key: number) => (computed += 1), { most: 1000 });
  for (let key = 0; key < 5000; key += 1) count(key);
  count(0);
  expect(computed).toBe(5001);
});

test('memoize returns correct results even for more values than it caches', () => {
  const square = memoize((value: number) => value * value);
  const values = Array.from({ length: 25_000 }, (_, index) => index % 12_500);
  expect(values.map(square)).toEqual(values.map((value) => value * value));
});
