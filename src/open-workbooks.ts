import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ControlDependencies } from './control/dependencies.ts';
import type { Clock } from './platform/clock.ts';
import type { DataFolder } from './platform/data-folder.ts';
import { PennyrowError } from './platform/errors.ts';
import type { BackupSource } from './portable-backup.ts';
import type { Account } from './store/accounts.ts';
import { listDatabaseBackups } from './store/database-backups.ts';
import type { GoogleDesk } from './workbooks/google/google-desk.ts';
import type { Workbook } from './workbooks/workbook.ts';
import { openXlsxWorkbook } from './workbooks/xlsx/xlsx-workbook.ts';

export interface WorkbookOpeners {
  readonly dataFolder: DataFolder;
  readonly clock: Clock;
  readonly google: GoogleDesk;
  /** Where the system keeps documents; null when it does not say. */
  readonly documents: string | null;
}

/** Which adapter opens an account's workbook, and where new ones go. */
export function openWorkbooks({
  dataFolder,
  clock,
  google,
  documents,
}: WorkbookOpeners): ControlDependencies['workbooks'] {
  return {
    open: ({ id, workbook }: Account): Workbook => {
      if (workbook === null)
        throw new PennyrowError('workbook_none', 'The account has no workbook.', 'Connect or make one.');
      if (workbook.kind === 'google') return google.open(id, workbook);
      return openXlsxWorkbook(workbook.path, { backupFolder: versionsOf(dataFolder, id), clock });
    },
    create: async (path, rules = []) =>
      (await import('./workbooks/xlsx/new-workbook.ts')).createXlsxWorkbook(path, { rules }),
    defaultPath: (accountName) => freePath(dataFolder.path, accountName),
    firstPath: dataFolder.defaultWorkbook,
    suggestedPath: (name) => freePath(documents !== null && existsSync(documents) ? documents : dataFolder.path, name),
  };
}

export function openBackups(source: BackupSource): ControlDependencies['backups'] {
  const { dataFolder } = source;
  const folder = (accountId: string): string => versionsOf(dataFolder, accountId);
  const load = () => import('./workbooks/xlsx/versions.ts');
  return {
    workbookFolder: folder,
    ofWorkbook: async (accountId) => (await load()).listVersions(folder(accountId)),
    bringBack: async (accountId, name, path) => (await load()).bringBack({ folder: folder(accountId), name }, path),
    write: async (path, passphrase) =>
      (await import('./portable-backup.ts')).writePortableBackup(source, path, passphrase),
    databaseFolder: dataFolder.backups,
    ofDatabase: () => listDatabaseBackups({ path: dataFolder.database, backupFolder: dataFolder.backups }),
  };
}

/** The folder of a workbook's earlier versions. */
function versionsOf({ backups }: DataFolder, accountId: string): string {
  return join(backups, accountId);
}

/** A file in the folder that is not there yet, named after the account. */
function freePath(folder: string, accountName: string): string {
  const stem = accountName.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'Account';
  for (let number = 1; ; number += 1) {
    const candidate = join(folder, `${stem}${number === 1 ? '' : ` ${number}`}.xlsx`);
    if (!existsSync(candidate)) return candidate;
  }
}
