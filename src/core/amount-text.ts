import type { Amount } from './amount.ts';
import { readDecimal, type DecimalMark } from './decimal-mark.ts';

const PLAIN = /^[+-]?\d[\d.,]*$/;

/**
 * An amount as people write it, as a sign and plain digits with their marks: without the currency, with the sign
 * in front ("(1,234.50 $)" is "-1,234.50", "12,50 S" is "-12,50"). Null when it is surely no amount.
 */
export function plainNumber(cell: string): string | null {
  if (PLAIN.test(cell)) return cell;
  if (cell === '' || cell.length > LONGEST || !/\d/.test(cell)) return null;
  const match = DRESSED.exec(cell.trim().replaceAll('\u2212', '-').replace(/\s+/g, ' '));
  if (match === null) return null;
  const { open, before, inner, digits, after, close, mark } = match.groups as Record<string, string | undefined>;
  const signs = [before, inner, after].filter((sign) => sign !== undefined && sign !== '');
  if (signs.length > 1 || (open === undefined) !== (close === undefined) || digits === undefined) return null;
  const isOut = open !== undefined || signs[0] === '-' || OUT.test(mark ?? '');
  if (mark !== undefined && (signs.length > 0 || open !== undefined)) return null;
  return `${isOut ? '-' : ''}${digits}`;
}

/**
 * Which way an amount says itself that it went ("1,100.00 CR", "12,50 S"); null for one that says nothing. Such a word means the
 * same whatever a plus means in its column.
 */
export function ownDirection(cell: string): 'in' | 'out' | null {
  if (!/[A-Za-z]\.?$/.test(cell) || plainNumber(cell) === null) return null;
  const word = DRESSED.exec(cell.trim().replaceAll('\u2212', '-').replace(/\s+/g, ' '))?.groups?.['mark'];
  return word === undefined ? null : OUT.test(word) ? 'out' : 'in';
}

/** The currency beside the number: "€", "EUR", "kr". Null when there is none. */
export function currencyBeside(cell: string): string | null {
  if (PLAIN.test(cell) || plainNumber(cell) === null) return null;
  const match = DRESSED.exec(cell.trim().replaceAll('\u2212', '-').replace(/\s+/g, ' '))?.groups;
  return match?.['front'] ?? match?.['back'] ?? null;
}

/** Cents behind the mark and thousands, if any, before it: that cannot mean anything else. */
export function isUsual(cell: string, mark: DecimalMark): boolean {
  return mark === ',' ? USUAL_COMMA.test(cell) : USUAL_POINT.test(cell);
}

const USUAL_COMMA = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d\d$/;
const USUAL_POINT = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)\.\d\d$/;

/** Fast for how nearly all files write. */
export function readNumber(cell: string, mark: DecimalMark): Amount | null {
  if (mark === ',' && cell.length <= 15 && isUsual(cell, ','))
    return readDecimal(cell.replaceAll('.', '').replace(',', '.'), '.');
  const plain = plainNumber(cell);
  return plain === null ? null : readDecimal(plain, mark);
}

/** Whether the cell is an amount under either mark. */
export function isNumber(cell: string): boolean {
  const plain = plainNumber(cell);
  return plain !== null && (readDecimal(plain, '.') !== null || readDecimal(plain, ',') !== null);
}

const CURRENCY = String.raw`[A-Z]{3}|[A-Z]{0,3}\$|[€£¥₽₺₹₴]|[Kk][Rr]\.?|zł|zl|Kč|Fr\.?|Ft|lei|R|R\$`;
const DRESSED = new RegExp(
  String.raw`^(?<open>\()?(?<before>[-+])? ?(?<front>${CURRENCY})? ?(?<inner>[-+])? ?(?<digits>(?:\d|[.,](?=\d))[\d.,'’ \u00a0\u202f]*?) ?(?<after>[-+])? ?(?<back>${CURRENCY})? ?(?<close>\))?(?: ?(?<mark>CR|DR|Cr|Dr|cr|dr|C|D|S|H)\.?)?$`,
);
const OUT = /^(?:DR|Dr|dr|D|S)$/;

const LONGEST = 40;
