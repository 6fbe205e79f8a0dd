import type { CalendarDate } from '../core/calendar-date.ts';
import type { Row } from '../core/row.ts';
import type { Layout, RememberedSheet, Revision, Snapshot } from '../core/snapshot.ts';
import type { Applied, WorkbookChange } from '../core/workbook-change.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { createError, PennyrowError, reportOf } from '../platform/errors.ts';

/** The port that every kind of workbook implements; `test/contracts/workbook-contract.ts` specifies it. */
export interface Workbook {
  /** Cheap to request. A different revision means a possible change. If `isRemote`, the service may report changes minutes late. */
  revision(signal?: AbortSignal): Promise<Revision>;
  /** `remembered` is the layout of the last snapshot; null the first time. */
  read(options: ReadOptions): Promise<Snapshot>;
  /**
   * Writes all of `change` or nothing. Throws PennyrowError `workbook_changed` if the plan is outdated; the caller then
   * plans again with the content of `WorkbookChanged` or a new read. Remote workbooks compare only what matters for the
   * change, because users may edit them at any time.
   */
  apply(change: WorkbookChange, options: ApplyOptions): Promise<Applied>;
  /** The first lines of every sheet, for choosing columns; all lines of the sheet named `whole`. */
  heads(signal?: AbortSignal, whole?: string): Promise<readonly SheetHead[]>;
  /** The columns, counted from 0, that have any content or belong to a table. */
  occupiedColumns(sheet: RememberedSheet, signal?: AbortSignal): Promise<ReadonlySet<number>>;
  /** Marks the chosen sheets and columns in the workbook, if its format allows it, so that renamed ones are found. Changes no cells. */
  identify(layout: Layout, signal?: AbortSignal): Promise<void>;
  /** Reads these rows of an unchanged workbook; null if that requires a whole read. */
  readRows?(numbers: ReadonlySet<number>, on: PlannedOn, signal?: AbortSignal): Promise<readonly Row[] | null>;
  /** Identifies the content without reading it; null while the workbook is being written. */
  fingerprint?(): Promise<Fingerprint | null>;
  close(): Promise<void>;
  /** If true, reading is expensive and revisions may be late: the caller keeps the last snapshot and passes it to `read`. */
  readonly isRemote: boolean;
}

/** The state that a plan is based on. */
export type PlannedOn = Pick<Snapshot, 'revision' | 'fingerprint' | 'layout'>;

export interface Fingerprint {
  readonly revision: Revision;
  readonly text: string;
}

export class WorkbookChanged extends PennyrowError {
  /** The content for a new plan. Rows that the user types below its last row do not cause another refusal. */
  readonly now: Snapshot;

  constructor(now: Snapshot) {
    super(problem('workbook_changed', { during: 'other', path: null }));
    this.now = now;
  }
}

/** The error for a workbook that changed since the plan. */
export function changedMeanwhile(path: string | null, cause?: unknown): PennyrowError {
  return createError('workbook_changed', { during: 'other', path }, { cause });
}

/** A `workbook_…` error that concerns only the balances: nothing was written, but the rest of the change can be written. */
export class BalancesRefused extends PennyrowError {
  constructor(cause: PennyrowError) {
    super(problemOf(reportOf(cause)), { cause });
  }
}

const REFUSALS_OF_BALANCES: ReadonlySet<string> = new Set([
  'workbook_cells',
  'workbook_column_computed',
  'workbook_protected',
  'workbook_full',
  'workbook_cells_in_the_way',
]);

/** Converts an error in planning the balances, unless it also prevents the rest of the change. */
export function asBalancesRefused(thrown: unknown): unknown {
  return thrown instanceof PennyrowError && REFUSALS_OF_BALANCES.has(thrown.code)
    ? new BalancesRefused(thrown)
    : thrown;
}

export interface SheetHead {
  readonly name: string;
  readonly id: string | null;
  readonly lines: readonly HeadLine[];
}

export interface HeadLine {
  /** Counted from 1. */
  readonly row: number;
  readonly cells: readonly HeadCell[];
}

export interface HeadCell {
  /** Counted from 0. */
  readonly position: number;
  readonly text: string;
  /** True if the cell contains text, as headers do. */
  readonly isText: boolean;
  /** The value of a date or number, for readers that format it differently. */
  readonly value?: HeadValue;
  /** Empty if the format does not store it with this cell; missing if the cell has no formula. */
  readonly formula?: string;
}

export type HeadValue = { readonly day: CalendarDate } | { readonly number: number };

export interface ReadOptions {
  readonly remembered: Layout | null;
  /** The snapshot to return if the revision is the same. It may be minutes old: callers omit it before writes and while a user waits. */
  readonly known?: KnownSnapshot | null;
  readonly current?: Revision;
  readonly asChosen?: boolean;
  /** Only for files with one column of amounts: true for rows that the snapshot leaves out. */
  readonly omits?: (row: Row) => boolean;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: (rows: number) => void;
}

export interface KnownSnapshot {
  readonly revision: Revision;
  load(): Promise<Snapshot>;
}

export interface ApplyOptions {
  readonly layout: Layout;
  readonly signal?: AbortSignal;
  /**
   * Called before each named step of a write; a crash may happen between steps. A remote workbook reports a step before it
   * sends a request that may be executed; before that, certainly nothing was written.
   */
  readonly step?: (name: string) => void;
}
