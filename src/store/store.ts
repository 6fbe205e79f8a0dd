import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { PennyrowError } from '../platform/errors.ts';
import { databaseDamaged } from './damage.ts';
import { openDatabase, type Database, type Writer } from './database.ts';
import { returnFreedMemory } from './freed-memory.ts';
import { checkDatabase } from './inspection.ts';
import { migrate, type MigrationOptions } from './migrate.ts';
import {
  changedPages,
  changedPagesLater,
  readPageSums,
  removePageSums,
  writePageSums,
  type PageSums,
} from './page-sums.ts';
import { lockStore } from './store-lock.ts';
import { storeProblem } from './store-problem.ts';

/** The database file is made when it is not there. */
export interface StoreOptions extends MigrationOptions {
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
  /** Gives back the pages that are kept in memory, which the next use reads again, and all that was freed. */
  releaseMemory(): void;
  /** From now on every use throws this: what it holds cannot be trusted. */
  condemn(damage: PennyrowError): void;
  close(): void;
}

/** Compared in a few milliseconds. */
const SMALL_BYTES = 8_000_000;

/**
 * Opens the database: one process for a data folder, migrated, and checked. A file that was closed in order is
 * compared with the checksums of its pages; any other, as after a crash, is checked by SQLite.
 *
 * @throws PennyrowError store_in_use, store_damaged, store_too_new, or the system's own problem
 */
export function openStore(options: StoreOptions): Store {
  const lock = lockStore(options.path);
  try {
    const { database, isNew, postponed } = openChecked(options);
    return {
      ...database,
      path: options.path,
      releaseMemory: () => {
        database.pragma('shrink_memory');
        returnFreedMemory();
      },
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
    if (isKnown && changed.length > 0)
      throw databaseDamaged(path, `${changed.length} of its ${sums.pages.length} pages are not as they were written`);
    database.pragma('journal_mode = WAL');
    // FULL: a power cut must not lose the journal of a write that the workbook already holds.
    database.pragma('synchronous = FULL');
    // A Mac's disk keeps what is synced in its own memory until it is told otherwise.
    database.pragma('fullfsync = ON');
    database.pragma('checkpoint_fullfsync = ON');
    database.pragma('foreign_keys = ON');
    // KiB. More saves no time, since the system keeps the file's pages too, and leaves holes in the process's memory that stay.
    database.pragma('cache_size = -8000');
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

async function compareLater(
  database: Database,
  path: string,
  sums: PageSums | null,
  signal: AbortSignal,
): Promise<PennyrowError | null> {
  if (sums === null) return null;
  const changed = await changedPagesLater(path, sums, signal);
  if (changed.length > 0) {
    const damage = databaseDamaged(
      path,
      `${changed.length} of its ${sums.pages.length} pages are not as they were written`,
    );
    database.condemn(damage);
    return damage;
  }
  database.pragma(`wal_autocheckpoint = ${USUAL_CHECKPOINT}`);
  return null;
}

/** Pages; the default of SQLite. */
const USUAL_CHECKPOINT = 1000;

/** Whether the last process left changes beside the file, so that it is not what its sums are of. */
function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** An empty file is what a crash leaves at the very first start; a database that was in use before has left more. */
function isUnused({ path, backupFolder }: StoreOptions): boolean {
  if (
    readPageSums(path) === null &&
    !(existsSync(backupFolder) && readdirSync(backupFolder).some((name) => name.startsWith(`${basename(path)}.`)))
  )
    return true;
  throw databaseDamaged(path, 'it is empty');
}
