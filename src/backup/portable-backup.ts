import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { exists } from '../platform/exists.ts';
import type { Clock } from '../platform/clock.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import { writeArchive, type Manifest, type PackedFile } from './portable-archive.ts';
import type { VaultKeyProvider } from '../platform/vault.ts';
import { VERSION } from '../platform/version.ts';
import { listAccounts } from '../store/accounts.ts';
import { copyChecked } from '../store/daily-copies.ts';
import type { Store } from '../store/store.ts';

/** Raised when an older Pennyrow could not read what is written. */
export const BACKUP_FORMAT = 1;

export interface BackupManifest extends Manifest {
  /** Of the database. */
  readonly schema: number;
  readonly madeAt: string;
  /** Workbooks that lie in the data folder come along, by the path that they had. */
  readonly workbooks: readonly { readonly file: string; readonly path: string }[];
}

export interface BackupSource {
  readonly store: Store;
  readonly vaultKey: VaultKeyProvider;
  readonly dataFolder: DataFolder;
  readonly clock: Clock;
}

/** Writes what another machine needs: the database, the key to its secrets, the certificate, and own workbooks. */
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
