import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** Of this window alone, and no longer than it: a reload finds it, another window does not. */
const PREFIX = 'pennyrow.kept.';

/** Like `useState`, for what a person would have to do once more after a reload; JSON can tell it. Null keeps nothing. */
export function useKept<Value>(name: string | null, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState<Value>(() => (name === null ? null : findKept<Value>(name)) ?? initial);
  useEffect(() => {
    if (name !== null) keep(name, value);
  }, [name, value]);
  return [value, setValue];
}

/** Null where nothing is kept. */
export function findKept<Value>(name: string): Value | null {
  const text = sessionStorage.getItem(PREFIX + name);
  return text === null ? null : (JSON.parse(text) as Value);
}

export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The browser has no room left: a reload loses it, which is better than to lose the page now.
  }
}

/** Forgets all whose names begin so. */
export function forgetKept(beginning = ''): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX + beginning)) sessionStorage.removeItem(name);
}
