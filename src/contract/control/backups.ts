import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { localPath, procedure } from './procedure.ts';

export interface BackupFile {
  readonly name: string;
  readonly takenAt: string;
  readonly bytes: number;
}

export interface BackupsView {
  readonly workbook: { readonly path: string; readonly folder: string; readonly files: readonly BackupFile[] } | null;
  /** Newest first: a copy from each of the last days, and a copy from before each migration of the database. */
  readonly database: { readonly folder: string; readonly files: readonly BackupFile[] };
}

export interface RestoredBackup {
  readonly path: string;
  readonly isWorkbook: boolean;
}

export interface WrittenBackup {
  readonly path: string;
  /** Paths of workbooks outside the data folder. The backup lacks them, so the user must copy them. */
  readonly workbooksLeftOut: readonly string[];
}

export const backupProcedures = {
  /** Writes an encrypted backup, which can be restored on another machine. */
  'backup.write': procedure<WrittenBackup>()({
    path: localPath,
    passphrase: z.string().check(z.minLength(8), z.maxLength(1024)),
  }),
  'backup.list': procedure<BackupsView>()({ accountId }),
  /** Never overwrites a file: if the workbook exists, the restored copy gets another name in the same folder. */
  'backup.restore': procedure<RestoredBackup>()({
    accountId,
    name: z.string().check(z.minLength(1), z.maxLength(300)),
  }),
};
