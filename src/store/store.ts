import { mkdirSync, readdirSync, statSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { createError } from '../platform/errors.ts';
import { exists } from '../platform/exists.ts';
import { syncFolderNow } from '../platform/sync-to-disk.ts';
import { databaseDamaged, storeProblem, sqliteCode } from './damage.ts';
import { listDatabaseBackups, nextBackupPath, type DatabasePlace } from './database-backups.ts';
import { openDatabase, type Database, type Writer } from './database.ts';
import { checkDatabase, checkForeignKeys } from './inspection.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';

export interface Store extends Writer, Pick<Database, 'copyLater' | 'condemn' | 'close'> {
  readonly path: string;
  readonly isNew: boolean;
  releaseMemory(): void;
}

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
    // Ignores errors, because closing must neither fail nor hide an earlier error.
  }
  database.close();
}

function openChecked(options: MigrationOptions): { readonly database: Database; readonly isNew: boolean } {
  const { path } = options;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isNew = !exists(path) || (statSync(path).size === 0 && isUnused(options));
  // SQLite removes the write-ahead log when it closes the database, so an existing log means that Pennyrow crashed.
  const hasCrashed = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const database = openDatabase(path);
  try {
    database.pragma('journal_mode = WAL');
    // FULL, so that a power cut cannot undo the journal entry of a write that has reached the workbook.
    database.pragma('synchronous = FULL');
    // Without these two settings, data may stay in the disk cache of a Mac after a sync to disk.
    database.pragma('fullfsync = ON');
    database.pragma('checkpoint_fullfsync = ON');
    database.pragma('foreign_keys = ON');
    // Negative numbers are KiB. A larger cache is not faster, because the operating system caches the file as well.
    database.pragma('cache_size = -8000');
    if (hasCrashed) checkDatabase(database, path);
    migrate(database, options, isNew);
    return { database, isNew };
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** True if a crash during the very first start left an empty file. Throws if backups show that the database was used before. */
function isUnused({ path, backupFolder }: MigrationOptions): boolean {
  if (!exists(backupFolder) || !readdirSync(backupFolder).some((name) => name.startsWith(`${basename(path)}.`)))
    return true;
  throw databaseDamaged(path, 'it is empty');
}

export interface MigrationOptions extends DatabasePlace {
  readonly clock: Clock;
  readonly migrations?: readonly Migration[];
}

const BACKUPS_KEPT = 5;

function migrate(database: Database, options: MigrationOptions, isNew: boolean): void {
  const migrations = options.migrations ?? allMigrations;
  const newest = migrations.at(-1)?.version ?? 0;
  const version = Number(database.pragma('user_version'));
  if (version > newest) {
    throw createError('store_too_new', {
      path: options.path,
      schema: String(version),
      newest: String(newest),
    });
  }
  const pending = migrations.filter((migration) => migration.version > version);
  if (pending.length === 0) return;
  // A database of version 0 is empty, because the very first start crashed, so it needs no backup.
  if (!isNew && version > 0) backUp(database, options, version);
  database.transaction(() => {
    for (const migration of pending) {
      database.execute(migration.sql);
      database.execute(`PRAGMA user_version = ${migration.version}`);
    }
    checkForeignKeys(database, options.path);
  });
  if (!isNew) checkDatabase(database, options.path);
}

function backUp(database: Database, options: MigrationOptions, version: number): void {
  mkdirSync(options.backupFolder, { recursive: true, mode: 0o700 });
  const stem = basename(options.path);
  // Writes to a temporary name first, so that a power cut cannot leave a partial file that looks like a backup.
  const temporary = join(options.backupFolder, `.${stem}.tmp`);
  for (const ending of ['', '-journal']) rmSync(`${temporary}${ending}`, { force: true });
  try {
    database.copyTo(temporary);
    renameSync(temporary, nextBackupPath(options, `v${version}`, options.clock.now()));
    syncFolderNow(options.backupFolder);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
  const copies = listDatabaseBackups(options).filter(({ kind }) => kind === 'version');
  for (const { name } of copies.slice(BACKUPS_KEPT)) rmSync(join(options.backupFolder, name), { force: true });
}

/** Locks a second SQLite file, because the operating system releases this lock even if the process is killed. */
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
    if (sqliteCode(thrown)?.startsWith('SQLITE_BUSY'))
      throw createError('store_in_use', { path: dirname(path) }, { cause: thrown });
    const error = storeProblem(thrown, path);
    // Deletes an invalid lock file, since it never contains data.
    if (error.code !== 'store_damaged' || isSecondTry) throw error;
    rmSync(path);
    return lockStore(database, true);
  }
}
