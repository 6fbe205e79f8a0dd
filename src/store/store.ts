import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { PennyrowError, toPennyrowError } from '../platform/errors.ts';
import { syncFolderNow } from '../platform/sync-folder.ts';
import { databaseDamaged } from './damage.ts';
import { openDatabase, type Database, type Writer } from './database.ts';
import { checkDatabase, checkForeignKeys } from './inspection.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';
import { changedPages, changedPagesLater, readPageSums, removePageSums, writePageSums, type PageSums } from './page-sums.ts';

export interface StoreOptions {
  /** The database file; made when it is not there. */
  readonly path: string;
  /** Where a copy is put before each migration. */
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly migrations?: readonly Migration[];
  /** A large file is compared with its sums by `checkLater` rather than now; for who starts and stays. */
  readonly startsQuickly?: boolean;
}

export interface Store extends Writer {
  readonly path: string;
  /** True when this process made the file. */
  readonly isNew: boolean;
  /** Makes up for the check that a quick start left out; the damage that it finds, after which every use throws it. */
  checkLater(signal: AbortSignal): Promise<PennyrowError | null>;
  /** Copies the database, as it is at the end of the copying, into a new file, others going on in between. */
  copyLater(path: string): Promise<void>;
  /** From now on every use throws this: what it holds cannot be trusted. */
  condemn(damage: PennyrowError): void;
  close(): void;
}

const BACKUPS_KEPT = 5;

/** Compared in a few milliseconds. */
const SMALL_BYTES = 8_000_000;

/**
 * Opens the database: one process for a data folder, migrated, and checked. A file that was closed in order is
 * compared with the checksums of its pages; any other, as after a crash, is checked by SQLite.
 *
 * @throws PennyrowError store_in_use, store_damaged, store_too_new, or the system's own problem
 */
export function openStore(options: StoreOptions): Store {
  const lock = takeLock(options.path);
  try {
    const { database, isNew, postponed } = openChecked(options);
    return {
      ...database,
      path: options.path,
      isNew,
      checkLater: (signal) => compareLater(database, options.path, postponed, signal),
      close: () => {
        closeInOrder(database, options.path);
        lock.close();
      },
    };
  } catch (thrown) {
    lock.close();
    throw storeProblem(thrown, options.path);
  }
}

/** Makes a file that was written by others survive a power cut. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Whoever holds it is the only one at the data folder; for what works on the file itself. */
export function lockStore(path: string): { close(): void } {
  return takeLock(path);
}

/** Without sums, as on a full disk, the next start checks the database by SQLite: all else is on the disk already. */
function closeInOrder(database: Database, path: string): void {
  // Under a new mark each time, so that sums never are taken for those of another file.
  const mark = randomInt(1, 2 ** 31);
  let isSound = database.damage() === null;
  try {
    if (isSound) {
      database.pragma('optimize');
      database.execute(`PRAGMA application_id = ${mark}`);
    }
  } catch {
    // The end of the process must not fail, nor hide what went wrong before.
    isSound = false;
  }
  database.close();
  try {
    if (isSound && !hasLog(path)) writePageSums(path, mark);
  } catch {
    removePageSums(path);
  }
}

interface Opened {
  readonly database: Database;
  readonly isNew: boolean;
  /** Sums that the file is still to be compared with. */
  readonly postponed: PageSums | null;
}

function openChecked(options: StoreOptions): Opened {
  const { path } = options;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(path) || (statSync(path).size === 0 && isUnused(options));
  const sums = isNew || hasLog(path) ? null : readPageSums(path);
  const isPostponed = options.startsQuickly === true && sums !== null && statSync(path).size > SMALL_BYTES;
  const changed = sums === null || isPostponed ? [] : changedPages(path, sums);
  const database = openDatabase(path);
  try {
    const isKnown = sums !== null && database.pragma('application_id') === sums.mark;
    if (isKnown && changed.length > 0) throw databaseDamaged(path, `${changed.length} of its ${sums.pages.length} pages are not as they were written`);
    database.pragma('journal_mode = WAL');
    // FULL: a power cut must not lose the journal of a write that the workbook already holds.
    database.pragma('synchronous = FULL');
    // A Mac's disk keeps what is synced in its own memory until it is told otherwise.
    database.pragma('fullfsync = ON');
    database.pragma('checkpoint_fullfsync = ON');
    database.pragma('foreign_keys = ON');
    // KiB. A first import touches more pages of `memory` than the 2 MB that SQLite keeps by itself.
    database.pragma('cache_size = -32000');
    if (!isNew && !isKnown) checkDatabase(database, path, options.migrations);
    // As long as the file is to be compared with its sums, all that is written stays in the log beside it.
    const postponed = isPostponed && isKnown ? sums : null;
    if (postponed !== null) database.pragma('wal_autocheckpoint = 0');
    removePageSums(path);
    migrate(database, options, isNew);
    return { database, isNew, postponed };
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

async function compareLater(database: Database, path: string, sums: PageSums | null, signal: AbortSignal): Promise<PennyrowError | null> {
  if (sums === null) return null;
  const changed = await changedPagesLater(path, sums, signal);
  if (changed.length > 0) {
    const damage = databaseDamaged(path, `${changed.length} of its ${sums.pages.length} pages are not as they were written`);
    database.condemn(damage);
    return damage;
  }
  database.pragma(`wal_autocheckpoint = ${USUAL_CHECKPOINT}`);
  return null;
}

/** Pages; what SQLite does by itself. */
const USUAL_CHECKPOINT = 1000;

/** Whether the last process left changes beside the file, so that it is not what its sums are of. */
function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** An empty file is what a crash leaves at the very first start; a database that was in use before has left more. */
function isUnused({ path, backupFolder }: StoreOptions): boolean {
  if (readPageSums(path) === null && !(existsSync(backupFolder) && readdirSync(backupFolder).some((name) => name.startsWith(`${basename(path)}.`)))) return true;
  throw databaseDamaged(path, 'it is empty');
}

/** A second SQLite file whose exclusive lock the system lets go of even when the process is killed. */
function takeLock(database: string, isSecondTry = false): Database {
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
      throw new PennyrowError(
        'store_in_use',
        `Another Pennyrow is using the data folder ${dirname(path)}.`,
        'Stop the other one, or choose another folder with --data-dir.',
        { cause: thrown },
      );
    }
    const problem = storeProblem(thrown, path);
    // It never holds anything, so one that is no database can only be in the way.
    if (problem.code !== 'store_damaged' || isSecondTry) throw problem;
    rmSync(path);
    return takeLock(database, true);
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
    checkForeignKeys(database, options.path);
  });
  if (!isNew) checkDatabase(database, options.path, migrations);
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

function storeProblem(thrown: unknown, path: string): PennyrowError {
  const code = sqliteCode(thrown);
  // The system does not name a file that was open already.
  if (code === undefined) return toPennyrowError(thrown instanceof Error && 'code' in thrown && !('path' in thrown) && !(thrown instanceof PennyrowError) ? Object.assign(thrown, { path }) : thrown);
  const known = toPennyrowError(Object.assign(thrown as Error, { path }));
  if (known.code !== 'internal_error') return known;
  return databaseDamaged(path, `SQLite says ${code}`, thrown);
}

function sqliteCode(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
  return code?.startsWith('SQLITE_') === true ? code : undefined;
}
