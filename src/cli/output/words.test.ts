import { expect, test } from 'vitest';
import { NO_COUNTS } from '../../core/run.ts';
import { countsInWords, moment, period, plural } from './words.ts';

test.each([
  [15, 'every 15 minutes'],
  [60, 'every 1 hour'],
  [90, 'every 1 hour 30 minutes'],
  [360, 'every 6 hours'],
  [1440, 'once a day'],
])('a period of %i minutes is %j', (minutes, words) => {
  expect(period(minutes)).toBe(words);
});

test('counts are said in words, and those of nothing are left out', () => {
  expect(countsInWords(NO_COUNTS)).toBe('nothing new');
  expect(countsInWords({ ...NO_COUNTS, fetched: 1300, added: 1234, known: 1 })).toBe('1,234 added, 1 known before');
});

test('one row is a row, and more are rows', () => {
  expect([plural(0, 'row'), plural(1, 'row'), plural(2000, 'row')]).toEqual(['0 rows', '1 row', '2,000 rows']);
});

test('a moment is told by the clock of this machine', () => {
  expect(moment(null)).toBe('never');
  expect(moment(new Date(2026, 0, 31, 8, 5).toISOString())).toBe('2026-01-31 08:05');
});
