import type { BackupFile, RestoredBackup, WrittenBackup } from '../contract/control/backups.ts';
import type { AccessView } from '../contract/control/access-view.ts';
import type { FolderView, WaitingFile } from '../contract/control/connections.ts';
import type { Input } from '../contract/control/index.ts';
import type { DeliveryView, NewWebhook, TestedWebhook, WebhookView } from '../contract/control/webhooks.ts';
import type { ApiAccess, CertificateView, Finding } from '../contract/control/service.ts';
import type { StatementInspection } from '../core/csv-mapping.ts';
import type { WorkbookAddress } from '../core/workbook-address.ts';
import type { Clock } from '../platform/clock.ts';
import type { Schedules } from '../schedules/schedules.ts';
import type { Account } from '../store/accounts.ts';
import type { Connection } from '../store/connections.ts';
import type { DatabaseBackup } from '../store/database-backups.ts';
import type { Database, Writer } from '../store/database.ts';
import type { SyncLimits } from '../store/limits.ts';
import type {
  Authorized,
  FileToInspect,
  InspectionOptions,
  SourceKind,
  ConsentRequest,
} from '../sources/source-kind.ts';
import type { SyncEvents } from '../sync/events.ts';
import type { SyncService } from '../sync/sync.ts';
import type { FoundFile } from '../platform/find-files.ts';
import type { ListedFolder, ListOptions } from '../platform/list-folder.ts';
import type { OpenPaths } from '../platform/open-paths.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import type { NewRule, WorkbookConnector, WorkbookKind } from '../workbooks/workbook-kind.ts';

/** What can be done with webhooks. The ones that take an id throw `webhook_unknown`. */
export interface WebhookManager {
  /** Of one account, or of all. */
  list(accountId: string | null): readonly WebhookView[];
  /** Throws `webhook_address`, `webhook_shape`. */
  add(webhook: Input<'webhook.add'>, signal: AbortSignal): Promise<NewWebhook>;
  /** Throws why the receiver did not take it. */
  test(webhookId: string, signal: AbortSignal): Promise<TestedWebhook>;
  deliveries(page: Input<'webhook.deliveries'>): readonly DeliveryView[];
  /** Returns how many are sent again. */
  resend(webhookId: string, eventIds: readonly string[] | null): number;
  /** Throws `webhook_unsigned`. */
  rotate(webhookId: string): Promise<{ readonly secret: string; readonly oldUntil: string }>;
  enable(webhookId: string): WebhookView;
  remove(webhookId: string): void;
  /** Calls back when something was sent, or is not sent any more. */
  onChange(changed: (accountId: string) => void): void;
}

/** A kind of workbook at work in this process. */
export interface StartedWorkbookKind {
  readonly kind: WorkbookKind;
  readonly connector: WorkbookConnector;
}

/** What the composition root hands to control. */
export interface ControlDependencies {
  /** Throws when the data folder is not the one any more that this process works on. */
  readonly requireFolder: () => void;
  readonly store: Writer & Pick<Database, 'condemn'>;
  readonly clock: Clock;
  readonly sync: SyncService;
  readonly syncEvents: SyncEvents;
  readonly schedules: Schedules;
  readonly newId: (kind: string) => string;
  readonly workbooks: {
    /** Those that this process knows, in the order in which they are offered. */
    readonly kinds: readonly StartedWorkbookKind[];
    open(account: Account): Workbook;
    isSame(one: WorkbookAddress, other: WorkbookAddress): boolean;
    /** Where a service's workbook is shown; null for a file. */
    urlOf(address: WorkbookAddress): string | null;
    sheetUrlOf(address: WorkbookAddress, sheetId: string): string | null;
    /** Makes a new workbook file; never overwrites one. */
    create(path: string, rules?: readonly NewRule[]): Promise<WorkbookAddress>;
    /** Where the workbook of a new account of that name is put. */
    defaultPath(accountName: string): string;
    /** See `FirstWorkbook`. */
    discardUnused(account: Account): boolean;
    /** That of the workbook which the first account came with. */
    readonly firstPath: string;
    /** Where a person would look for a new one of that name; nothing is there yet. */
    suggestedPath(name: string): string;
    /** The newest workbook files where a person keeps theirs, without what Pennyrow made itself. */
    found(): Promise<readonly FoundFile[]>;
  };
  /** Receivers of what happens; the room of webhooks has them. */
  readonly webhooks: WebhookManager;
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
  readonly sources: {
    readonly kinds: readonly SourceKind[];
    /** Null for a kind that only a newer Pennyrow knows. */
    find(id: string): SourceKind | null;
    isFetchable(connection: Connection): boolean;
    /**
     * Makes an access of what a person filled in and seals it as the connection's, before anything else. One that can be
     * tried must answer first, unless it is to be saved `anyway`.
     */
    authorise(
      connection: Connection,
      given: Readonly<Record<string, string>>,
      options: { readonly anyway: boolean; readonly signal: AbortSignal },
    ): Promise<Authorized>;
    test(connection: Connection, signal: AbortSignal): Promise<AccessView>;
    /** Asks a person in a browser, with what was filled in, or with what is sealed when that is null. */
    ask(
      connection: Pick<Connection, 'id' | 'source' | 'settings'>,
      secret: Readonly<Record<string, string>> | null,
    ): Promise<ConsentRequest>;
    seal(connection: Connection, secret: string): Promise<void>;
    /** Null when nothing is, or when it cannot be opened any more. */
    sealed(connection: Connection): Promise<string | null>;
    /** The names of a service's banks, for what was filled in of a connection. */
    banks(
      kind: SourceKind,
      settings: Connection['settings'],
      secret: Readonly<Record<string, string>>,
    ): Promise<readonly string[]>;
    /** Gives an access back where its kind can: whether the service was told. Throws nothing. */
    revoke(connection: Pick<Connection, 'source'>, sealed: string): Promise<boolean>;
  };
  /** What a statement file is, as an import into the account would read it, or with what a person says about it. */
  inspectStatement(accountId: string, file: FileToInspect, wanted: InspectionOptions): Promise<StatementInspection>;
  /** Files of watched folders that could not be read; none while no folder is watched. */
  waitingFiles(accountId: string): Promise<readonly WaitingFile[]>;
  /** What is at a path that a person is typing. */
  lookAtFolder(typed: string): Promise<FolderView>;
  /** Where a page may name files and folders. */
  readonly openPaths: OpenPaths;
  /** A folder of who runs Pennyrow, as it is browsed. Throws folder_home, folder_outside, folder_unreadable. */
  listFolder(wanted: ListOptions): Promise<ListedFolder>;
  /** Opens a workbook file as a double click would. */
  readonly opener: {
    /** Whether a person would see it. */
    readonly hasScreen: boolean;
    /** Throws workbook_not_opened, workbook_missing. */
    open(path: string, shown: 'file' | 'folder'): Promise<void>;
  };
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
  apiAccess(accountId: string, scopes: ApiAccess['scopes']): ApiAccess;
  /** Checks of the machine's side; control adds its own. */
  checkMachine(): Promise<Finding[]>;
  /** Watched folders are watched again. */
  connectionsChanged(accountId: string): void;
  /** Is told of failures that only a developer understands: the asker learns no more than that there was one. */
  report(failure: unknown): void;
}
