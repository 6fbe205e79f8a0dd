/** Looks at JSON from outside, of which nothing is certain. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** A field that the object itself has: `__proto__` and `constructor` are names like any other. */
export function fieldOf(object: JsonObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Null for a missing, empty or other kind of value. Ids are sometimes numbers. */
export function textField(object: JsonObject | null, name: string): string | null {
  const value = fieldOf(object, name);
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

/** Null when there is no list of that name. */
export function listField(object: JsonObject | null, name: string): readonly unknown[] | null {
  const value = fieldOf(object, name);
  return Array.isArray(value) ? value : null;
}

/** Deeper than any bank's answer, far from what would exhaust the stack of those who walk through it later. */
const MAXIMUM_DEPTH = 64;

/** Undefined when it is no JSON, or nested without sense. */
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
