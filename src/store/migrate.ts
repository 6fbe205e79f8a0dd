import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { problem } from '../messages/problem.ts';
import type { Clock } from '../platform/clock.ts';
import { PennyrowError } from '../platform/errors.ts';
import { syncFolderNow } from '../platform/sync-folder.ts';
import type { Database } from './database.ts';
import { listDatabaseBackups, nextBackupPath } from './database-backups.ts';
import { checkDatabase, checkForeignKeys } from './inspection.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';

export interface MigrationOptions {
  /** The database file. */
  readonly path: string;
  /** Where a copy is put before each migration. */
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly migrations?: readonly Migration[];
}

const BACKUPS_KEPT = 5;

/**
 * Brings an open database to the newest schema, in one transaction, with a copy beside it before.
 *
 * @throws PennyrowError store_too_new, store_damaged
 */
export function migrate(database: Database, options: MigrationOptions, isNew: boolean): void {
  const migrations = options.migrations ?? allMigrations;
  const newest = migrations.at(-1)?.version ?? 0;
  const version = Number(database.pragma('user_version'));
  if (version > newest) {
    throw new PennyrowError(
      problem('store_too_new', {
        path: options.path,
        schema: String(version),
        newest: String(newest),
      }),
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
  if (!isNew) checkDatabase(database, options.path);
}

function backUp(database: Database, options: MigrationOptions, version: number): void {
  mkdirSync(options.backupFolder, { recursive: true, mode: 0o700 });
  const stem = basename(options.path);
  // Until it is whole it has another name: a part of a copy must not pass for one, not even after a power cut.
  const temporary = join(options.backupFolder, `.${stem}.tmp`);
  for (const ending of ['', '-journal']) rmSync(`${temporary}${ending}`, { force: true });
  try {
    // SQLite syncs the copy itself, at the level that the database has.
    database.copyTo(temporary);
    renameSync(temporary, nextBackupPath(options, `v${version}`, options.clock.now()));
    syncFolderNow(options.backupFolder);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
  const copies = listDatabaseBackups(options).filter(({ kind }) => kind === 'version');
  for (const { name } of copies.slice(BACKUPS_KEPT)) rmSync(join(options.backupFolder, name), { force: true });
}
