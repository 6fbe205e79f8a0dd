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

/** The planned work of a run, based on one snapshot: everything to write, and everything to record afterwards. */
export interface Work extends Omit<WorkbookChange, 'runId' | 'revision'> {
  /** New and changed entries. */
  readonly memory: readonly MemoryEntry[];
  /** Transaction ids to forget. */
  readonly forgets: readonly string[];
  readonly items: readonly RunItem[];
  readonly outcome: Outcome;
  /**
   * Present if all of memory was compared with the snapshot: after this work, memory matches the workbook, and this is the content of
   * its other sheets.
   */
  readonly settles?: SettledSheet;
  /** The decision on each bank transaction, for previews. */
  readonly plans?: readonly Plan[];
  /** The rows of the sheet after the work, for previews. */
  readonly rows?: readonly Row[];
}

/** Stored in the journal, so that it survives a crash. */
export interface Outcome extends RunOutcome {
  readonly status: 'succeeded' | 'partial';
  readonly fetched: readonly {
    readonly connectionId: string;
    readonly until: CalendarDate | null;
    readonly problem: ConnectionProblem | null;
  }[];
  readonly files: readonly { readonly name: string; readonly contentHash: string }[];
  /** Balances that banks stated; missing in work that an earlier version planned. */
  readonly balances?: readonly StatedBalance[];
  /** Rows of the Balances sheet to remember and to forget. */
  readonly balanceRows?: {
    readonly written: readonly BalanceRowValues[];
    readonly forgotten: readonly BalanceRowValues[];
  };
  /** True to record that the Balances sheet is missing, false that it exists. */
  readonly missesBalances?: boolean;
  /** The new layout of the workbook, if the run changes it. */
  readonly layout?: Layout;
  /** The run that is undone. */
  readonly undoes: string | null;
}

/** Empty work, to be extended by each kind of run. */
export const NO_WORK: Work = {
  appends: [],
  updates: [],
  removals: [],
  memory: [],
  forgets: [],
  items: [],
  outcome: { status: 'succeeded', counts: NO_COUNTS, messages: [], fetched: [], files: [], undoes: null },
};

/** An item for a row that is restored as it was written. */
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
