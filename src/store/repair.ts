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
  /** The copy that is the database now; null if no intact copy exists, so that the next start creates an empty database. */
  readonly copy: Pick<DatabaseBackup, 'name' | 'takenAt'> | null;
}

/** Replaces the database by its newest intact copy, and keeps the damaged files. The next sync finds newer rows in the workbook. */
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

/** Reads the revoked tokens, if the damage allows it. Opening a database may change the file, so opens a copy. */
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

/** Removes browser sessions and unfinished runs from the copy, and revokes the tokens of `revocations` in it. */
function prepareCopy(path: string, revocations: readonly Revocation[]): void {
  const database = openDatabase(path);
  try {
    const tables = new Set(
      database.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).map(({ name }) => name),
    );
    database.transaction(() => {
      // A copy that an older version of Pennyrow made may lack some of these tables.
      for (const table of ['session', 'journal', 'planned_memory'])
        if (tables.has(table)) database.run(`DELETE FROM ${table}`);
      for (const { id, revokedAt } of revocations)
        database.run('UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', revokedAt, id);
    });
  } finally {
    database.close();
  }
}

/** Puts the damaged files into a new folder. The database also stays at its path, so that a crash leaves a database there. */
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
    // The file system does not support hard links.
    copyFileSync(from, to);
    syncFile(to);
  }
}
