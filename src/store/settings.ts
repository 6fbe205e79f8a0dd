import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';

export function readSetting(db: Reader, key: string): unknown {
  const row = db.get<{ value: string }>('SELECT value FROM setting WHERE key = ?', key);
  return row === undefined ? undefined : parseStored<unknown>(`the setting ${key}`, row.value);
}

export function saveSetting(db: Writer, key: string, value: unknown): void {
  db.run(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    JSON.stringify(value),
  );
}

export function readSealedSecret(db: Reader, name: string): Buffer | null {
  return db.get<{ sealed: Buffer }>('SELECT sealed FROM secret WHERE name = ?', name)?.sealed ?? null;
}

export function saveSealedSecret(db: Writer, name: string, sealed: Buffer): void {
  db.run(
    'INSERT INTO secret (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed',
    name,
    sealed,
  );
}

interface SealedSecrets {
  read(name: string): Buffer | null;
  save(name: string, sealed: Buffer): void;
  remove(name: string): void;
}

export function sealedSecrets(db: Writer): SealedSecrets {
  return {
    read: (name) => readSealedSecret(db, name),
    save: (name, sealed) => saveSealedSecret(db, name, sealed),
    remove: (name) => void db.run('DELETE FROM secret WHERE name = ?', name),
  };
}
