import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { StoreOptions } from './store.ts';

/** A copy of the database from before a migration. */
export interface DatabaseBackup {
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  readonly bytes: number;
}

/** Newest first. */
export function listDatabaseBackups({ path, backupFolder }: Pick<StoreOptions, 'path' | 'backupFolder'>): DatabaseBackup[] {
  if (!existsSync(backupFolder)) return [];
  const backups = readdirSync(backupFolder).flatMap((name) => {
    const takenAt = name.startsWith(`${basename(path)}.v`) ? takenAtOf(name) : null;
    return takenAt === null ? [] : [{ name, takenAt, bytes: statSync(join(backupFolder, name)).size }];
  });
  return backups.sort((a, b) => b.takenAt.localeCompare(a.takenAt));
}

/** "pennyrow.db.v3.20260131081500000": the moment is its last part. */
function takenAtOf(name: string): string | null {
  const match = /\.(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(name);
  return match === null ? null : `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}.${match[7]}Z`;
}
