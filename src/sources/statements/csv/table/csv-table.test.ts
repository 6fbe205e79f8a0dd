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
    ['another cell is not a number', '46091', 'no. 7'],
    ['a number is not in a recent year', '46091', '12345'],
  ])('is left as text if %s', (_, first, second) => {
    expect(daysOf(`Date;Description;Amount\n${first};Bakery;-1.50\n${second};Fuel;-45.00\n`)).toEqual([first, second]);
  });

  test('is not recognized without a date header', () => {
    expect(daysOf('Number;Description;Amount\n46091;Bakery;-1.50\n46092;Fuel;-45.00\n') ?? null).toBeNull();
  });
});

describe('a CSV column of days without a year', () => {
  const daysBelow = (above: string, ...days: readonly string[]) =>
    daysOf(`${above}\nDate;Description;Amount\n${days.map((day) => `${day};Bakery;-1.50\n`).join('')}`)?.slice(1);

  test.each([
    ['Statement Date;15 Jan 2026', ['28 Dec', '02 Jan']],
    ['Tanggal;2026-01-15', ['28-DES', '02-JAN']],
    ['From 21 Dec 2025;to 15/01/2026', ["'28 Dec'", "'Jan 2'"]],
    ['Periode : 20/12/2025 - 15/01/2026', ["'28/12", "'02/01"]],
    ['12/20/2025 to 01/15/2026', ['12/28', '01/02']],
  ])('is up to the newest day above the table: %s', (above, days) => {
    expect(daysBelow(above, ...days)).toEqual(['2025-12-28', '2026-01-02']);
  });

  test('ignores words for pending lines, and totals below the table', () => {
    const lines = ['28/12;Bakery;-1.50', 'PEND;Taxi;-2.00', ';Total : 3.50;', 'Balance : 1,250.00'];
    expect(daysOf(`Until 31/12/2025\nDate;Description;Amount\n${lines.join('\n')}\n`)?.slice(1)).toEqual([
      '2025-12-28',
      'PEND',
      '',
      'Balance : 1,250.00',
    ]);
  });

  test('is left as text if day and month are ambiguous', () => {
    expect(daysBelow('Until 01/02/2026', '03/04', '05/06')).toEqual(['03/04', '05/06']);
  });

  test('is left as text without a day above the table', () => {
    expect(daysBelow('Statement', '28 Dec', '02 Jan')).toEqual(['28 Dec', '02 Jan']);
  });
});
