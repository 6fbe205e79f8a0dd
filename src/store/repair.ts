import { copyFileSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { exists } from '../platform/exists.ts';
import { syncFile, syncFolderNow } from '../platform/sync-to-disk.ts';
import { listDatabaseBackups, type DatabaseBackup } from './database-backups.ts';
import { openDatabase } from './database.ts';
import { isSound } from './inspection.ts';
import { lockStore, type MigrationOptions } from './store.ts';

export interface Repair {
  readonly setAside: string | null;
  /** The copy that is the database now; null if no sound one exists, and the next start creates an empty database. */
  readonly copy: Pick<DatabaseBackup, 'name' | 'takenAt'> | null;
}

/**
 * Replaces the database by its newest sound copy, and keeps the damaged files in a folder beside it. Later rows are
 * found again by their ids in the workbook.
 */
export function repairDatabase(options: Omit<MigrationOptions, 'migrations'>): Repair {
  const { path, clock } = options;
  const lock = lockStore(path);
  const workplace = mkdtempSync(join(dirname(path), '.repair-'));
  try {
    const replacement = join(workplace, 'copy.db');
    const copy = listDatabaseBackups(options).find(({ name }) => {
      copyFileSync(join(options.backupFolder, name), replacement);
      return isSound(replacement);
    });
    if (copy !== undefined) {
      prepareCopy(replacement, readRevocations(path, workplace));
      syncFile(replacement);
    }
    const setAside = putAside(path, clock);
    if (copy === undefined) rmSync(path, { force: true });
    else renameSync(replacement, path);
    syncFolderNow(dirname(path));
    return { setAside, copy: copy === undefined ? null : { name: copy.name, takenAt: copy.takenAt } };
  } finally {
    rmSync(workplace, { recursive: true, force: true });
    lock.close();
  }
}

interface Revocation {
  readonly id: string;
  readonly revokedAt: string;
}

/** Reads as much as possible of the damaged file. Opening a database may change it, so this opens a copy. */
function readRevocations(path: string, workplace: string): readonly Revocation[] {
  const copy = join(workplace, 'damaged.db');
  try {
    for (const end of ['', '-wal']) if (exists(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
    const database = openDatabase(copy);
    try {
      return database.all<Revocation>('SELECT id, revoked_at AS revokedAt FROM token WHERE revoked_at IS NOT NULL');
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}

/** Removes browser sessions and unfinished runs from the copy, and again revokes the tokens that were revoked after it was made. */
function prepareCopy(path: string, revocations: readonly Revocation[]): void {
  const database = openDatabase(path);
  try {
    const tables = new Set(
      database.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).map(({ name }) => name),
    );
    database.transaction(() => {
      // A copy from before an upgrade lacks the newer of these tables.
      for (const table of ['session', 'journal', 'planned_memory'])
        if (tables.has(table)) database.run(`DELETE FROM ${table}`);
      for (const { id, revokedAt } of revocations)
        database.run('UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', revokedAt, id);
    });
  } finally {
    database.close();
  }
}

/** Links the database into the folder instead of moving it, so that the path exists at every moment. */
function putAside(path: string, clock: Clock): string | null {
  const logs = [`${path}-wal`, `${path}-shm`].filter((file) => exists(file));
  if (!exists(path) && logs.length === 0) return null;
  const folder = freeFolder(
    join(dirname(path), `damaged-${new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '')}`),
  );
  mkdirSync(folder, { mode: 0o700 });
  if (exists(path)) linkOrCopy(path, join(folder, basename(path)));
  // Moves the write-ahead log away, because SQLite would apply it to the new database.
  for (const file of logs) renameSync(file, join(folder, basename(file)));
  for (const each of [folder, dirname(path)]) syncFolderNow(each);
  return folder;
}

function freeFolder(preferred: string): string {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? preferred : `${preferred}-${number}`;
    if (!exists(folder)) return folder;
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Copies on file systems without hard links.
    copyFileSync(from, to);
    syncFile(to);
  }
}
