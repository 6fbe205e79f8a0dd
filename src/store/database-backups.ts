import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { exists } from '../platform/exists.ts';
import type { MigrationOptions } from './migrate.ts';

/** A copy of the database. */
export interface DatabaseBackup {
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  readonly bytes: number;
  /** version: from before a newer Pennyrow changed its form. day: one of those that are made each day. */
  readonly kind: 'version' | 'day';
}

type Place = Pick<MigrationOptions, 'path' | 'backupFolder'>;

/** Newest first. */
export function listDatabaseBackups({ path, backupFolder }: Place): DatabaseBackup[] {
  if (!exists(backupFolder)) return [];
  const backups = readdirSync(backupFolder).flatMap((name) => {
    const [kind, takenAt] = [kindOf(name, basename(path)), takenAtOf(name)];
    return kind === null || takenAt === null
      ? []
      : [{ name, takenAt, bytes: statSync(join(backupFolder, name)).size, kind }];
  });
  return backups.sort((a, b) => b.takenAt.localeCompare(a.takenAt));
}

/** Where a copy that is made at this moment goes. */
export function dayBackupPath({ path, backupFolder }: Place, nowMs: number): string {
  return join(backupFolder, `${basename(path)}.day.${new Date(nowMs).toISOString().replace(/\D/g, '').slice(0, 17)}`);
}

function kindOf(name: string, database: string): DatabaseBackup['kind'] | null {
  if (name.startsWith(`${database}.day.`)) return 'day';
  return name.startsWith(`${database}.v`) ? 'version' : null;
}

/** "pennyrow.db.v3.20260131081500000": the moment is its last part. */
function takenAtOf(name: string): string | null {
  const match = /\.(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(name);
  return match === null ? null : `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}.${match[7]}Z`;
}
