import type { Reader, Writer } from './database.ts';

/** The sealed bytes of a secret; null without one. */
export function readSealedSecret(db: Reader, name: string): Buffer | null {
  return db.get<{ sealed: Buffer }>('SELECT sealed FROM secret WHERE name = ?', name)?.sealed ?? null;
}

/** `sealed` is the output of the vault, never the secret itself. */
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
