import { expect, test } from 'vitest';
import { localeOf, serialOf, type Locale } from './locale.ts';
import { shownText } from './shown.ts';

function locale(name: string): Locale {
  const found = localeOf(name);
  if (found === null) throw new Error(name);
  return found;
}

const DAY = serialOf(2026, 3, 9);
const MOMENT = DAY + (14 * 3600 + 5 * 60 + 7) / 86_400;

test.each([
  ['en_US', 'DATE', undefined, DAY, '3/9/2026'],
  ['en_GB', 'DATE', undefined, DAY, '09/03/2026'],
  ['de_DE', 'DATE', undefined, DAY, '09.03.2026'],
  ['de_DE', 'DATE', 'yyyy-mm-dd', DAY, '2026-03-09'],
  ['en_US', 'DATE', 'dd.mm.yyyy', DAY, '09.03.2026'],
  ['en_US', 'DATE', 'ddd, d mmm yy', DAY, 'Mon, 9 Mar 26'],
  ['de_DE', 'DATE', 'dddd, d. mmmm yyyy', DAY, 'Montag, 9. März 2026'],
  ['en_US', 'DATE_TIME', undefined, MOMENT, '3/9/2026 14:05:07'],
  ['en_US', 'DATE_TIME', 'yyyy-mm-dd"T"hh:mm:ss', MOMENT, '2026-03-09T14:05:07'],
  ['en_US', 'TIME', 'h:mm am/pm', MOMENT, '2:05 PM'],
  ['en_US', 'TIME', '[h]:mm', 1.5, '36:00'],
  ['en_US', 'NUMBER', undefined, -1234.5, '-1,234.50'],
  ['de_DE', 'NUMBER', '#,##0.00', -1234.5, '-1.234,50'],
  ['en_US', 'NUMBER', '0.###', 1.25, '1.25'],
  ['en_US', 'NUMBER', '0', -0.4, '0'],
  ['en_US', 'NUMBER', '#,##0.00;(#,##0.00);"-"', -5, '(5.00)'],
  ['en_US', 'NUMBER', '#,##0.00;(#,##0.00);"-"', 0, '-'],
  ['en_US', 'NUMBER', '0.00', 1.005, '1.01'],
  ['en_US', 'NUMBER', '00000', 42, '00042'],
  ['en_US', 'CURRENCY', undefined, 1234.5, '$1,234.50'],
  ['de_DE', 'CURRENCY', undefined, 1234.5, '1.234,50 €'],
  ['en_US', 'CURRENCY', '[$€-407]#,##0.00', 3, '€3.00'],
  ['en_US', 'PERCENT', undefined, 0.1234, '12.34%'],
  ['en_US', 'SCIENTIFIC', undefined, 12_345, '1.23E+04'],
])('in %s a %s with the pattern %s shows %d as %s', (name, type, pattern, value, text) => {
  expect(shownText(value, { type, ...(pattern !== undefined && { pattern }) }, locale(name))).toBe(text);
});

test.each([
  ['en_US', 12.5, '12.5'],
  ['de_DE', -12.5, '-12,5'],
  ['en_US', 0.1 + 0.2, '0.3'],
  ['en_US', 1 / 3, '0.3333333333'],
  ['en_US', 123_456_789_012, '123456789012'],
  ['en_US', 1e15, '1E+15'],
  ['en_US', true, 'TRUE'],
  ['de_DE', '1,5', '1,5'],
])('in %s without a format %s is shown as %s', (name, value, text) => {
  expect(shownText(value, null, locale(name))).toBe(text);
});

test.each(['english', 'EN', 'qqq_QQ'])('%s is not a locale', (name) => {
  expect(localeOf(name)).toBeNull();
});
