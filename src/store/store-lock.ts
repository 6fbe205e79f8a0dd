import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { openDatabase, type Database } from './database.ts';
import { sqliteCode } from './damage.ts';
import { storeProblem } from './store-problem.ts';

/**
 * Only its holder works on this database's data folder. It is a second SQLite file, whose exclusive lock the system
 * releases even when the process is killed.
 *
 * @throws PennyrowError store_in_use, or the system's own problem
 */
export function lockStore(database: string, isSecondTry = false): { close(): void } {
  const path = `${database}.lock`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let lock: Database | undefined;
  try {
    lock = openDatabase(path, { timeoutMs: 0 });
    lock.pragma('journal_mode = MEMORY');
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.execute('BEGIN EXCLUSIVE');
    return lock;
  } catch (thrown) {
    lock?.close();
    if (sqliteCode(thrown)?.startsWith('SQLITE_BUSY')) {
      throw new PennyrowError(problem('store_in_use', { path: dirname(path) }), { cause: thrown });
    }
    const error = storeProblem(thrown, path);
    // It never holds data, so a file that is not a database can go.
    if (error.code !== 'store_damaged' || isSecondTry) throw error;
    rmSync(path);
    return lockStore(database, true);
  }
}
