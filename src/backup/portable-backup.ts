import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, basename, dirname } from 'node:path';
import { exists } from '../platform/exists.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type DataFolder, openDataFolder } from '../platform/data-folder.ts';
import { writeArchive, type Manifest, type PackedFile, readArchive } from './portable-archive.ts';
import { type VaultKeyProvider, passedInKey } from '../platform/vault.ts';
import { VERSION } from '../platform/version.ts';
import { listAccounts, moveWorkbooks } from '../store/accounts.ts';
import { copyChecked } from '../store/daily-copies.ts';
import { lockStore, type Store } from '../store/store.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import type { ServiceConfig } from '../platform/config.ts';
import { createError, type PennyrowError } from '../platform/errors.ts';
import { syncFolderNow } from '../platform/sync-to-disk.ts';
import { migrations } from '../store/migrations/index.ts';
import { isSound } from '../store/inspection.ts';

export const BACKUP_FORMAT = 1;

export interface BackupManifest extends Manifest {
  readonly schema: number;
  readonly madeAt: string;
  readonly workbooks: readonly { readonly file: string; readonly path: string }[];
}

export interface BackupSource {
  readonly store: Store;
  readonly vaultKey: VaultKeyProvider;
  readonly dataFolder: DataFolder;
  readonly clock: Clock;
}

export async function writePortableBackup(
  { store, vaultKey, dataFolder, clock }: BackupSource,
  target: string,
  passphrase: string,
): Promise<{ readonly path: string; readonly workbooksLeftOut: readonly string[] }> {
  const workplace = await mkdtemp(join(dataFolder.path, '.backup-'));
  try {
    const database = join(workplace, 'pennyrow.db');
    await copyChecked(store, database);
    const key = join(workplace, 'vault.key');
    await writeFile(key, `${(await vaultKey.provideKey()).toString('base64')}\n`, { mode: 0o600 });
    const { inside, outside } = workbooksOf(store, dataFolder);
    const files: PackedFile[] = [
      { name: 'pennyrow.db', path: database },
      { name: 'vault.key', path: key },
      ...(exists(dataFolder.certificate) ? [{ name: 'ca.pem', path: dataFolder.certificate }] : []),
      ...inside.map(({ file, path }) => ({ name: file, path })),
    ];
    const schema = store.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
    const madeAt = new Date(clock.now()).toISOString();
    await writeArchive(target, passphrase, files, (sums): BackupManifest => ({
      format: BACKUP_FORMAT,
      pennyrow: VERSION,
      schema,
      madeAt,
      workbooks: inside,
      files: sums,
    }));
    return { path: target, workbooksLeftOut: outside };
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

function workbooksOf(
  store: Store,
  { path: folder }: DataFolder,
): { readonly inside: BackupManifest['workbooks']; readonly outside: readonly string[] } {
  const paths = [
    ...new Set(
      listAccounts(store).flatMap(({ workbook }) => (workbook !== null && 'path' in workbook ? [workbook.path] : [])),
    ),
  ];
  const isInside = (path: string): boolean =>
    !isAbsolute(relative(folder, path)) && !relative(folder, path).startsWith('..');
  const inside = paths
    .filter((path) => isInside(path) && exists(path))
    .map((path, index) => ({ file: `workbooks/${index + 1}.xlsx`, path }));
  return { inside, outside: paths.filter((path) => !isInside(path)) };
}

export interface RestoredBackup {
  readonly dataFolder: string;
  readonly madeAt: string;
  readonly replaced: string | null;
  readonly missing: readonly string[];
}

const OF_NO_ACCOUNT = /^(pennyrow\.log.*|pennyrow\.db\.lock|control\.sock|\..*|replaced-.*|damaged-.*)$/;

/** Verifies the backup first. Moves the previous content of the data folder to a subfolder. */
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
  return createError('data_folder_not_empty', { path });
}

function check(file: string, { format, schema, pennyrow }: BackupManifest, workplace: string): void {
  const newest = migrations.at(-1)?.version ?? 0;
  if (format > BACKUP_FORMAT || schema > newest) throw createError('data_backup_too_new', { file, version: pennyrow });
  if (!isSound(join(workplace, 'pennyrow.db'))) throw createError('data_backup_damaged', { part: 'database', file });
  const passedIn = passedInKey(process.env) ?? '';
  if (passedIn !== '' && passedIn.trim() !== readFileSync(join(workplace, 'vault.key'), 'utf8').trim())
    throw createError('vault_wrong_key', { secret: null });
}

function adapt(folder: DataFolder, { workbooks }: BackupManifest, workplace: string): string[] {
  const moved = new Map(workbooks.map(({ path }) => [path, join(folder.path, nameOf(path))]));
  const own = new Set(moved.values());
  return moveWorkbooks(join(workplace, 'pennyrow.db'), moved).filter((path) => !own.has(path) && !existsSync(path));
}

function nameOf(path: string): string {
  return basename(path.replaceAll('\\', '/'));
}

/** Moves all old files, including backups, so that Pennyrow never repairs the restored database with an old backup. */
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
  // Moves the database last: if this stops early, the folder without a database counts as unused.
  for (const name of own.filter((each) => each !== 'pennyrow.db'))
    renameSync(join(workplace, name), join(dirname(folder.database), name));
  renameSync(join(workplace, 'pennyrow.db'), folder.database);
  syncFolderNow(folder.path);
}
