import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { syncFile } from '../platform/sync-to-disk.ts';
import { requireDataFolder } from '../platform/data-folder.ts';
import { toPennyrowError, type PennyrowError } from '../platform/errors.ts';
import { databaseDamaged, storeProblem } from './damage.ts';
import { listDatabaseBackups, nextBackupPath, type DatabaseBackup } from './database-backups.ts';
import { openDatabase } from './database.ts';
import { findDamageLater } from './inspection.ts';
import type { Store } from './store.ts';

interface DailyCopyOptions {
  readonly store: Store;
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly failed: (problem: PennyrowError) => void;
}

/** Less than 24 hours, so that a service that starts a little earlier than yesterday still makes today's copy. */
const DUE_AFTER_MS = 20 * 3_600_000;
const LOOK_EVERY_MS = 3_600_000;
/** The first check runs this long after the start, so that it does not slow down the start. */
const FIRST_LOOK_MS = 60_000;

const DAYS_KEPT = 3;
const WEEKS_KEPT = 2;
const DAY_MS = 86_400_000;

export function createDailyCopies(options: DailyCopyOptions) {
  const { store, clock, failed } = options;
  const openedAt = clock.now();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
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
    start: (): void => lookIn(FIRST_LOOK_MS),
    close: (): Promise<void> => {
      clearTimeout(timer);
      return makeIfDue();
    },
  };
}

function isDue(options: DailyCopyOptions, nowMs: number): boolean {
  const [newest] = copiesOf(options);
  if (newest === undefined) return true;
  const age = nowMs - Date.parse(newest.takenAt);
  // A copy from more than a day in the future is ignored: the clock was set back since, and the next copy must not wait for it.
  return age >= DUE_AFTER_MS || age < -DAY_MS;
}

function copiesOf({ store: { path }, backupFolder }: DailyCopyOptions): DatabaseBackup[] {
  return listDatabaseBackups({ path, backupFolder }).filter(({ kind }) => kind === 'day');
}

/** The copy gets its final name only after it was verified and synced to disk. */
async function makeCopy({ store, backupFolder, clock }: DailyCopyOptions): Promise<void> {
  // Throws if the data folder was removed, because `mkdirSync` would create it again.
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

export async function copyChecked(store: Pick<Store, 'path' | 'copyLater'>, target: string): Promise<void> {
  try {
    await store.copyLater(target);
    const copy = openDatabase(target);
    try {
      copy.pragma('journal_mode = DELETE');
      const [damage] = await findDamageLater(copy);
      if (damage !== undefined) throw databaseDamaged(store.path, damage);
    } finally {
      copy.close();
    }
  } catch (thrown) {
    // `storeProblem` inspects the file at `target`, so it must run before the copy is removed.
    throw storeProblem(thrown, target);
  }
}

function removeCopy(path: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) if (existsSync(`${path}${end}`)) rmSync(`${path}${end}`);
}

function removeOld(options: DailyCopyOptions): void {
  const copies = copiesOf(options);
  const keptCopies = new Set(copies.slice(0, DAYS_KEPT));
  const weeks = Map.groupBy(copies.slice(DAYS_KEPT), ({ takenAt }) => Math.floor(Date.parse(takenAt) / (7 * DAY_MS)));
  // Keeps the oldest copy of each week, because the newest one would be replaced every day.
  for (const ofWeek of [...weeks.values()].slice(0, WEEKS_KEPT)) keptCopies.add(ofWeek.at(-1) as DatabaseBackup);
  for (const copy of copies) if (!keptCopies.has(copy)) rmSync(join(options.backupFolder, copy.name), { force: true });
}
