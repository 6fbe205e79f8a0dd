import { expect, test } from 'vitest';
import { NO_COUNTS } from '../../core/run.ts';
import { countsText } from './run-text.ts';

test('countsText lists the counts of a run in words, and omits zeros', () => {
  expect(countsText(NO_COUNTS)).toBe('no changes');
  expect(countsText({ ...NO_COUNTS, fetched: 1300, added: 1234, known: 1 })).toBe('1,234 added, 1 already there');
  expect(countsText({ ...NO_COUNTS, possibleDuplicates: 1 })).toBe('1 possible duplicate');
});
