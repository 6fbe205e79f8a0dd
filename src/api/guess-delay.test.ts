import { expect, it } from 'vitest';
import { createGuessDelay } from './guard.ts';

it('from the eleventh failure on, the delay doubles with each failure, up to one second', () => {
  const delay = createGuessDelay();
  const waits = Array.from({ length: 20 }, () => delay.failed('127.0.0.1', 0));
  expect(waits.slice(0, 10)).toEqual(Array(10).fill(0));
  expect(waits.slice(10, 14)).toEqual([20, 40, 80, 160]);
  expect(waits.at(-1)).toBe(1000);
});

it('failures count for each remote address separately, and expire after a minute', () => {
  const delay = createGuessDelay();
  for (let failure = 0; failure < 20; failure += 1) delay.failed('127.0.0.1', 0);
  expect(delay.failed('::1', 0)).toBe(0);
  expect(delay.failed('127.0.0.1', 60_001)).toBe(0);
});
