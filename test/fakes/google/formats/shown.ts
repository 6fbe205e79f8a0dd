import type { sheets_v4 } from '@googleapis/sheets';
import { dateText } from './date-pattern.ts';
import type { Locale } from './locale.ts';
import { numberText, textAsPattern } from './number-pattern.ts';

type NumberFormat = sheets_v4.Schema$NumberFormat;

const DATES: ReadonlySet<string> = new Set(['DATE', 'TIME', 'DATE_TIME']);

export function isDateFormat(format: NumberFormat | null | undefined): boolean {
  return DATES.has(format?.type ?? '');
}

/** The text that a cell displays for a value that is not an error. */
export function shownText(
  value: number | string | boolean,
  format: NumberFormat | null | undefined,
  locale: Locale,
): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const type = format?.type ?? 'NUMBER_FORMAT_TYPE_UNSPECIFIED';
  const pattern = patternOf(format, locale);
  if (typeof value === 'string') return pattern === null || type === 'TEXT' ? value : textAsPattern(value, pattern);
  if (pattern === null || type === 'TEXT') return general(value, locale);
  return isDateFormat(format) ? dateText(value, pattern, locale) : numberText(value, pattern, locale);
}

/** The pattern of a format; null if Google chooses one from the value. */
export function patternOf(format: NumberFormat | null | undefined, locale: Locale): string | null {
  if (format?.pattern) return format.pattern;
  switch (format?.type ?? '') {
    case 'NUMBER':
      return '#,##0.00';
    case 'PERCENT':
      return '0.00%';
    case 'CURRENCY':
      return locale.currency;
    case 'SCIENTIFIC':
      return '0.00E+00';
    case 'DATE':
      return locale.date;
    case 'TIME':
      return locale.time;
    case 'DATE_TIME':
      return locale.dateTime;
    case 'TEXT':
      return '@';
    default:
      return null;
  }
}

/** Formats a number that has no number format. */
function general(value: number, { decimal }: Locale): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-9)) {
    const [mantissa = '', power = ''] = value.toExponential(5).split('e');
    return `${Number(mantissa)}E${power.replace(/^([+-])(\d)$/, '$10$2')}`.replace('.', decimal);
  }
  const text = Number.isInteger(value)
    ? value.toFixed(0)
    : Number(value.toPrecision(Math.max(10, Math.floor(Math.log10(size || 1)) + 1))).toString();
  return text.replace('.', decimal);
}
