import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { syncFile } from '../platform/sync-file.ts';
import { requireDataFolder } from '../platform/data-folder.ts';
import { toPennyrowError, type PennyrowError } from '../platform/errors.ts';
import { databaseDamaged } from './damage.ts';
import { listDatabaseBackups, nextBackupPath, type DatabaseBackup } from './database-backups.ts';
import { openDatabase } from './database.ts';
import { findDamageLater } from './inspection.ts';
import { storeProblem } from './store-problem.ts';
import type { Store } from './store.ts';

export interface DailyCopies {
  /** Makes a copy now when the last one is a day old. Never rejects. */
  makeIfDue(): Promise<void>;
  /** Looks from time to time, until `close`. */
  start(): void;
  /** The last look. */
  close(): Promise<void>;
}

export interface DailyCopyOptions {
  readonly store: Store;
  readonly backupFolder: string;
  readonly clock: Clock;
  /** Told why a copy could not be made. */
  readonly failed: (problem: PennyrowError) => void;
}

/** Less than a day, so that a job which runs each morning makes one each morning. */
const DUE_AFTER_MS = 20 * 3_600_000;
const LOOK_EVERY_MS = 3_600_000;
/** A start has better things to do. */
const FIRST_LOOK_MS = 60_000;

const DAYS_KEPT = 3;
const WEEKS_KEPT = 2;
const DAY_MS = 86_400_000;

/** Keeps copies of the last days and weeks in the folder of backups, each of which has been checked. */
export function createDailyCopies(options: DailyCopyOptions): DailyCopies {
  const { store, clock, failed } = options;
  const openedAt = clock.now();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    // What was made a moment ago has nothing yet that a copy would save.
    const isYoung = store.isNew && Math.abs(clock.now() - openedAt) < LOOK_EVERY_MS;
    if (isYoung || store.damage() !== null || !isDue(options, clock.now())) return;
    try {
      await makeCopy(options);
      removeOld(options);
    } catch (thrown) {
      failed(toPennyrowError(thrown));
    }
  }

  const makeIfDue = (): Promise<void> => (underWay = underWay.then(look));
  const lookIn = (ms: number): void => {
    timer = setTimeout(() => {
      void makeIfDue();
      lookIn(LOOK_EVERY_MS);
    }, ms).unref();
  };
  return {
    makeIfDue,
    start: () => lookIn(FIRST_LOOK_MS),
    close: () => {
      clearTimeout(timer);
      return makeIfDue();
    },
  };
}

function isDue(options: DailyCopyOptions, nowMs: number): boolean {
  const [newest] = copiesOf(options);
  if (newest === undefined) return true;
  const age = nowMs - Date.parse(newest.takenAt);
  // A copy of the future was made before the clock was set back.
  return age >= DUE_AFTER_MS || age < -DAY_MS;
}

function copiesOf({ store: { path }, backupFolder }: DailyCopyOptions): DatabaseBackup[] {
  return listDatabaseBackups({ path, backupFolder }).filter(({ kind }) => kind === 'day');
}

/** A copy has its name only once it was checked and lies on the disk. */
async function makeCopy({ store, backupFolder, clock }: DailyCopyOptions): Promise<void> {
  // One that was taken away meanwhile must not come back with nothing but a copy in it.
  requireDataFolder(dirname(store.path));
  mkdirSync(backupFolder, { recursive: true, mode: 0o700 });
  const temporary = join(backupFolder, `.${basename(store.path)}.copy`);
  removeCopy(temporary);
  try {
    await copyChecked(store, temporary);
    chmodSync(temporary, 0o600);
    syncFile(temporary);
    renameSync(temporary, nextBackupPath({ path: store.path, backupFolder }, 'day', clock.now()));
  } finally {
    removeCopy(temporary);
  }
}

/** Copies the open database into a file and checks that. Throws `store_damaged`: the original is damaged then, too. */
export async function copyChecked(store: Pick<Store, 'path' | 'copyLater'>, target: string): Promise<void> {
  try {
    await store.copyLater(target);
    const copy = openDatabase(target);
    try {
      // All in one file, which needs no log beside it.
      copy.pragma('journal_mode = DELETE');
      const [damage] = await findDamageLater(copy);
      if (damage !== undefined) throw databaseDamaged(store.path, damage);
    } finally {
      copy.close();
    }
  } catch (thrown) {
    // Before the copy is removed: SQLite's reason can only be asked for where it was written.
    throw storeProblem(thrown, target);
  }
}

function removeCopy(path: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) if (existsSync(`${path}${end}`)) rmSync(`${path}${end}`);
}

function removeOld(options: DailyCopyOptions): void {
  const copies = copiesOf(options);
  const kept = new Set(copies.slice(0, DAYS_KEPT));
  const weeks = Map.groupBy(copies.slice(DAYS_KEPT), ({ takenAt }) => Math.floor(Date.parse(takenAt) / (7 * DAY_MS)));
  // The oldest of each: the newest of this week would be another one tomorrow.
  for (const ofWeek of [...weeks.values()].slice(0, WEEKS_KEPT)) kept.add(ofWeek.at(-1) as DatabaseBackup);
  for (const copy of copies) if (!kept.has(copy)) rmSync(join(options.backupFolder, copy.name), { force: true });
}
