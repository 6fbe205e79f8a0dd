import type { DayMonthOrder } from '../../core/csv-mapping.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Source } from '../../sources/source.ts';
import type { WatchedFolder } from '../../sources/source-kind.ts';
import type { Account } from '../../store/accounts.ts';
import type { Connection } from '../../store/connections.ts';
import type { Writer } from '../../store/database.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import type { SyncEvents } from './events.ts';

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
  readonly discardUnusedWorkbook: (account: Account) => void;
  /** False for connections that cannot be fetched, such as statement files. */
  readonly isFetchable: (connection: Connection) => boolean;
  /** `isPerson`: the user waits for it, rather than the schedule or a script. */
  readonly openSource: (connection: Connection, asked: { readonly isPerson: boolean }) => Promise<Source>;
  /** Opens statement files as a source, with the CSV mappings of the account. */
  readonly openStatements: (paths: readonly string[], asked: StatementsAsked) => Promise<Source>;
  /** The kind of source for statement files, and the name of new connections. */
  readonly fileKind: { readonly id: string; readonly name: string };
  readonly watchedFolder: (connection: Connection) => WatchedFolder | null;
  readonly fileAway: (path: string) => Promise<void>;
}

export interface StatementsAsked {
  readonly accountId: string;
  /** The bank account that the user named for files without one; null without. */
  readonly bankAccount: string | null;
  /** The order of day and month that the user chose for ambiguous dates; null without. */
  readonly dateOrder: DayMonthOrder | null;
}

export interface SyncLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
