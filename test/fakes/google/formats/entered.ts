import type { sheets_v4 } from '@googleapis/sheets';
import { serialOf, type Locale } from './locale.ts';

interface Entered {
  readonly value: sheets_v4.Schema$ExtendedValue;
  /** The number format that a cell without a format receives. */
  readonly numberFormat: sheets_v4.Schema$NumberFormat | null;
}

/** The value and format that Google derives from a typed text, in the spreadsheet's locale. */
export function enteredText(text: string, locale: Locale): Entered {
  if (text.startsWith('=')) return { value: { formulaValue: text }, numberFormat: null };
  if (text.startsWith("'")) return { value: { stringValue: text.slice(1) }, numberFormat: null };
  if (/^(true|false)$/i.test(text)) return { value: { boolValue: text.toLowerCase() === 'true' }, numberFormat: null };
  return dateOf(text, locale) ?? numberOf(text, locale) ?? { value: { stringValue: text }, numberFormat: null };
}

function dateOf(text: string, { date, order }: Locale): Entered | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso !== null) return dated(Number(iso[1]), Number(iso[2]), Number(iso[3]), 'yyyy-mm-dd');
  const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text);
  if (parts === null) return null;
  const [first, second, year] = [Number(parts[1]), Number(parts[3]), Number(parts[4])];
  return order === 'mdy' ? dated(year, first, second, date) : dated(year, second, first, date);
}

function dated(year: number, month: number, day: number, pattern: string): Entered | null {
  const real = new Date(Date.UTC(year, month - 1, day));
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day) return null;
  return { value: { numberValue: serialOf(year, month, day) }, numberFormat: { type: 'DATE', pattern } };
}

function numberOf(text: string, { decimal, group }: Locale): Entered | null {
  const isPercent = text.endsWith('%');
  const plain = isPercent ? text.slice(0, -1) : text;
  const [head = '', ...threes] = (plain.split(decimal)[0] ?? '').split(group);
  const isGrouped = threes.length > 0;
  // A number's digits must be in groups of three.
  if (isGrouped && !(/^[+-]?\d{1,3}$/.test(head) && threes.every((digits) => /^\d{3}$/.test(digits)))) return null;
  const number = plain.replaceAll(group, '').replace(decimal, '.');
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(number)) return null;
  const value = Number(number) / (isPercent ? 100 : 1);
  const pattern = isPercent ? '0.00%' : isGrouped ? (number.includes('.') ? '#,##0.00' : '#,##0') : null;
  return {
    value: { numberValue: value },
    numberFormat: pattern === null ? null : { type: isPercent ? 'PERCENT' : 'NUMBER', pattern },
  };
}
