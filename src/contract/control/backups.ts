import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { localPath } from './local-path.ts';
import { procedure } from './procedure.ts';

export interface BackupFile {
  readonly name: string;
  readonly takenAt: string;
  readonly bytes: number;
}

export interface BackupsView {
  /** Earlier versions of the account's workbook file, newest first; null without a file: services keep their own. */
  readonly workbook: { readonly path: string; readonly folder: string; readonly files: readonly BackupFile[] } | null;
  /** Copies of the database, newest first: one of each of the last days, and one from before each migration. */
  readonly database: { readonly folder: string; readonly files: readonly BackupFile[] };
}

export interface RestoredBackup {
  readonly path: string;
  /** It is the workbook again, since there was none any more; else a copy beside it, and the workbook is as it was. */
  readonly isWorkbook: boolean;
}

export interface WrittenBackup {
  readonly path: string;
  /** Workbooks that lie elsewhere, which the person copies. */
  readonly workbooksLeftOut: readonly string[];
}

export const backupProcedures = {
  /** Writes all that another machine needs into a new file, which only the passphrase opens. */
  'backup.write': procedure<WrittenBackup>()(
    z.strictObject({
      path: localPath,
      passphrase: z.string().check(z.minLength(8), z.maxLength(1024)),
    }),
  ),
  'backup.list': procedure<BackupsView>()(z.strictObject({ accountId })),
  /** Never replaces a file. */
  'backup.restore': procedure<RestoredBackup>()(
    z.strictObject({ accountId, name: z.string().check(z.minLength(1), z.maxLength(300)) }),
  ),
};
