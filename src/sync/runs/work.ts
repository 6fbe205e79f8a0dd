import type { CalendarDate, Instant } from '../../core/calendar-date.ts';
import type { MemoryEntry } from '../../core/memory.ts';
import type { Plan } from '../../core/plan.ts';
import type { Row } from '../../core/row.ts';
import { NO_COUNTS, type RunItem, type Run } from '../../core/run.ts';
import type { BalanceRow, BalanceRowValues } from '../../core/balance-sheet.ts';
import type { Layout, SheetProblem, Snapshot } from '../../core/snapshot.ts';
import type { WorkbookChange, Applied } from '../../core/workbook-change.ts';
import type { StatedBalance } from '../../store/balances.ts';
import type { ConnectionProblem } from '../../store/connections.ts';
import type { RunOutcome } from '../../store/runs.ts';
import type { SettledSheet } from '../../store/settled.ts';
import type { Account } from '../../store/accounts.ts';
import type { PlannedOn, Workbook } from '../../workbooks/workbook.ts';
import type { Stage } from './events.ts';
import type { SettledNow } from './settled-state.ts';

/** The planned work of a run, based on one snapshot: everything to write, and everything to record afterwards. */
export interface Work extends Omit<WorkbookChange, 'runId' | 'revision'> {
  readonly memory: readonly MemoryEntry[];
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
  readonly balanceRows?: {
    readonly written: readonly BalanceRowValues[];
    readonly forgotten: readonly BalanceRowValues[];
  };
  /** True to record that the Balances sheet is missing, false that it exists. */
  readonly missesBalances?: boolean;
  readonly layout?: Layout;
  readonly undoes: string | null;
}

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

/** The rows of the Balances sheet after the work, if `applied` contains all that it has led to. */
export function balancesAfter(
  before: readonly BalanceRow[],
  { balances }: Work,
  { appendedBalances = [], refusedBalances = [] }: Applied,
): readonly BalanceRow[] {
  const removals = balances?.removals.filter(({ values }) => !refusedBalances.includes(values)) ?? [];
  const removed = new Set(removals.map(({ row }) => row));
  return [...before.filter(({ index }) => !removed.has(index)), ...appendedBalances];
}

/** The problems of all sheets, with those of the Rules sheet replaced. */
export function withRuleProblems(before: readonly SheetProblem[], ofRules: readonly SheetProblem[]): SheetProblem[] {
  const isOf = (sheets: readonly SheetProblem['sheet'][]) => before.filter(({ sheet }) => sheets.includes(sheet));
  return [...isOf(['transactions', 'categories']), ...ofRules, ...isOf(['balances'])];
}

export interface RunContext {
  readonly run: Run;
  readonly account: Account;
  readonly workbook: Workbook;
  /** True if the user started or joined the run. */
  readonly isPersonWaiting: () => boolean;
  readonly settledNow: () => Promise<SettledNow>;
  readonly signal: AbortSignal;
  readonly report: (stage: Stage, step?: string, done?: number, total?: number | null) => void;
}

export interface Found {
  readonly snapshot: Snapshot;
  /** The start of the read, or the confirmation of the write; null if the stored revision was still current. */
  readonly readAt: Instant | null;
}

/** A workbook that was not read, because memory matches its state. */
export interface Unread {
  readonly on: PlannedOn;
  readonly work: Work;
  readonly applied: Applied | null;
}

/** The result of a run for the mirror; null if only a read can tell. */
export type RunResult = Found | Unread | null;
