import type { AccessView } from '../contract/control/connections.ts';
import type { BackupFile, RestoredBackup, WrittenBackup } from '../contract/control/backups.ts';
import type { WorkbookAddress } from '../core/workbook-address.ts';
import type { Clock } from '../platform/clock.ts';
import type { FoundFile } from '../platform/list-folder.ts';
import type { Schedules } from '../schedules/create-schedules.ts';
import type { Authorized, ConsentRequest, SourceKind } from '../sources/source-kind.ts';
import type { Account } from '../store/accounts.ts';
import type { Connection } from '../store/connections.ts';
import type { DatabaseBackup } from '../store/database-backups.ts';
import type { Writer } from '../store/database.ts';
import type { SyncLimits } from '../store/limits.ts';
import type { SyncService } from '../sync/create-sync.ts';
import type { Announce } from './handler.ts';
import type { WorkbookConnector, WorkbookKind } from '../workbooks/workbook-kind.ts';
import type { Workbook } from '../workbooks/workbook.ts';

/** Collaborators that several groups of handlers need. A group with further collaborators declares them beside its code. */
export interface Collaborators {
  readonly store: Writer;
  readonly clock: Clock;
  readonly sync: SyncService;
  readonly schedules: Schedules;
  readonly newId: (kind: string) => string;
  readonly workbooks: Workbooks;
  readonly sources: Sources;
  readonly backups: Backups;
  readonly defaults: { readonly timeZone: string; readonly syncLimits: SyncLimits };
  readonly announce: Announce;
  /** Updates the watched folders after a connection of the account has changed. */
  connectionsChanged(accountId: string): void;
}

export interface StartedWorkbookKind {
  readonly kind: WorkbookKind;
  readonly connector: WorkbookConnector;
}

export interface Workbooks {
  readonly kinds: readonly StartedWorkbookKind[];
  open(account: Account): Workbook;
  isSame(one: WorkbookAddress, other: WorkbookAddress): boolean;
  urlOf(address: WorkbookAddress): string | null;
  sheetUrlOf(address: WorkbookAddress, sheetId: string): string | null;
  create(path: string, isDemo: boolean): Promise<WorkbookAddress>;
  defaultPath(accountName: string): string;
  discardUnused(account: Account): boolean;
  readonly firstPath: string;
  /** A path without an existing file, in the user's documents folder if possible. */
  suggestedPath(name: string): string;
  found(): Promise<readonly FoundFile[]>;
}

export interface Backups {
  workbookFolder(accountId: string): string;
  ofWorkbook(accountId: string): Promise<readonly BackupFile[]>;
  bringBack(accountId: string, name: string, path: string): Promise<RestoredBackup>;
  write(path: string, passphrase: string): Promise<WrittenBackup>;
  readonly databaseFolder: string;
  ofDatabase(): readonly DatabaseBackup[];
}

export interface Sources {
  readonly kinds: readonly SourceKind[];
  find(id: string): SourceKind | null;
  isFetchable(connection: Connection): boolean;
  authorize(
    connection: Connection,
    given: Readonly<Record<string, string>>,
    options: { readonly anyway: boolean; readonly signal: AbortSignal },
  ): Promise<Authorized>;
  test(connection: Connection, signal: AbortSignal): Promise<AccessView>;
  ask(
    connection: Pick<Connection, 'id' | 'source' | 'settings'>,
    secret: Readonly<Record<string, string>> | null,
  ): Promise<ConsentRequest>;
  seal(connection: Connection, secret: string): Promise<void>;
  sealed(connection: Connection): Promise<string | null>;
  banks(
    kind: SourceKind,
    settings: Connection['settings'],
    secret: Readonly<Record<string, string>>,
  ): Promise<readonly string[]>;
  revoke(connection: Pick<Connection, 'source'>, sealed: string): Promise<boolean>;
}
