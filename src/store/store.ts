import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { exists } from '../platform/exists.ts';
import type { PennyrowError } from '../platform/errors.ts';
import { databaseDamaged } from './damage.ts';
import { openDatabase, type Database, type Writer } from './database.ts';
import { checkDatabase } from './inspection.ts';
import { migrate, type MigrationOptions } from './migrate.ts';
import { lockStore } from './store-lock.ts';
import { storeProblem } from './store-problem.ts';

export interface Store extends Writer {
  readonly path: string;
  /** True when this process made the file. */
  readonly isNew: boolean;
  /** Copies the database, as it is at the end of the copying, into a new file, others going on in between. */
  copyLater(path: string): Promise<void>;
  /** Frees SQLite's cache of pages; the next use reads them again. */
  releaseMemory(): void;
  /** From now on every use throws this: what it holds cannot be trusted. */
  condemn(damage: PennyrowError): void;
  close(): void;
}

/**
 * Opens the database for this process alone, and migrates it. After a crash SQLite first checks all of it. Creates the
 * file if it does not exist.
 *
 * @throws PennyrowError store_in_use, store_damaged, store_too_new, or the system's own problem
 */
export function openStore(options: MigrationOptions): Store {
  const lock = lockStore(options.path);
  try {
    const { database, isNew } = openChecked(options);
    return {
      ...database,
      path: options.path,
      releaseMemory: () => {
        database.pragma('shrink_memory');
      },
      isNew,
      close: () => {
        closeInOrder(database);
        lock.close();
      },
    };
  } catch (thrown) {
    lock.close();
    throw storeProblem(thrown, options.path);
  }
}

function closeInOrder(database: Database): void {
  try {
    if (database.damage() === null) database.pragma('optimize');
  } catch {
    // The end of the process must not fail, nor hide what went wrong before.
  }
  database.close();
}

function openChecked(options: MigrationOptions): { readonly database: Database; readonly isNew: boolean } {
  const { path } = options;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isNew = !exists(path) || (statSync(path).size === 0 && isUnused(options));
  // SQLite removes the write-ahead log at a clean end.
  const hasCrashed = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const database = openDatabase(path);
  try {
    database.pragma('journal_mode = WAL');
    // FULL: a power cut must not lose the journal of a write that the workbook already holds.
    database.pragma('synchronous = FULL');
    // A Mac's disk keeps what is synced in its own memory until it is told otherwise.
    database.pragma('fullfsync = ON');
    database.pragma('checkpoint_fullfsync = ON');
    database.pragma('foreign_keys = ON');
    // KiB. More saves no time, since the system keeps the file's pages too, and leaves holes in the process's memory that stay.
    database.pragma('cache_size = -8000');
    if (hasCrashed) checkDatabase(database, path);
    migrate(database, options, isNew);
    return { database, isNew };
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** An empty file is what a crash leaves at the very first start. A database that was used before has backups. */
function isUnused({ path, backupFolder }: MigrationOptions): boolean {
  if (!exists(backupFolder) || !readdirSync(backupFolder).some((name) => name.startsWith(`${basename(path)}.`)))
    return true;
  throw databaseDamaged(path, 'it is empty');
}
