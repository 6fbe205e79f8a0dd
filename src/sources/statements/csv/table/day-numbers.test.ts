import { describe, expect, test } from 'vitest';
import { cutRows, tidyText } from './csv-rows.ts';
import { findTable } from './csv-table.ts';

const daysOf = (text: string) =>
  findTable(cutRows(tidyText('a.csv', text), ';'))
    ?.rows.slice(1, -1)
    .map(([day]) => day);

describe('a column of days that are numbers', () => {
  test.each([
    ['days as Excel counts them', '46091', '46094.75'],
    ['seconds since 1970', '1773133200', '1773360000'],
    ['milliseconds since 1970', '1773133200000', '1773360000123'],
  ])('is read: %s', (_, first, second) => {
    expect(daysOf(`Date;Description;Amount\n${first};Bakery;-1.50\n${second};Fuel;-45.00\n`)).toEqual([
      '2026-03-10',
      '2026-03-13',
    ]);
  });

  test.each([
    ['another cell is no such number', '46091', 'soon'],
    ['a number is of no recent year', '46091', '12345'],
  ])('is left if %s', (_, first, second) => {
    expect(daysOf(`Date;Description;Amount\n${first};Bakery;-1.50\n${second};Fuel;-45.00\n`)).toEqual([first, second]);
  });

  test('is none without the title of a date', () => {
    expect(daysOf('Number;Description;Amount\n46091;Bakery;-1.50\n46092;Fuel;-45.00\n') ?? null).toBeNull();
  });
});
