import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';

/** A setting of the installation; undefined if it was never saved. */
export function readSetting(db: Reader, key: string): unknown {
  const row = db.get<{ value: string }>('SELECT value FROM setting WHERE key = ?', key);
  return row === undefined ? undefined : parseStored<unknown>(`the setting ${key}`, row.value);
}

/** `value` must be JSON-serializable. */
export function saveSetting(db: Writer, key: string, value: unknown): void {
  db.run(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    JSON.stringify(value),
  );
}
