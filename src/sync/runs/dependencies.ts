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
  /** `newId('run')` gives "run_…", which sorts by time. */
  readonly newId: (kind: string) => string;
  readonly digest: (text: string) => string;
  readonly openWorkbook: (account: Account) => Workbook;
  /** Creates the workbook of a new data folder if it is missing; see `createFirstWorkbook`. */
  readonly prepareWorkbook: (account: Account) => Promise<void>;
  readonly discardUnusedWorkbook: (account: Account) => void;
  /** False for connections that cannot be fetched, such as statement files. */
  readonly isFetchable: (connection: Connection) => boolean;
  /** `isPerson`: true if the user started the fetch, false for the schedule or a script. */
  readonly openSource: (connection: Connection, request: { readonly isPerson: boolean }) => Promise<Source>;
  readonly openStatements: (paths: readonly string[], request: StatementsRequest) => Promise<Source>;
  readonly fileKind: { readonly id: string; readonly name: string };
  readonly watchedFolder: (connection: Connection) => WatchedFolder | null;
  readonly fileAway: (path: string) => Promise<void>;
}

export interface StatementsRequest {
  readonly accountId: string;
  readonly bankAccount: string | null;
  readonly dateOrder: DayMonthOrder | null;
}

export interface SyncLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
