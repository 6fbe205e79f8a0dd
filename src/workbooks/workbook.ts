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
   * Writes all of `change` or nothing. Throws PennyrowError `workbook_changed` if the workbook differs from the plan; the
   * caller then plans again with the content of `WorkbookChanged` or a new read. A remote workbook checks only the parts
   * that the change affects, because users may edit it at any time.
   */
  apply(change: WorkbookChange, options: ApplyOptions): Promise<Applied>;
  /** The first lines of every sheet, for choosing columns; all lines of the sheet named `whole`. */
  heads(signal?: AbortSignal, whole?: string): Promise<readonly SheetHead[]>;
  /** The columns, counted from 0, that have any content or belong to a table. */
  occupiedColumns(sheet: RememberedSheet, signal?: AbortSignal): Promise<ReadonlySet<number>>;
  /** Marks the chosen sheets and columns in the workbook, if its format allows it, so that renamed ones are found. Changes no cells. */
  identify(layout: Layout, signal?: AbortSignal): Promise<void>;
  /** Reads only these rows. Null if the workbook has changed since `on`, or if all rows must be read. */
  readRows?(numbers: ReadonlySet<number>, on: PlannedOn, signal?: AbortSignal): Promise<readonly Row[] | null>;
  /** Changes if the content changes, but is cheaper to get than the content. Null while the workbook is being written. */
  fingerprint?(): Promise<Fingerprint | null>;
  close(): Promise<void>;
  /** If true, reading is expensive and revisions may be late: the caller keeps the last snapshot and passes it to `read`. */
  readonly isRemote: boolean;
}

/** Identifies the content that the caller read before planning a change. */
export type PlannedOn = Pick<Snapshot, 'revision' | 'fingerprint' | 'layout'>;

export interface Fingerprint {
  readonly revision: Revision;
  readonly text: string;
}

export class WorkbookChanged extends PennyrowError {
  /** The current content, for a new plan. Rows that the user types below it later are no reason to refuse the next write. */
  readonly now: Snapshot;

  constructor(now: Snapshot) {
    super(problem('workbook_changed', { during: 'other', path: null }));
    this.now = now;
  }
}

/** The error for a workbook that the user changed after the change was planned. */
export function changedMeanwhile(path: string | null, cause?: unknown): PennyrowError {
  return createError('workbook_changed', { during: 'other', path }, { cause });
}

/** A `workbook_…` error that concerns only balances. Nothing was written; the change without balances can be written. */
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

/** Converts an error from planning balances to `BalancesRefused`, unless it also prevents writing transactions. */
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
  /** The value of a date or number, so that clients can format it. */
  readonly value?: HeadValue;
  /** Undefined if the cell has no formula; empty if the file stores the formula in another cell. */
  readonly formula?: string;
}

export type HeadValue = { readonly day: CalendarDate } | { readonly number: number };

export interface ReadOptions {
  readonly remembered: Layout | null;
  /** The snapshot to return if the revision is the same. Callers omit it before writes, because the revision may be minutes late. */
  readonly known?: KnownSnapshot | null;
  readonly current?: Revision;
  readonly asChosen?: boolean;
  /** Returns true for rows to leave out of the snapshot. Not for sheets with income and expense columns, whose signs depend on all rows. */
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
  /** Called before each step of a write. A remote workbook calls it only before requests that the service may execute. */
  readonly step?: (name: string) => void;
}
