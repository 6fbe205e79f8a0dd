import { expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const NOW = Date.parse('2026-03-10T09:00:00Z');

it.each([
  ['120', 120_000],
  [' 1.5 ', 1500],
  ['0', 0],
  ['Tue, 10 Mar 2026 09:02:00 GMT', 120_000],
  ['Tue, 10 Mar 2026 08:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  [undefined, null],
  [null, null],
])('reads %j as %j milliseconds', (header, milliseconds) => {
  expect(parseRetryAfter(header, NOW)).toBe(milliseconds);
});
