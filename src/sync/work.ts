import type { CalendarDate } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import type { Plan } from '../core/plan.ts';
import type { Row } from '../core/row.ts';
import { NO_COUNTS, type RunItem } from '../core/run.ts';
import type { BalanceRowValues } from '../core/balance-sheet.ts';
import type { Layout } from '../core/snapshot.ts';
import type { WorkbookChange } from '../core/workbook-change.ts';
import type { StatedBalance } from '../store/balances.ts';
import type { ConnectionProblem } from '../store/connections.ts';
import type { RunOutcome } from '../store/runs.ts';
import type { SettledSheet } from '../store/settled.ts';

/** What a run wants to do, planned on one snapshot: everything to write, and everything to record once written. */
export interface Work extends Omit<WorkbookChange, 'runId' | 'revision'> {
  /** New and changed entries. */
  readonly memory: readonly MemoryEntry[];
  /** Transaction ids to be forgotten. */
  readonly forgets: readonly string[];
  readonly items: readonly RunItem[];
  readonly outcome: Outcome;
  /**
   * Every entry in memory was held against the snapshot: once this is written and recorded, all states are true of the
   * workbook, and this of its other sheets.
   */
  readonly settles?: SettledSheet;
  /** What was decided of each bank transaction, for a preview to show. */
  readonly plans?: readonly Plan[];
  /** The sheet's rows as they would be, for the same. */
  readonly rows?: readonly Row[];
}

/** The journal carries this through a crash. */
export interface Outcome extends RunOutcome {
  readonly status: 'succeeded' | 'partial';
  readonly fetched: readonly {
    readonly connectionId: string;
    readonly until: CalendarDate | null;
    readonly problem: ConnectionProblem | null;
  }[];
  readonly files: readonly { readonly name: string; readonly contentHash: string }[];
  /** What banks stated; missing in what an earlier version planned. */
  readonly balances?: readonly StatedBalance[];
  /** Rows of the Balances sheet that are remembered from then on, and those that are not any more. */
  readonly balanceRows?: {
    readonly written: readonly BalanceRowValues[];
    readonly forgotten: readonly BalanceRowValues[];
  };
  /** A person is told that the workbook has no Balances sheet any more; false: it has one. */
  readonly missesBalances?: boolean;
  /** How the workbook is read from then on, where the run decides about it. */
  readonly layout?: Layout;
  /** The run that this one takes back. */
  readonly undoes: string | null;
}

/** Work that does nothing, for each kind of run to say what it does. */
export const NO_WORK: Work = {
  appends: [],
  updates: [],
  removals: [],
  memory: [],
  forgets: [],
  items: [],
  outcome: { status: 'succeeded', counts: NO_COUNTS, messages: [], fetched: [], files: [], undoes: null },
};

/** That a row is put back as it was written. */
export function addedAgain({ connectionId, written: values }: MemoryEntry): Extract<RunItem, { kind: 'added' }> {
  return { kind: 'added', connectionId, values, ruleRow: null, possibleDuplicateOf: [], raw: null };
}

export function touchesWorkbook(work: Work): boolean {
  return (
    work.appends.length + work.updates.length + work.removals.length > 0 ||
    (work.rules?.length ?? 0) + (work.ruleEdits?.length ?? 0) > 0 ||
    work.balances !== undefined ||
    work.additions !== undefined ||
    (work.withdrawals?.length ?? 0) > 0
  );
}
