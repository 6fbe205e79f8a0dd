import type { Reader, Writer } from './database.ts';

/**
 * The state of the workbook that every entry in memory was last held against, as the text that `saveSettled` was given; null
 * where memory changed since.
 */
export function findSettled(db: Reader, accountId: string): string | null {
  return db.get<{ settled: string | null }>('SELECT settled FROM account WHERE id = ?', accountId)?.settled ?? null;
}

/** To be called in the transaction that saves memory, behind it. */
export function saveSettled(db: Writer, accountId: string, state: string | null): void {
  db.run('UPDATE account SET settled = ? WHERE id = ?', state, accountId);
}
