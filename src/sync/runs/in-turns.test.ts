import { expect, test } from 'vitest';
import { atOnce, type Steps } from '../../core/steps.ts';
import { inTurns } from './in-turns.ts';

function* sum(of: readonly number[], seen: (partly: number) => void): Steps<number> {
  let total = 0;
  for (const one of of) {
    total += one;
    seen(total);
    yield;
  }
  return total;
}

test('inTurns() lets other work run between the steps, and returns the same result as atOnce()', async () => {
  const order: (number | string)[] = [];
  let isDone = false;
  const other = (): void => {
    order.push('other');
    if (!isDone) setImmediate(other);
  };
  setImmediate(other);
  const seen = (partly: number): void => void order.push(partly);
  const total = await inTurns(sum([1, 2, 3], seen));
  isDone = true;
  expect(total).toBe(atOnce(sum([1, 2, 3], () => undefined)));
  expect(order.slice(0, 6)).toEqual([1, 'other', 3, 'other', 6, 'other']);
});
