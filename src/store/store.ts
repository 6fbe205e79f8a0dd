import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { DAMAGED_DATABASE_REMEDY, PennyrowError, toPennyrowError } from '../platform/errors.ts';
import { syncFolderNow } from '../platform/sync-folder.ts';
import { openDatabase, type Database, type Reader, type Writer } from './database.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';

export interface StoreOptions {
  /** The database file; made when it is not there. */
  readonly path: string;
  /** Where a copy is put before each migration. */
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly migrations?: readonly Migration[];
}

export interface Store extends Writer {
  close(): void;
}

const BACKUPS_KEPT = 5;

/**
 * Opens the database: one process for a data folder, migrated, and checked when the last process that
 * had it open did not close it.
 *
 * @throws PennyrowError store_in_use, store_damaged, store_too_new, or the system's own problem
 */
export function openStore(options: StoreOptions): Store {
  const lock = takeLock(`${options.path}.lock`);
  let database: Database | undefined;
  try {
    database = openChecked(options);
  } catch (thrown) {
    database?.close();
    lock.close();
    throw storeProblem(thrown, options.path);
  }
  const open = database;
  return {
    ...open,
    close: () => {
      markClosed(open);
      open.close();
      lock.close();
    },
  };
}

/** Without the mark, as on a full disk, the next start checks the database: all else is on the disk already. */
function markClosed(database: Database): void {
  try {
    database.pragma('optimize');
    database.execute(`PRAGMA application_id = ${CLOSED}`);
  } catch {
    // The end of the process must not fail, nor hide what went wrong before.
  }
}

/** `application_id` tells a clean end ("PROW") from a crash ("PROX"). */
const CLOSED = 0x50524f57;
const IN_USE = 0x50524f58;

function openChecked(options: StoreOptions): Database {
  mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(options.path);
  const database = openDatabase(options.path);
  try {
    database.pragma('journal_mode = WAL');
    // FULL: a power cut must not lose the journal of a write that the workbook already holds.
    database.pragma('synchronous = FULL');
    // A Mac's disk keeps what is synced in its own memory until it is told otherwise.
    database.pragma('fullfsync = ON');
    database.pragma('checkpoint_fullfsync = ON');
    database.pragma('foreign_keys = ON');
    // KiB. A first import touches more pages of `memory` than the 2 MB that SQLite keeps by itself.
    database.pragma('cache_size = -32000');
    const closedCleanly = database.pragma('application_id') === CLOSED;
    if (!isNew && !closedCleanly) checkIntegrity(database);
    migrate(database, options, isNew);
    database.execute(`PRAGMA application_id = ${IN_USE}`);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** A second SQLite file whose exclusive lock the system lets go of even when the process is killed. */
function takeLock(path: string): Database {
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
      throw new PennyrowError(
        'store_in_use',
        `Another Pennyrow is using the data folder ${dirname(path)}.`,
        'Stop the other one, or choose another folder with --data-dir.',
        { cause: thrown },
      );
    }
    throw storeProblem(thrown, path);
  }
}

function migrate(database: Database, options: StoreOptions, isNew: boolean): void {
  const migrations = options.migrations ?? allMigrations;
  const newest = migrations.at(-1)?.version ?? 0;
  const version = Number(database.pragma('user_version'));
  if (version > newest) {
    throw new PennyrowError(
      'store_too_new',
      `The database ${options.path} was written by a newer Pennyrow (schema ${version}, this one knows ${newest}).`,
      'Install the newer Pennyrow, or go back to a backup.',
    );
  }
  const pending = migrations.filter((migration) => migration.version > version);
  if (pending.length === 0) return;
  // What a crash in the very first start left holds nothing.
  if (!isNew && version > 0) backUp(database, options, version);
  database.transaction(() => {
    for (const migration of pending) {
      database.execute(migration.sql);
      database.execute(`PRAGMA user_version = ${migration.version}`);
    }
    checkForeignKeys(database);
  });
  if (!isNew) checkIntegrity(database);
}

function backUp(database: Database, options: StoreOptions, version: number): void {
  mkdirSync(options.backupFolder, { recursive: true, mode: 0o700 });
  const stem = basename(options.path);
  const stamp = new Date(options.clock.now()).toISOString().replace(/\D/g, '').slice(0, 17);
  // Until it is whole it has another name: a part of a copy must not pass for one, not even after a power cut.
  const temporary = join(options.backupFolder, `.${stem}.tmp`);
  for (const ending of ['', '-journal']) rmSync(`${temporary}${ending}`, { force: true });
  try {
    // SQLite syncs the copy itself, at the level that the database has.
    database.copyTo(temporary);
    renameSync(temporary, join(options.backupFolder, `${stem}.v${version}.${stamp}`));
    syncFolderNow(options.backupFolder);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
  const kept = readdirSync(options.backupFolder)
    .filter((name) => name.startsWith(`${stem}.v`))
    .sort((a, b) => stampOf(b).localeCompare(stampOf(a)));
  for (const old of kept.slice(BACKUPS_KEPT)) rmSync(join(options.backupFolder, old), { force: true });
}

function stampOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function checkForeignKeys(database: Database): void {
  if (database.all('PRAGMA foreign_key_check').length > 0) throw damaged('references between tables are broken');
}

/** Reads every page; a fraction of a second for a usual database. */
export function checkIntegrity(database: Reader): void {
  const result = database.get<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check;
  if (result !== 'ok') throw damaged(result ?? 'no answer');
}

function damaged(detail: string): PennyrowError {
  return new PennyrowError('store_damaged', `Pennyrow's database is damaged (${detail}).`, DAMAGED_DATABASE_REMEDY);
}

function storeProblem(thrown: unknown, path: string): PennyrowError {
  const code = sqliteCode(thrown);
  if (code === undefined) return toPennyrowError(thrown);
  const known = toPennyrowError(Object.assign(thrown as Error, { path }));
  if (known.code !== 'internal_error') return known;
  return new PennyrowError('store_damaged', `The database ${path} cannot be read (${code}).`, DAMAGED_DATABASE_REMEDY, { cause: thrown });
}

function sqliteCode(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
  return code?.startsWith('SQLITE_') === true ? code : undefined;
}
