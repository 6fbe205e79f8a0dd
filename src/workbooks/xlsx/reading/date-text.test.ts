import { describe, expect, test } from 'vitest';
import type { LocalDateTime } from '../../../core/calendar-date.ts';
import { dateFormatter, builtInFormat, isDateFormat } from './styles.ts';

const MOMENT = '2026-03-05T14:07:09' as LocalDateTime;

describe('a formatted date', () => {
  test.each([
    ['yyyy-mm-dd', '2026-03-05'],
    ['yyyy\\-mm\\-dd;@', '2026-03-05'],
    ['dd/mm/yyyy', '05/03/2026'],
    ['d.m.yy', '5.3.26'],
    ['mmm d, yyyy', 'Mar 5, 2026'],
    ['[$-409]dddd, mmmm d, yyyy', 'Thursday, March 5, 2026'],
    ['ddd d-mmm-yy', 'Thu 5-Mar-26'],
    ['mmmmm', 'M'],
    ['yyyy-mm-dd hh:mm:ss', '2026-03-05 14:07:09'],
    ['h:mm AM/PM', '2:07 PM'],
    ['mm:ss', '07:09'],
    ['"on" d/m', 'on 5/3'],
    ['[Red]yyyy_)', '2026'],
  ])('in the format %s is %s', (code, text) => {
    expect(dateFormatter(code)(MOMENT)).toBe(text);
  });

  test.each([
    '[$-407]d. mmmm yyyy',
    '[$-de-DE]mmm',
    '[$-F800]dddd, mmmm dd, yyyy',
    '[h]:mm',
    'ss.000',
    'ggge',
    'General',
    '',
  ])('is ISO 8601 in the unsupported format %j', (code) => {
    expect(dateFormatter(code)(MOMENT)).toBe('2026-03-05 14:07:09');
  });

  test('is ISO 8601 without a time if the value has none', () => {
    expect(dateFormatter('General')('2026-03-05T00:00:00' as LocalDateTime)).toBe('2026-03-05');
  });

  test.each([
    [14, '3/5/2026'],
    [15, '5-Mar-26'],
    [16, '5-Mar'],
    [17, 'Mar-26'],
    [18, '2:07 PM'],
    [19, '2:07:09 PM'],
    [20, '14:07'],
    [21, '14:07:09'],
    [22, '3/5/2026 14:07'],
    [31, '2026-03-05'],
  ])('in the built-in format %d is %s', (id, text) => {
    expect(dateFormatter(builtInFormat(id))(MOMENT)).toBe(text);
  });
});

describe('a number format', () => {
  test.each(['yyyy-mm-dd', 'h:mm', '[h]:mm', 'd', '[$-409]mmm', 'm/d/yy h:mm;@', 'YYYY'])(
    '%j is a date format',
    (code) => {
      expect(isDateFormat(code)).toBe(true);
    },
  );

  test.each([
    'General',
    '0.00',
    '#,##0.00 [$€-407]',
    '0.00E+00',
    '@',
    '"day" 0',
    '\\d0',
    '[Red]0',
    '_-* #,##0.00_-',
    '0;[Red]"m"0',
    '',
  ])('%j is not a date format', (code) => {
    expect(isDateFormat(code)).toBe(false);
  });
});
