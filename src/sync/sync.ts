import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import type { DayMonthOrder } from '../core/csv-mapping.ts';
import type { Run, RunCounts, Trigger } from '../core/run.ts';
import type { Snapshot } from '../core/snapshot.ts';
import type { PennyrowError } from '../platform/errors.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import type { AddedTo } from './additions/add-to-workbook.ts';
import type { AdditionsChoice } from './additions/plan-additions.ts';
import type { BalancesChoice } from './balances/balance-sheet.ts';
import type { RulesChange } from './change-rules.ts';
import type { RunProgress } from './events.ts';
import type { RowAnswer } from './plan-work.ts';
import type { ChosenCategory } from './set-categories.ts';
import type { Work } from './work.ts';

/** What other rooms ask of sync; `createSync` makes it. Observers listen to its events instead. */
export interface Sync {
  /**
   * Queues a run for the account and returns at once; a run that is already under way is joined. `answers`: what a person
   * said in a preview; a run that is joined goes without.
   * Never throws for expected outcomes.
   */
  request(accountId: string, trigger: Trigger, answers?: readonly RowAnswer[]): SyncRequest;
  /**
   * Makes the mirror as fresh as it can be had: checks the workbook's revision (at most once every few
   * seconds, one check for any number of callers) and reads it again when it moved. Never throws: with
   * the workbook out of reach the last mirror stays, and the answer says why and how old it is.
   */
  freshen(accountId: string): Promise<Freshness>;
  /** Reads the workbook again, whatever is kept of it. Throws why it cannot be read. */
  rebuildMirror(accountId: string): Promise<void>;
}

export type SyncRequest =
  | { readonly outcome: 'queued' | 'joined'; readonly runId: string; readonly message: string }
  /**
   * `problem` says why, by a code of its own for each cause, as `workbook_none` and `connection_none`; the message
   * is the whole of it, with what to do.
   */
  | { readonly outcome: 'nothing-to-sync'; readonly message: string; readonly problem: PennyrowError };

export interface Freshness {
  /**
   * When the mirror was last known to equal the workbook; null when it was never read. A remote workbook whose revision
   * stayed is known as it was some minutes before, since the service tells of changes late.
   */
  readonly asOf: Instant | null;
  readonly problem: PennyrowError | null;
}

/** All that sync can do, for the room that serves people. The ones that take an account throw when it has no workbook. */
export interface SyncService extends Sync {
  /**
   * `freshen` for a person who asked and goes by the answer: a remote workbook is read whatever the service says of its
   * revision. Never throws either.
   */
  reread(accountId: string): Promise<Freshness>;
  /** Queues an import of statement files; returns the run's id. */
  importFiles(accountId: string, paths: readonly string[], options: ImportOptions): string;
  /** What a sync, or an import of these files, would do now. Writes nothing. */
  preview(accountId: string, options: PreviewOptions): Promise<Work>;
  /** What taking back a run would do. Throws `run_not_undoable` with the reason. */
  previewUndo(runId: string): Promise<Work>;
  /** Its counts, where they can be told without reading the workbook: then it would take all back. Throws the same. */
  foreseeUndo(runId: string): Promise<RunCounts | null>;
  /** Queues the undo of a run, by default for a person; returns the id of the new run. */
  undo(runId: string, trigger?: Trigger): string;
  /** Queues putting deleted rows back; returns the run's id. */
  restore(accountId: string, transactionIds: readonly string[]): string;
  /** Queues adding, editing, deleting or moving a rule; returns the run's id. */
  changeRules(accountId: string, change: RulesChange): string;
  /** Queues giving rows without a category what the rules say of them; returns the run's id. */
  applyRules(accountId: string): string;
  /** Queues putting the categories that a person chose into rows; returns the run's id. */
  setCategories(accountId: string, rows: readonly ChosenCategory[]): string;
  /** Queues adding a sheet for balances, or using one that is there; returns the run's id. */
  addBalances(accountId: string, choice: BalancesChoice): string;
  /** Queues adding columns and sheets that the workbook lacks; returns the run's id. */
  addMissing(accountId: string, choice: AdditionsChoice): string;
  /** The same at once, for a workbook that cannot be an account's without: see `addToWorkbook`. */
  addToWorkbook(
    workbook: Workbook,
    snapshot: Snapshot,
    choice: AdditionsChoice,
    signal?: AbortSignal,
  ): Promise<AddedTo>;
  /** Lets the next sync bring back deleted rows of these days. Returns how many were forgotten. */
  forgetDeleted(accountId: string, from: CalendarDate, to: CalendarDate): number;
  /** Where the running run of an account is. */
  progress(accountId: string): RunProgress | null;
  /** Waiting and running runs. */
  active(accountId: string): readonly Run[];
  /** The record of a run once it has ended; null when there is no such run. */
  wait(runId: string): Promise<Run | null>;
  cancel(runId: string): boolean;
  /**
   * To be called when the account's workbook is at another place now. What is remembered of the rows stays
   * when the workbook there holds any of them; else it is another workbook, and nothing in it was deleted.
   */
  workbookChanged(accountId: string, snapshot: Snapshot | null): void;
  /** A person said which of its columns is which, as `snapshot` shows: what is kept of it is read and written again. */
  columnsChanged(accountId: string, snapshot: Snapshot): Promise<void>;
  /** The workbook is the same, but may be reached again: the next `freshen` looks at once. */
  invalidate(accountId: string): void;
  /** Reads the workbook and compares what is kept of its rows. Throws why it cannot be read. */
  compareMirror(accountId: string): Promise<MirrorComparison>;
  /** Settles what the last process left open. Before anything else. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

export interface MirrorComparison {
  /** Rows that have a readable date. */
  readonly rows: number;
  /** How many are kept otherwise than the workbook holds them, or not at all. */
  readonly differing: number;
  /** What the cells of the workbook's Transaction ID column say. */
  readonly transactionIds: ReadonlySet<string>;
}

export interface ImportOptions {
  readonly trigger: Trigger;
  /** The connection that the rows shall belong to; by default the account's one for statement files. */
  readonly connectionId?: string;
  /** The bank account of the files, where they do not say their own. */
  readonly bankAccount?: string | undefined;
  /** The order of day and month, where dates of the files may mean two days. */
  readonly dateOrder?: DayMonthOrder | undefined;
  /** What a person said in the preview of these files. */
  readonly answers?: readonly RowAnswer[] | undefined;
}

export interface PreviewOptions {
  /** Statement files; without them, what the connections would bring. */
  readonly paths?: readonly string[] | undefined;
  readonly bankAccount?: string | undefined;
  readonly dateOrder?: DayMonthOrder | undefined;
  readonly signal: AbortSignal;
}
