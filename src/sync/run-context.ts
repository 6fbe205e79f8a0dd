import type { Instant } from '../core/calendar-date.ts';
import type { Run } from '../core/run.ts';
import type { Snapshot } from '../core/snapshot.ts';
import type { Applied } from '../core/workbook-change.ts';
import type { Account } from '../store/accounts.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import type { Stage } from './events.ts';
import type { PlannedOn } from './settled-state.ts';
import type { Work } from './work.ts';

export interface RunContext {
  readonly run: Run;
  readonly account: Account;
  readonly workbook: Workbook;
  /** True if the user started or joined the run. */
  readonly isPersonWaiting: () => boolean;
  readonly signal: AbortSignal;
  readonly report: (stage: Stage, step?: string, done?: number, total?: number | null) => void;
}

/** The content of a workbook that was read. */
export interface Found {
  readonly snapshot: Snapshot;
  /** The start of the read, or the confirmation of the write; null if the stored revision was still current. */
  readonly readAt: Instant | null;
}

/** A workbook that was not read, because memory matches its state. */
export interface Unread {
  readonly on: PlannedOn;
  readonly work: Work;
  /** The result of the write; null without one. */
  readonly applied: Applied | null;
}

/** The result of a run for the mirror; null if only a read can tell. */
export type RunResult = Found | Unread | null;
