import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAmounts, readDates } from './column-texts.ts';

const two = (number: number): string => String(number).padStart(2, '0');

test('readDates never misreads a date, and reads all dates of a column if one reveals the order', () => {
  const day = fc.record({
    year: fc.integer({ min: 1990, max: 2059 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  });
  type Day = typeof day extends fc.Arbitrary<infer Value> ? Value : never;
  const write: Record<string, (one: Day) => string> = {
    dmy: ({ year, month, day: on }) => `${two(on)}/${two(month)}/${year}`,
    mdy: ({ year, month, day: on }) => `${month}/${on}/${year}`,
    dots: ({ year, month, day: on }) => `${on}.${month}.${two(year % 100)}`,
    ymd: ({ year, month, day: on }) => `${year}/${month}/${on}`,
  };
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(write)), fc.array(day, { minLength: 1, maxLength: 12 }), (how, days) => {
      const texts = days.map((one) => write[how]?.(one) ?? '');
      const read = readDates([...texts, 'some day']);
      const isClear = how === 'dots' || how === 'ymd' || days.some((one) => one.day > 12);
      for (const [place, { year, month, day: on }] of days.entries()) {
        const expected = `${year}-${two(month)}-${two(on)}`;
        const found = read(texts[place] ?? '');
        expect(found === null ? !isClear : found === expected).toBe(true);
      }
      expect(read('some day')).toBeNull();
    }),
  );
});

test('readAmounts never misreads an amount, and reads all amounts of a column if one reveals the decimal mark', () => {
  const money = fc.record({
    whole: fc.integer({ min: 0, max: 9_999_999 }),
    decimals: fc.constantFrom('', '50', '05'),
    sign: fc.constantFrom('', '-'),
    currency: fc.constantFrom('', ' €', ' EUR'),
  });
  fc.assert(
    fc.property(fc.constantFrom(',', '.'), fc.array(money, { minLength: 1, maxLength: 12 }), (mark, amounts) => {
      const group = mark === ',' ? '.' : ',';
      const texts = amounts.map(({ whole, decimals, sign, currency }) => {
        const grouped = String(whole).replaceAll(/\B(?=(\d{3})+$)/g, group);
        return `${sign}${grouped}${decimals === '' ? '' : `${mark}${decimals}`}${currency}`;
      });
      const read = readAmounts(texts);
      const isClear = amounts.some(({ whole, decimals }) => decimals !== '' || whole >= 1_000_000);
      for (const [place, { whole, decimals, sign }] of amounts.entries()) {
        const expected = Number(`${sign}${whole}.${decimals || '0'}`);
        const found = read(texts[place] ?? '');
        expect(found === null ? !isClear : Number(found) === expected || (Number(found) === 0 && expected === 0)).toBe(
          true,
        );
      }
    }),
  );
});
