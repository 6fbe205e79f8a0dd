import type { Instant } from '../core/calendar-date.ts';
import type { Run } from '../core/run.ts';
import type { Snapshot } from '../core/snapshot.ts';
import type { Applied } from '../core/workbook-change.ts';
import type { Account } from '../store/accounts.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import type { Stage } from './events.ts';
import type { PlannedOn } from './settled-state.ts';
import type { Work } from './work.ts';

/** What a run works with. */
export interface RunContext {
  readonly run: Run;
  readonly account: Account;
  readonly workbook: Workbook;
  /** Whether a person started the run, or has joined it by now. */
  readonly isPersonWaiting: () => boolean;
  readonly signal: AbortSignal;
  readonly report: (stage: Stage, step?: string, done?: number, total?: number | null) => void;
}

/** What a run or a look found in the workbook. */
export interface Found {
  readonly snapshot: Snapshot;
  /** When reading began, or the write was known to have happened; null when the kept revision was still the workbook's. */
  readonly readAt: Instant | null;
}

/** A workbook that a run did not read, since memory knew it in this state. */
export interface Unread {
  readonly on: PlannedOn;
  readonly work: Work;
  /** What was written; null for nothing. */
  readonly applied: Applied | null;
}

/** What a run leaves for the mirror; null when only a read can tell. */
export type RunResult = Found | Unread | null;
