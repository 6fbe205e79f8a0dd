import { type Amount, parseAmount } from '../core/amount.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import { oneLine } from '../core/one-line.ts';
import { todayIn } from '../core/time-zone.ts';

/** Reads untrusted JSON. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** Only own properties: `__proto__` and `constructor` are names like any other. */
export function fieldOf(object: JsonObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? object[name] : undefined;
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
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch {
    return undefined;
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (isString) {
      if (character === BACKSLASH) at += 1;
      else if (character === QUOTE) isString = false;
    } else if (character === QUOTE) isString = true;
    else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      depth += 1;
      if (depth > MAXIMUM_DEPTH) return true;
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Spreadsheets keep 15 significant digits. */
const MOST_DIGITS = 15;

export function readAmount(value: unknown): Amount | null {
  const text = typeof value === 'number' ? String(value) : value;
  const amount = typeof text === 'string' ? parseAmount(text) : null;
  if (amount === null) return null;
  return amount.replaceAll(/[-.]|^-?0\.0*/g, '').length <= MOST_DIGITS ? amount : null;
}

/** Digits of a JSON number that are not rounding errors. */
const MEANT_DIGITS = 15;

/** For services that send numbers: drops rounding errors, as in 0.30000000000000004. */
export function readNumber(value: unknown): Amount | null {
  return readAmount(typeof value === 'number' ? Number(value.toPrecision(MEANT_DIGITS)) : value);
}

export function dayInZone(moment: string | null, timeZone: string): CalendarDate | null {
  const at = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(at) ? null : todayIn(timeZone, at);
}

/** The problem with a required transaction id; null for a valid one. */
export function checkId(id: string | null): { readonly problem: 'badId' | 'noId' } | null {
  if (id === null) return { problem: 'noId' };
  return oneLine(id) === id ? null : { problem: 'badId' };
}
