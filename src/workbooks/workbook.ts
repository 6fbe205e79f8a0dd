import type { Layout, Revision, Snapshot } from '../core/snapshot.ts';
import type { Applied, WorkbookChange } from '../core/workbook-change.ts';

/** The port that every kind of workbook implements; `test/contracts/workbook-contract.ts` says what must hold. */
export interface Workbook {
  /** The state now, as cheaply as the format allows; a change of it means: read again. */
  revision(signal?: AbortSignal): Promise<Revision>;
  /** Reads the three sheets. `remembered` is the layout of the last snapshot, null the first time. */
  read(options: ReadOptions): Promise<Snapshot>;
  /**
   * Writes all of `change` or nothing. Throws PennyrowError `workbook_changed` when the workbook is no
   * longer at `change.revision`; then the caller reads and plans again.
   */
  apply(change: WorkbookChange, options: ApplyOptions): Promise<Applied>;
  /** The first lines of every sheet, whatever is known of them: for a person who says which column is which. */
  heads(signal?: AbortSignal): Promise<readonly SheetHead[]>;
  /**
   * Takes down in the workbook itself, where its format can, what a person said of sheets and columns. No cell is touched;
   * `read` with the same layout then finds them so.
   */
  identify(layout: Layout, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
  /** Reading costs requests to a service: the last snapshot is kept, and given to `read` again. */
  readonly isRemote: boolean;
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
}

export interface ReadOptions {
  readonly remembered: Layout | null;
  /** The last snapshot that was read or written; a remote workbook that is still at its revision need not be read again. */
  readonly known?: KnownSnapshot | null;
  /** What `revision` answered just now, so that it need not be asked again. */
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
  /** Named steps of the write, each called just before it begins; a crash may fall between any two. */
  readonly step?: (name: string) => void;
}
