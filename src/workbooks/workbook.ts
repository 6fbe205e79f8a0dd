import type { CalendarDate } from '../core/calendar-date.ts';
import type { Layout, RememberedSheet, Revision, Snapshot } from '../core/snapshot.ts';
import type { Applied, WorkbookChange } from '../core/workbook-change.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { PennyrowError, reportOf } from '../platform/errors.ts';

/** The port that every kind of workbook implements; `test/contracts/workbook-contract.ts` says what must hold. */
export interface Workbook {
  /**
   * The state now, as cheaply as the format allows; a change of it means: read again. That it stayed proves nothing where
   * `isRemote` is true: a service may tell of a change minutes later.
   */
  revision(signal?: AbortSignal): Promise<Revision>;
  /** Reads its sheets. `remembered` is the layout of the last snapshot, null the first time. */
  read(options: ReadOptions): Promise<Snapshot>;
  /**
   * Writes all of `change` or nothing. Throws PennyrowError `workbook_changed` when the workbook is no longer what the
   * change was planned on; then the caller plans again, on what a `WorkbookChanged` carries or on what it reads. A remote
   * workbook that somebody works in is never at rest: there only what decides about the change must be as it was.
   */
  apply(change: WorkbookChange, options: ApplyOptions): Promise<Applied>;
  /** The first lines of every sheet, whatever is known of them: for a person who says which column is which. */
  heads(signal?: AbortSignal): Promise<readonly SheetHead[]>;
  /** The columns of that sheet that hold anything in any line, or are a table's; counted from 0. */
  occupiedColumns(sheet: RememberedSheet, signal?: AbortSignal): Promise<ReadonlySet<number>>;
  /**
   * Takes down in the workbook itself, where its format can, what a person said of sheets and columns. No cell is touched;
   * `read` with the same layout then finds them so.
   */
  identify(layout: Layout, signal?: AbortSignal): Promise<void>;
  /**
   * What tells the content now from any other, without reading it, as a snapshot has it of what was read; null while somebody
   * writes. Unlike a revision it rests on the content alone, and on no time. A kind without it is read each time.
   */
  fingerprint?(): Promise<Fingerprint | null>;
  close(): Promise<void>;
  /** Reading costs requests to a service, whose word on the revision may be late: the last snapshot is kept, and given to `read` again. */
  readonly isRemote: boolean;
}

export interface Fingerprint {
  /** The workbook's while it was taken. */
  readonly revision: Revision;
  readonly text: string;
}

/** `workbook_changed`, where all that changed is known without another read. */
export class WorkbookChanged extends PennyrowError {
  /** The current content. Rows after the last one do not cause another refusal. */
  readonly now: Snapshot;

  constructor(now: Snapshot) {
    super(problem('workbook_changed', { during: 'other', path: null }));
    this.now = now;
  }
}

/**
 * What stands in the way of a change's balances alone, as a `workbook_…` code of PennyrowError: nothing was written, and
 * without them the rest can be.
 */
export class BalancesRefused extends PennyrowError {
  constructor(cause: PennyrowError) {
    super(problemOf(reportOf(cause)), { cause });
  }
}

/** The top of a sheet as it is shown; lines and cells that hold nothing are left out. */
export interface SheetHead {
  readonly name: string;
  /** The format's own id of the sheet. */
  readonly id: string | null;
  readonly lines: readonly HeadLine[];
}

export interface HeadLine {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly HeadCell[];
}

export interface HeadCell {
  /** From 0. */
  readonly position: number;
  readonly text: string;
  /** Typed text, which a header must be. */
  readonly isText: boolean;
  /** The value if it is neither text nor a moment, for readers that format it differently than the sheet. */
  readonly value?: HeadValue;
}

export type HeadValue = { readonly day: CalendarDate } | { readonly number: number };

export interface ReadOptions {
  readonly remembered: Layout | null;
  /**
   * The last snapshot that was read or written, for a remote workbook: it is the answer when the service tells the same
   * revision. It may be minutes old then, so that nothing that a person waits for, and no write, may go by it.
   */
  readonly known?: KnownSnapshot | null;
  /** The latest result of `revision`, to save a request. */
  readonly current?: Revision;
  /** `remembered` is what a person said a moment ago: whatever is attached to the columns does not count against it. */
  readonly asChosen?: boolean;
  readonly signal?: AbortSignal;
  /** Rows read so far. */
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
   * Named steps of the write, each called just before it begins; a crash may fall between any two. A remote workbook
   * names one before it sends anything that may be carried out: until then nothing was written for certain.
   */
  readonly step?: (name: string) => void;
}
