import { describe, expect, test } from 'vitest';
import { cutRows, tidyText } from './csv-rows.ts';
import { findTable } from './csv-table.ts';

const daysOf = (text: string) =>
  findTable(cutRows(tidyText('a.csv', text), ';'))
    ?.rows.slice(1, -1)
    .map(([day]) => day);

describe('a CSV column of numeric dates', () => {
  test.each([
    ['serial days of Excel', '46091', '46094.75'],
    ['seconds since 1970', '1773133200', '1773360000'],
    ['milliseconds since 1970', '1773133200000', '1773360000123'],
  ])('is read as %s', (_, first, second) => {
    expect(daysOf(`Date;Description;Amount\n${first};Bakery;-1.50\n${second};Fuel;-45.00\n`)).toEqual([
      '2026-03-10',
      '2026-03-13',
    ]);
  });

  test.each([
    ['another cell is not a number', '46091', 'soon'],
    ['a number is not in a recent year', '46091', '12345'],
  ])('is left as text if %s', (_, first, second) => {
    expect(daysOf(`Date;Description;Amount\n${first};Bakery;-1.50\n${second};Fuel;-45.00\n`)).toEqual([first, second]);
  });

  test('is not recognized without a date header', () => {
    expect(daysOf('Number;Description;Amount\n46091;Bakery;-1.50\n46092;Fuel;-45.00\n') ?? null).toBeNull();
  });
});
