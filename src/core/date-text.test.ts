import { describe, expect, test } from 'vitest';
import { readDate } from './date-text.ts';

describe('the year of a day', () => {
  test.each([
    ['15/01/2569', '2026-01-15'],
    ['29.02.2567', '2024-02-29'],
    ['29/02/2569', null],
    ['15/01/1999', '1999-01-15'],
    ['15/01/69', '2069-01-15'],
  ])('is of the era that it is counted from: %s is %s', (text, day) => {
    expect(readDate(text, 'dmy')).toBe(day);
  });

  test.each(['15/01/2206', '15/01/0026', '15/01/1111', '2206-01-15', '15 January 9999'])(
    'is one in which banks of today book, which %s is not',
    (text) => {
      expect(readDate(text, text.startsWith('2') ? 'ymd' : 'dmy')).toBeNull();
    },
  );
});
