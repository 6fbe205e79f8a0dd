import { expect, test } from 'vitest';
import { enteredText } from './entered.ts';
import { localeOf, serialOf } from './locale.ts';

const DAY = { numberValue: serialOf(2026, 3, 9) };

test.each([
  ['en_US', '3/9/2026', DAY, 'm/d/yyyy'],
  ['en_GB', '9/3/2026', DAY, 'dd/mm/yyyy'],
  ['de_DE', '9.3.2026', DAY, 'dd.mm.yyyy'],
  ['de_DE', '2026-03-09', DAY, 'yyyy-mm-dd'],
  ['en_US', '13/1/2026', { stringValue: '13/1/2026' }, undefined],
  ['en_US', '-12.5', { numberValue: -12.5 }, undefined],
  ['de_DE', '-12,5', { numberValue: -12.5 }, undefined],
  ['de_DE', '1.234,50', { numberValue: 1234.5 }, '#,##0.00'],
  ['de_DE', '12.5', { stringValue: '12.5' }, undefined],
  ['en_US', '1,23', { stringValue: '1,23' }, undefined],
  ['en_US', '12%', { numberValue: 0.12 }, '0.00%'],
  ['en_US', 'true', { boolValue: true }, undefined],
  ['en_US', '=1+1', { formulaValue: '=1+1' }, undefined],
  ['en_US', "'0012", { stringValue: '0012' }, undefined],
  ['en_US', 'Corner shop', { stringValue: 'Corner shop' }, undefined],
])('in %s, the input %s becomes %o', (name, text, value, pattern) => {
  const locale = localeOf(name);
  if (locale === null) throw new Error(name);
  const { value: taken, numberFormat } = enteredText(text, locale);
  expect({ taken, pattern: numberFormat?.pattern }).toEqual({ taken: value, pattern });
});

test.each([
  ['sv_SE', 'yyyy-mm-dd', ','],
  ['fr_CA', 'yyyy-mm-dd', ','],
  ['it_IT', 'dd/mm/yyyy', ','],
  ['ja_JP', 'yyyy/mm/dd', '.'],
])('an unlisted locale uses the formats of Intl: %s', (name, date, decimal) => {
  expect(localeOf(name)).toMatchObject({ date, decimal });
});

test.each(['english', 'xx_YY_ZZ', 'EN', 'qqq_QQ'])('%s is not a locale', (name) => {
  expect(localeOf(name)).toBeNull();
});
