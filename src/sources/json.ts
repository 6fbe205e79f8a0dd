import { type Amount, parseAmount } from '../core/amount.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import { todayIn } from '../core/time-zone.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** Ignores inherited properties, because in a response `constructor` and `__proto__` are ordinary names. */
export function fieldOf(object: JsonObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? object[name] : undefined;
}

export function objectField(object: JsonObject | null, name: string): JsonObject | null {
  return asObject(fieldOf(object, name));
}

export function textField(object: JsonObject | null, name: string): string | null {
  const value = fieldOf(object, name);
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

export function listField(object: JsonObject | null, name: string): readonly unknown[] | null {
  const value = fieldOf(object, name);
  return Array.isArray(value) ? value : null;
}

/** Deeper than any bank's response, and far from exhausting the stack of recursive readers. */
const MAXIMUM_DEPTH = 64;

/** Undefined for invalid JSON or excessive nesting. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isDeeper(value, MAXIMUM_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

/** Longer amounts are rejected, because spreadsheets keep 15 significant digits. */
const MOST_DIGITS = 15;

export function readAmount(value: unknown): Amount | null {
  const text = typeof value === 'number' ? String(value) : value;
  const amount = typeof text === 'string' ? parseAmount(text) : null;
  if (amount === null) return null;
  return amount.replaceAll(/[-.]|^-?0\.0*/g, '').length <= MOST_DIGITS ? amount : null;
}

const MEANT_DIGITS = 15;

/** Reads an amount that the service sends as a JSON number, without rounding errors such as 0.30000000000000004. */
export function readNumber(value: unknown): Amount | null {
  return readAmount(typeof value === 'number' ? Number(value.toPrecision(MEANT_DIGITS)) : value);
}

export function dayInZone(moment: string | null, timeZone: string): CalendarDate | null {
  const at = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(at) ? null : todayIn(timeZone, at);
}
