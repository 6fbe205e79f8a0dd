import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** Keys with this prefix are in session storage, which survives a reload and belongs to one window. */
const PREFIX = 'pennyrow.kept.';

/** Like `useState`, but the JSON value survives a reload. A null name or value stores nothing. */
export function useStoredState<Value>(name: string | null, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState<Value>(() => (name === null ? null : readStoredState<Value>(name)) ?? initial);
  useEffect(() => {
    if (name !== null) storeState(name, value);
  }, [name, value]);
  return [value, setValue];
}

export function readStoredState<Value>(name: string): Value | null {
  const text = sessionStorage.getItem(PREFIX + name);
  return text === null ? null : (JSON.parse(text) as Value);
}

export function storeState(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full. Losing the value on reload is better than breaking the page.
  }
}

export function clearStoredState(beginning = ''): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX + beginning)) sessionStorage.removeItem(name);
}
