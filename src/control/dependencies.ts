import type { BackupFile, RestoredBackup, WrittenBackup } from '../contract/control/backups.ts';
import type { AccessView } from '../contract/control/access-view.ts';
import type { FolderView, WaitingFile } from '../contract/control/connections.ts';
import type { CertificateView, Finding } from '../contract/control/service.ts';
import type { CsvAnswers, CsvMapping, StatementInspection } from '../core/csv-mapping.ts';
import type { Clock } from '../platform/clock.ts';
import type { Schedules } from '../schedules/schedules.ts';
import type { Account } from '../store/accounts.ts';
import type { Connection } from '../store/connections.ts';
import type { DatabaseBackup } from '../store/database-backups.ts';
import type { Writer } from '../store/database.ts';
import type { SyncLimits } from '../store/limits.ts';
import type { SyncEvents } from '../sync/events.ts';
import type { SyncService } from '../sync/sync.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import type { GoogleDesk } from './google/google-desk.ts';

/** By its place, or by what it holds. */
export type FileToInspect = { readonly path: string } | { readonly name: string; readonly bytes: Buffer };

/** What the composition root hands to control. */
export interface ControlDependencies {
  /** Throws when the data folder is not the one any more that this process works on. */
  readonly requireFolder: () => void;
  readonly store: Writer;
  readonly clock: Clock;
  readonly sync: SyncService;
  readonly syncEvents: SyncEvents;
  readonly schedules: Schedules;
  readonly newId: (kind: string) => string;
  readonly workbooks: {
    open(account: Account): Workbook;
    /** Makes a new workbook file; never overwrites one. */
    create(path: string, rules?: readonly { readonly description: string; readonly category: string }[]): Promise<void>;
    /** Where the workbook of a new account of that name is put. */
    defaultPath(accountName: string): string;
    /** That of the workbook which the first account came with. */
    readonly firstPath: string;
    /** Where a person would look for a new one of that name; nothing is there yet. */
    suggestedPath(name: string): string;
  };
  readonly backups: {
    workbookFolder(accountId: string): string;
    /** Newest first. */
    ofWorkbook(accountId: string): Promise<readonly BackupFile[]>;
    /** Puts a backup at `path` where there is no file any more, else beside it; never replaces a file. */
    bringBack(accountId: string, name: string, path: string): Promise<RestoredBackup>;
    /** See `backup.write`. */
    write(path: string, passphrase: string): Promise<WrittenBackup>;
    readonly databaseFolder: string;
    ofDatabase(): readonly DatabaseBackup[];
  };
  readonly google: GoogleDesk;
  readonly simplefin: {
    /**
     * Claims what a person pasted and seals the access as the connection's, before anything else; returns the server's host. An
     * access that was pasted as it is must answer first, unless it is to be saved `anyway`.
     */
    authorise(
      connection: Connection,
      pasted: string,
      options: { readonly anyway: boolean; readonly signal: AbortSignal },
    ): Promise<{ readonly host: string; readonly proof: AccessView | null }>;
    test(connection: Connection, signal: AbortSignal): Promise<AccessView>;
  };
  /** What a statement file is, as an import into the account would read it, or with what a person says about it. */
  inspectStatement(
    accountId: string,
    file: FileToInspect,
    wanted: { readonly answers?: CsvAnswers | undefined; readonly mapping?: CsvMapping | undefined },
  ): Promise<StatementInspection>;
  /** Files of watched folders that could not be read; none while no folder is watched. */
  waitingFiles(accountId: string): Promise<readonly WaitingFile[]>;
  /** What stands at a path that a person is typing. */
  lookAtFolder(typed: string): Promise<FolderView>;
  readonly defaults: { readonly timeZone: string; readonly syncLimits: SyncLimits };
  readonly about: {
    readonly version: string;
    readonly dataFolder: string;
    /** Its file. */
    readonly database: string;
    readonly logFile: string;
    readonly startedAt: string;
    /** Null when no API is being served. */
    url(): string | null;
  };
  certificate(): Promise<CertificateView>;
  dashboardLink(): { readonly url: string; readonly expiresAt: string };
  /** Checks of the machine's side; control adds its own. */
  checkMachine(): Promise<Finding[]>;
  /** Watched folders are watched anew. */
  connectionsChanged(accountId: string): void;
  /** Is told of failures that only a developer understands: the asker learns no more than that there was one. */
  report(failure: unknown): void;
}
