import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { problem } from '../messages/problem.ts';
import { systemClock } from '../platform/clock.ts';
import type { ServiceConfig } from '../platform/config.ts';
import { openDataFolder, type DataFolder } from '../platform/data-folder.ts';
import { exists } from '../platform/exists.ts';
import { PennyrowError } from '../platform/errors.ts';
import { readArchive } from './portable-archive.ts';
import { syncFolderNow } from '../platform/sync-to-disk.ts';
import { passedInKey } from '../platform/vault-key.ts';
import { BACKUP_FORMAT, type BackupManifest } from './portable-backup.ts';
import { migrations } from '../store/migrations/index.ts';
import { isSound } from '../store/inspection.ts';
import { moveWorkbooks } from '../store/accounts.ts';
import { lockStore } from '../store/store-lock.ts';

export interface RestoredBackup {
  readonly dataFolder: string;
  readonly madeAt: string;
  /** Where what was in the data folder is kept; null when it was empty. */
  readonly replaced: string | null;
  /** Files and folders of the other machine that are not here: a workbook, or a folder for statements. */
  readonly missing: readonly string[];
}

/** What a data folder holds without anybody having used it. */
const OF_NO_ACCOUNT = /^(pennyrow\.log.*|pennyrow\.db\.lock|control\.sock|\..*|replaced-.*|damaged-.*)$/;

/**
 * Puts a backup in the place of a data folder. It is unpacked and checked beside it first; what was there is kept, and where
 * nothing was, nothing is after a failure.
 *
 * @throws PennyrowError data_folder_not_empty unless `replace`, store_in_use, data_backup_too_new, vault_wrong_key, or
 * what `readArchive` throws
 */
export async function restoreBackup(
  config: ServiceConfig,
  file: string,
  passphrase: string,
  { replace }: { readonly replace: boolean },
): Promise<RestoredBackup> {
  const isNew = !exists(config.dataFolder);
  const folder = openDataFolder(config.dataFolder);
  let isRestored = false;
  const lock = lockStore(folder.database);
  const workplace = await mkdtemp(join(folder.path, '.restore-'));
  try {
    const before = contentOf(folder);
    if (before.some((name) => !OF_NO_ACCOUNT.test(name)) && !replace) throw notEmpty(folder);
    const manifest = await readArchive<BackupManifest>(file, passphrase, workplace);
    check(file, manifest, workplace);
    const missing = adapt(folder, manifest, workplace);
    const replaced = putAside(folder, before);
    moveIn(folder, manifest, workplace);
    isRestored = true;
    return { dataFolder: folder.path, madeAt: manifest.madeAt, replaced, missing };
  } finally {
    await rm(workplace, { recursive: true, force: true });
    lock.close();
    if (isNew && !isRestored) await rm(folder.path, { recursive: true, force: true });
  }
}

function contentOf({ path }: DataFolder): string[] {
  return readdirSync(path).filter(
    (name) => !name.startsWith('.restore-') && !(name === 'backups' && readdirSync(join(path, name)).length === 0),
  );
}

function notEmpty({ path }: DataFolder): PennyrowError {
  return new PennyrowError(problem('data_folder_not_empty', { path }));
}

function check(file: string, { format, schema, pennyrow }: BackupManifest, workplace: string): void {
  const newest = migrations.at(-1)?.version ?? 0;
  if (format > BACKUP_FORMAT || schema > newest) {
    throw new PennyrowError(problem('data_backup_too_new', { file, version: pennyrow }));
  }
  if (!isSound(join(workplace, 'pennyrow.db'))) {
    throw new PennyrowError(problem('data_backup_damaged', { part: 'database', file }));
  }
  const passedIn = passedInKey(process.env) ?? '';
  if (passedIn !== '' && passedIn.trim() !== readFileSync(join(workplace, 'vault.key'), 'utf8').trim()) {
    throw new PennyrowError(problem('vault_wrong_key', { secret: null }));
  }
}

/** Lets the database name the workbooks where they will be. Returns what it names that is not here. */
function adapt(folder: DataFolder, { workbooks }: BackupManifest, workplace: string): string[] {
  const moved = new Map(workbooks.map(({ path }) => [path, join(folder.path, nameOf(path))]));
  const own = new Set(moved.values());
  return moveWorkbooks(join(workplace, 'pennyrow.db'), moved).filter((path) => !own.has(path) && !existsSync(path));
}

/** Also of a path of another system. */
function nameOf(path: string): string {
  return basename(path.replaceAll('\\', '/'));
}

/** Everything of the old data folder, since a copy of another database must never fill in for this one. */
function putAside({ path }: DataFolder, names: readonly string[]): string | null {
  const old = names.filter((name) => !/^(pennyrow\.db\.lock|control\.sock|replaced-.*)$/.test(name));
  if (old.every((name) => OF_NO_ACCOUNT.test(name))) return null;
  const target = join(path, `replaced-${new Date(systemClock.now()).toISOString().slice(0, 19).replaceAll(':', '')}`);
  mkdirSync(target, { mode: 0o700 });
  for (const name of old) renameSync(join(path, name), join(target, name));
  return target;
}

function moveIn(folder: DataFolder, { workbooks, files }: BackupManifest, workplace: string): void {
  for (const { file, path } of workbooks) renameSync(join(workplace, file), join(folder.path, nameOf(path)));
  mkdirSync(folder.backups, { recursive: true, mode: 0o700 });
  const own = files.map(({ name }) => name).filter((name) => !name.startsWith('workbooks/'));
  // The database comes last: without it the folder counts as one that nobody has used.
  for (const name of own.filter((each) => each !== 'pennyrow.db'))
    renameSync(join(workplace, name), join(dirname(folder.database), name));
  renameSync(join(workplace, 'pennyrow.db'), folder.database);
  syncFolderNow(folder.path);
}
