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
  /** Newest first: one for each of the last days, and one from before each migration. */
  readonly database: { readonly folder: string; readonly files: readonly BackupFile[] };
}

export interface RestoredBackup {
  readonly path: string;
  readonly isWorkbook: boolean;
}

export interface WrittenBackup {
  readonly path: string;
  /** Workbooks outside the data folder, which the user copies. */
  readonly workbooksLeftOut: readonly string[];
}

export const backupProcedures = {
  /** Writes an encrypted backup with which another machine can continue. */
  'backup.write': procedure<WrittenBackup>()({
    path: localPath,
    passphrase: z.string().check(z.minLength(8), z.maxLength(1024)),
  }),
  'backup.list': procedure<BackupsView>()({ accountId }),
  /** Never replaces a file. */
  'backup.restore': procedure<RestoredBackup>()({
    accountId,
    name: z.string().check(z.minLength(1), z.maxLength(300)),
  }),
};
