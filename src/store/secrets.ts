import type { Reader, Writer } from './database.ts';

/** The bytes that the vault sealed under this name; null when there are none. */
export function readSealedSecret(db: Reader, name: string): Buffer | null {
  return db.get<{ sealed: Buffer }>('SELECT sealed FROM secret WHERE name = ?', name)?.sealed ?? null;
}

/** `sealed` is what the vault made of a secret, never the secret itself. */
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

/** The sealed secrets by name, for the caller that seals them. */
export function sealedSecrets(db: Writer): SealedSecrets {
  return {
    read: (name) => readSealedSecret(db, name),
    save: (name, sealed) => saveSealedSecret(db, name, sealed),
    remove: (name) => void db.run('DELETE FROM secret WHERE name = ?', name),
  };
}
