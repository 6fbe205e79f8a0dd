import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

test('works out each value once, also one that comes to nothing', () => {
  const asked: number[] = [];
  const half = remembered((value: number) => (asked.push(value), value % 2 === 0 ? value / 2 : null));
  expect([4, 3, 4, 3].map(half)).toEqual([2, null, 2, null]);
  expect(asked).toEqual([4, 3]);
});

test('gives the right results for more values than it remembers', () => {
  const square = remembered((value: number) => value * value);
  const values = Array.from({ length: 25_000 }, (_, index) => index % 12_500);
  expect(values.map(square)).toEqual(values.map((value) => value * value));
});
