import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromEpochDay, type CalendarDate } from '../../../core/calendar-date.ts';
import type { DayMonthOrder } from '../../../core/csv-mapping.ts';
import { QifDateSearch, readQifDate } from './qif-values.ts';

/** The date styles of QIF programs, by the order of day and month. */
const STYLES: Readonly<Record<DayMonthOrder, readonly ((year: string, month: string, day: string) => string)[]>> = {
  mdy: [
    (year, month, day) => `${month}/${day}/${year}`,
    (year, month, day) => `${Number(month)}/${Number(day)}'${year.slice(2)}`,
    (year, month, day) =>
      `${Number(month)}/${String(Number(day)).padStart(2)}'${String(Number(year.slice(2))).padStart(2)}`,
    (year, month, day) => `${month}-${day}-${year}`,
  ],
  dmy: [
    (year, month, day) => `${day}/${month}/${year}`,
    (year, month, day) => `${Number(day)}.${Number(month)}.${year.slice(2)}`,
    (year, month, day) => `${day} ${month} ${year}`,
  ],
};

const days = fc.array(fc.integer({ min: 11_000, max: 25_000 }).map(fromEpochDay), { minLength: 1, maxLength: 20 });
const styles = fc.oneof(
  fc.constantFrom(...STYLES.mdy).map((write) => ({ order: 'mdy' as const, write })),
  fc.constantFrom(...STYLES.dmy).map((write) => ({ order: 'dmy' as const, write })),
);

function written(day: CalendarDate, write: (year: string, month: string, day: string) => string): string {
  return write(day.slice(0, 4), day.slice(5, 7), day.slice(8, 10));
}

test('QifDateSearch reads a file in any date style correctly, or leaves its order open', () => {
  fc.assert(
    fc.property(days, styles, (days, { order, write }) => {
      const texts = days.map((day) => written(day, write));
      const search = new QifDateSearch<string>(null);
      expect(texts.map((text) => search.see(text, text))).toEqual(texts.map(() => null));
      const decided = search.decide();
      if (typeof decided === 'string') expect(texts.map((text) => readQifDate(text, decided))).toEqual(days);
      else expect(days.every((day) => Number(day.slice(8)) <= 12)).toBe(true);
      const given = new QifDateSearch<string>(order);
      for (const text of texts) given.see(text, text);
      expect(given.decide()).toBe(order);
    }),
  );
});

test('QifDateSearch reports a date that contradicts the order of earlier dates', () => {
  const search = new QifDateSearch<number>(null);
  expect(['01/02/2026', '12/31/2026', '2/3/2026', '31/12/2026'].map((text, index) => search.see(text, index))).toEqual([
    null,
    null,
    null,
    'conflicting',
  ]);
});

test('QifDateSearch leaves two-digit dates with dashes open, unless a date or varying days decide the order', () => {
  const decide = (...texts: string[]) => {
    const search = new QifDateSearch<string>(null);
    for (const text of texts) expect(search.see(text, text)).toBeNull();
    return search.decide();
  };
  expect(decide('26-01-31')).toEqual({ ambiguous: '26-01-31' });
  expect(decide('26-01-31', '26-02-01')).toEqual({ ambiguous: '26-01-31' });
  expect(decide('30-01-26', '31-01-26')).toBe('dmy');
  expect(decide('01-31-26')).toBe('mdy');
  expect(decide('31-12-99')).toBe('dmy');
});

test('QifDateSearch reads dates with points with the day first', () => {
  const search = new QifDateSearch<number>(null);
  expect(search.see('01.02.2026', 1)).toBeNull();
  expect(search.decide()).toBe('dmy');
  expect(search.see('01.31.2026', 2)).toBe('unreadable');
});

const NONE = [
  '',
  '1/2',
  '1/2/3',
  '1/2/345',
  '00/00/2026',
  '31/31/2026',
  '20261301',
  '01312026',
  '1/2/3/4',
  '2026/31/01',
  '1/ / 26',
  "1/1'2o",
  '١/١/٢٠٢٦',
];

describe('QifDateSearch for a text that is not a date', () => {
  test.each(NONE)('reports %j as unreadable', (text) =>
    expect(new QifDateSearch<null>(null).see(text, null)).toBe('unreadable'),
  );
});
