import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import type { DayMonthOrder } from '../core/csv-mapping.ts';
import type { Run, RunCounts, Trigger } from '../core/run.ts';
import type { Snapshot } from '../core/snapshot.ts';
import type { PennyrowError } from '../platform/errors.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import type { AddedTo, AdditionsChoice } from './additions.ts';
import type { BalancesChoice } from './balances/balance-sheet.ts';
import type { RulesChange } from './change-rules.ts';
import type { RunProgress } from './events.ts';
import type { RowAnswer } from './plan-work.ts';
import type { ChosenCategory } from './categories.ts';
import type { Work } from './work.ts';

/** The interface for other rooms, created by `createSync`. Observers use its events instead. */
export interface Sync {
  /**
   * Queues a sync and returns immediately; an unfinished one is joined. `answers`: decisions of the user in a preview, ignored when
   * joining. Never throws for expected outcomes.
   */
  request(accountId: string, trigger: Trigger, answers?: readonly RowAnswer[]): SyncRequest;
  /**
   * Updates the mirror if the revision of the workbook has changed (checked at most every few seconds, once for all callers). Never
   * throws: if the workbook is unreachable, the mirror stays, and the result contains the reason and its age.
   */
  freshen(accountId: string): Promise<Freshness>;
  /** Reads the workbook and replaces the mirror. Throws if it cannot be read. */
  rebuildMirror(accountId: string): Promise<void>;
}

export type SyncRequest =
  | { readonly outcome: 'queued' | 'joined'; readonly runId: string; readonly message: string }
  /** `problem` has a specific code, such as `workbook_none` or `connection_none`; the message includes the remedy. */
  | { readonly outcome: 'nothing-to-sync'; readonly message: string; readonly problem: PennyrowError };

export interface Freshness {
  /**
   * The time when the mirror was last known to match the workbook; null if it was never read. For remote workbooks some minutes ago,
   * because services report changes late.
   */
  readonly asOf: Instant | null;
  readonly problem: PennyrowError | null;
}

/** The complete interface, for the room that serves users. Methods with an account throw if it has no workbook. */
export interface SyncService extends Sync {
  /** Like `freshen`, but always reads a remote workbook, for a user who relies on the result. Never throws. */
  reread(accountId: string): Promise<Freshness>;
  /** Queues an import of statement files; returns the run's id. */
  importFiles(accountId: string, paths: readonly string[], options: ImportOptions): string;
  /** The changes that a sync, or an import of these files, would make. Writes nothing. */
  preview(accountId: string, options: PreviewOptions): Promise<Work>;
  /** The changes that an undo would make. Throws `run_not_undoable` with the reason. */
  previewUndo(runId: string): Promise<Work>;
  /**
   * The counts of an undo if they are known without reading the workbook, because it would revert everything. Throws the same.
   */
  foreseeUndo(runId: string): Promise<RunCounts | null>;
  /** Queues an undo; returns the id of the new run. */
  undo(runId: string, trigger?: Trigger): string;
  /** Queues restoring deleted rows; returns the id of the run. */
  restore(accountId: string, transactionIds: readonly string[]): string;
  /** Queues adding, editing, deleting or moving a rule; returns the id of the run. */
  changeRules(accountId: string, change: RulesChange): string;
  /** Queues categorizing rows without a category; returns the id of the run. */
  applyRules(accountId: string): string;
  /** Queues setting categories that the user chose; returns the id of the run. */
  setCategories(accountId: string, rows: readonly ChosenCategory[]): string;
  /** Queues adding or choosing a Balances sheet; returns the id of the run. */
  addBalances(accountId: string, choice: BalancesChoice): string;
  /** Queues adding missing columns and sheets; returns the id of the run. */
  addMissing(accountId: string, choice: AdditionsChoice): string;
  /** Adds immediately to a workbook that cannot be connected without: see `addToWorkbook`. */
  addToWorkbook(
    workbook: Workbook,
    snapshot: Snapshot,
    choice: AdditionsChoice,
    signal?: AbortSignal,
  ): Promise<AddedTo>;
  /** Allows the next sync to add deleted rows of these days again. Returns their number. */
  forgetDeleted(accountId: string, from: CalendarDate, to: CalendarDate): number;
  progress(accountId: string): RunProgress | null;
  /** Queued and running runs. */
  active(accountId: string): readonly Run[];
  /** The record of a run when it ends; null if it does not exist. */
  wait(runId: string): Promise<Run | null>;
  cancel(runId: string): boolean;
  /**
   * Must be called when the account has another workbook file or document. Memory is kept if the workbook contains any remembered row;
   * otherwise it is a different workbook without deleted rows.
   */
  workbookChanged(accountId: string, snapshot: Snapshot | null): void;
  /** Must be called when the user has mapped columns, as in `snapshot`: rebuilds the mirror. */
  columnsChanged(accountId: string, snapshot: Snapshot): Promise<void>;
  /** The workbook may be reachable again: the next `freshen` checks immediately. */
  invalidate(accountId: string): void;
  /** Reads the workbook and compares it with the mirror. Throws if it cannot be read. */
  compareMirror(accountId: string): Promise<MirrorComparison>;
  /** Settles runs that the last process left unfinished. Must be called first. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

export interface MirrorComparison {
  /** Rows with a readable date. */
  readonly rows: number;
  /** Rows that differ or are missing in the mirror. */
  readonly differing: number;
  /** The values in the Transaction ID column. */
  readonly transactionIds: ReadonlySet<string>;
}

export interface ImportOptions {
  readonly trigger: Trigger;
  /** The connection of the imported rows; by default the one of the account for statement files. */
  readonly connectionId?: string;
  /** The bank account for files without one. */
  readonly bankAccount?: string | undefined;
  /** The order of day and month for ambiguous dates. */
  readonly dateOrder?: DayMonthOrder | undefined;
  /** Decisions of the user in the preview of these files. */
  readonly answers?: readonly RowAnswer[] | undefined;
}

export interface PreviewOptions {
  /** Statement files; without them, the connections are previewed. */
  readonly paths?: readonly string[] | undefined;
  readonly bankAccount?: string | undefined;
  readonly dateOrder?: DayMonthOrder | undefined;
  readonly signal: AbortSignal;
}
