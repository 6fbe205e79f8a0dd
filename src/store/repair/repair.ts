import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { syncFile } from '../../platform/sync-file.ts';
import { syncFolderNow } from '../../platform/sync-folder.ts';
import { listDatabaseBackups, type DatabaseBackup } from '../database-backups.ts';
import { openDatabase } from '../database.ts';
import { findDamage } from '../inspection.ts';
import { pageSumsPath, readPageSums } from '../page-sums.ts';
import { lockStore } from '../store-lock.ts';
import { rebuild, type NewAccount, type SalvagedTable } from './rebuild.ts';
import { damagedSource, goodSource, type SalvageSource } from './source.ts';

export interface Repair {
  /** The folder that the damaged files were put into; null when there were none. */
  readonly setAside: string | null;
  /** The newest good copy; null when there was none, or nothing of it was needed. */
  readonly copy: Pick<DatabaseBackup, 'name' | 'takenAt'> | null;
  readonly tables: readonly SalvagedTable[];
}

export interface RepairOptions {
  readonly path: string;
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly account: Pick<NewAccount, 'timeZone' | 'workbook'>;
}

/**
 * Replaces a damaged database by one with all that can still be had, and puts the damaged one aside. Until the very last
 * step everything is as it was, also when this throws.
 *
 * @throws PennyrowError store_in_use while a service runs on it, or the system's own problem
 */
export function repairDatabase(options: RepairOptions): Repair {
  const { path, clock, account } = options;
  const lock = lockStore(path);
  const workplace = mkdtempSync(join(dirname(path), '.repair-'));
  try {
    const damaged = openDamaged(path, workplace);
    const copy = damaged !== null && isAllWhole(damaged) ? null : newestGoodCopy(options, workplace);
    const rebuilt = join(workplace, 'rebuilt.db');
    const tables = rebuild(rebuilt, damaged, copy?.source ?? null, {
      ...account,
      createdAt: new Date(clock.now()).toISOString(),
    });
    damaged?.close();
    copy?.source.close();
    syncFile(rebuilt);
    const setAside = putAside(path, clock);
    renameSync(rebuilt, path);
    syncFolderNow(dirname(path));
    if (setAside !== null) putSumsAside(path, setAside);
    return { setAside, copy: copy === null ? null : { name: copy.name, takenAt: copy.takenAt }, tables };
  } finally {
    rmSync(workplace, { recursive: true, force: true });
    lock.close();
  }
}

/** Works on a copy: opening a database alone may change it. */
function openDamaged(path: string, workplace: string): SalvageSource | null {
  if (!existsSync(path)) return null;
  const [copy, log] = [join(workplace, 'damaged.db'), `${path}-wal`];
  copyFileSync(path, copy);
  if (existsSync(log)) copyFileSync(log, `${copy}-wal`);
  return damagedSource(copy, existsSync(log) ? null : readPageSums(path));
}

/** All tables that hold something which the workbook does not. */
function isAllWhole(source: SalvageSource): boolean {
  return [
    'account',
    'connection',
    'token',
    'schedule',
    'run',
    'run_items',
    'memory',
    'setting',
    'secret',
    'csv_mapping',
  ].every((table) => source.isWhole(table));
}

function newestGoodCopy(
  options: RepairOptions,
  workplace: string,
): (DatabaseBackup & { readonly source: SalvageSource }) | null {
  for (const backup of listDatabaseBackups(options)) {
    const copy = join(workplace, backup.name);
    copyFileSync(join(options.backupFolder, backup.name), copy);
    if (isSound(copy)) return { ...backup, source: goodSource(copy) };
  }
  return null;
}

export function isSound(path: string): boolean {
  try {
    const database = openDatabase(path, { readonly: true });
    try {
      return findDamage(database).length === 0;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** The database itself is linked rather than moved, so that at no moment there is none. */
function putAside(path: string, clock: Clock): string | null {
  const files = [`${path}-wal`, `${path}-shm`].filter((file) => existsSync(file));
  if (!existsSync(path) && files.length === 0) return null;
  const folder = freeFolder(
    join(dirname(path), `damaged-${new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '')}`),
  );
  mkdirSync(folder, { mode: 0o700 });
  if (existsSync(path)) linkOrCopy(path, join(folder, basename(path)));
  // A log of another database than the one beside it would be taken for a part of that.
  for (const file of files) renameSync(file, join(folder, basename(file)));
  // Before the rebuilt one comes: it must never be found beside the log of the damaged one.
  for (const each of [folder, dirname(path)]) syncFolderNow(each);
  return folder;
}

/**
 * Last: until the rebuilt database is there for good, only its sums may tell that the damaged one is. Those of another
 * database are believed by nobody.
 */
function putSumsAside(path: string, folder: string): void {
  const sums = pageSumsPath(path);
  if (existsSync(sums)) renameSync(sums, join(folder, basename(sums)));
}

function freeFolder(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? wanted : `${wanted}-${number}`;
    if (!existsSync(folder)) return folder;
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Some file systems have no links.
    copyFileSync(from, to);
    syncFile(to);
  }
}
