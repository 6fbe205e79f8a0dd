import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { openDatabase, type Database } from './database.ts';
import { sqliteCode, storeProblem } from './damage.ts';

/**
 * Locks the data folder of the database. The lock is an exclusive lock on a second SQLite file, which the system releases even if the
 * process is killed.
 *
 * @throws PennyrowError store_in_use, or the problem of the system
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
    // The lock file never contains data, so an invalid one can be deleted.
    if (error.code !== 'store_damaged' || isSecondTry) throw error;
    rmSync(path);
    return lockStore(database, true);
  }
}
