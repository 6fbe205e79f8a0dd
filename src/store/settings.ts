import type { SecretBox } from '../platform/vault.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, parseStored } from './table.ts';

export function readSetting(db: Reader, key: string): unknown {
  const value = db.value<string>('SELECT value FROM setting WHERE key = ?', key);
  return value === undefined ? undefined : parseStored<unknown>(`the setting ${key}`, value);
}

export function saveSetting(db: Writer, key: string, value: unknown): void {
  insertRow(db, 'setting', { key, value: JSON.stringify(value) }, 'key');
}

export function readSealedSecret(db: Reader, name: string): Buffer | null {
  return db.value<Buffer>('SELECT sealed FROM secret WHERE name = ?', name) ?? null;
}

export function saveSealedSecret(db: Writer, name: string, sealed: Buffer): void {
  insertRow(db, 'secret', { name, sealed }, 'name');
}

export function sealedSecrets(db: Writer): SecretBox {
  return {
    read: (name) => readSealedSecret(db, name),
    save: (name, sealed) => saveSealedSecret(db, name, sealed),
    remove: (name) => void db.run('DELETE FROM secret WHERE name = ?', name),
  };
}
