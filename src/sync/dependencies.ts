import type { DayMonthOrder } from '../core/csv-mapping.ts';
import type { Clock } from '../platform/clock.ts';
import type { Source } from '../sources/source.ts';
import type { WatchedFolder } from '../sources/source-kind.ts';
import type { Account } from '../store/accounts.ts';
import type { Connection } from '../store/connections.ts';
import type { Writer } from '../store/database.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import type { SyncEvents } from './events.ts';

/** What the composition root hands to sync. */
export interface SyncDependencies {
  readonly store: Writer;
  readonly clock: Clock;
  readonly events: SyncEvents;
  readonly log: SyncLog;
  /** A new id that sorts by time: `newId('run')` gives "run_…". */
  readonly newId: (kind: string) => string;
  /** See `PlanInput.digest`. */
  readonly digest: (text: string) => string;
  readonly openWorkbook: (account: Account) => Workbook;
  /** Creates the workbook of a new data folder if it is missing; see `FirstWorkbook`. */
  readonly prepareWorkbook: (account: Account) => Promise<void>;
  /** Removes that workbook if nobody has used it. */
  readonly discardUnusedWorkbook: (account: Account) => void;
  /** False for a connection that never has anything to fetch on its own. */
  readonly isFetchable: (connection: Connection) => boolean;
  /** `isPerson`: a person waits for it, rather than the schedule or a script. */
  readonly openSource: (connection: Connection, asked: { readonly isPerson: boolean }) => Promise<Source>;
  /** A source that reads these statement files, as the account's CSV files are read. */
  readonly openStatements: (paths: readonly string[], asked: StatementsAsked) => Promise<Source>;
  /** The kind of source that reads statement files, and what a new connection of it is called. */
  readonly fileKind: { readonly id: string; readonly name: string };
  /** The folder of a connection that reads statement files; null for any other. */
  readonly watchedFolder: (connection: Connection) => WatchedFolder | null;
  /** Moves an imported statement file out of its watched folder. */
  readonly fileAway: (path: string) => Promise<void>;
}

export interface StatementsAsked {
  readonly accountId: string;
  /** The bank account that a person named for files that do not say their own; null when nobody did. */
  readonly bankAccount: string | null;
  /** The order of day and month that a person named for files whose dates may mean two days; null when nobody did. */
  readonly dateOrder: DayMonthOrder | null;
}

export interface SyncLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
