import type { CalendarDate, Instant } from '../../core/calendar-date.ts';
import type { MemoryEntry } from '../../core/memory.ts';
import type { Plan } from '../../core/plan.ts';
import type { Row } from '../../core/row.ts';
import { NO_COUNTS, type Run, type RunCounts, type RunItem, type RunMessage, type RunStage } from '../../core/run.ts';
import type { Problem } from '../../messages/parameters.ts';
import { report } from '../../messages/problem.ts';
import type { BalanceRow, BalanceRowValues } from '../../core/balance-sheet.ts';
import type { Layout, SheetProblem, Snapshot, Revision } from '../../core/snapshot.ts';
import type { WorkbookChange, Applied } from '../../core/workbook-change.ts';
import type { StatedBalance } from '../../store/balances.ts';
import type { ConnectionProblem } from '../../store/connections.ts';
import type { RunOutcome } from '../../store/runs.ts';
import type { SettledSheet } from '../../store/settled.ts';
import type { Account } from '../../store/accounts.ts';
import type { PlannedOn, Workbook } from '../../workbooks/workbook.ts';
import { VERSION } from '../../platform/version.ts';
import type { SyncDependencies } from './dependencies.ts';

/** The plan of a run, based on one snapshot: the changes to write to the workbook, and the data to record after the write. */
export interface Work extends Omit<WorkbookChange, 'runId' | 'revision'> {
  readonly memory: readonly MemoryEntry[];
  readonly forgets: readonly string[];
  readonly items: readonly RunItem[];
  readonly outcome: Outcome;
  /** Set if the plan compared all remembered rows, so that the memory matches the workbook after the write. */
  readonly settles?: SettledSheet;
  readonly plans?: readonly Plan[];
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
  /** Balances that banks stated; undefined in work that an earlier version of Pennyrow planned. */
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

const NO_WORK: Work = {
  appends: [],
  updates: [],
  removals: [],
  memory: [],
  forgets: [],
  items: [],
  outcome: { status: 'succeeded', counts: NO_COUNTS, messages: [], fetched: [], files: [], undoes: null },
};

/** Creates the work of a run that fetches nothing. */
export function createWork(
  changes: Partial<Omit<Work, 'outcome'>>,
  { counts, ...outcome }: Partial<Omit<Outcome, 'counts'>> & { readonly counts?: Partial<RunCounts> },
): Work {
  return {
    ...NO_WORK,
    ...changes,
    outcome: { ...NO_WORK.outcome, ...outcome, counts: { ...NO_COUNTS, ...counts } },
  };
}

export function runMessage(
  severity: RunMessage['severity'],
  notice: Problem,
  connectionId: string | null = null,
): RunMessage {
  return { severity, ...report(notice), connectionId };
}

export function withOutcome(work: Work, outcome: Partial<Outcome>, messages: readonly RunMessage[]): Work {
  return {
    ...work,
    outcome: { ...work.outcome, ...outcome, messages: [...work.outcome.messages, ...messages] },
  };
}

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

export function balancesAfter(
  before: readonly BalanceRow[],
  { balances }: Work,
  { appendedBalances = [], refusedBalances = [] }: Applied,
): readonly BalanceRow[] {
  const removals = balances?.removals.filter(({ values }) => !refusedBalances.includes(values)) ?? [];
  const removed = new Set(removals.map(({ row }) => row));
  return [...before.filter(({ index }) => !removed.has(index)), ...appendedBalances];
}

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
  readonly report: (stage: RunStage, step?: string, done?: number, total?: number | null) => void;
}

export interface Found {
  readonly snapshot: Snapshot;
  /** The time when the read began or the write was confirmed; null if the stored snapshot was used instead. */
  readonly readAt: Instant | null;
}

/** The result of a run that did not read the workbook, because the memory matches its state. */
export interface Unread {
  readonly on: PlannedOn;
  readonly work: Work;
  readonly applied: Applied | null;
}

export type RunResult = Found | Unread | null;

/** The workbook's state and all settings that affect reading, as a text to compare. Null if the workbook must be read. */
export function settledState(
  { digest }: SyncDependencies,
  { workbook, timeZone }: Account,
  { isRemote }: Pick<Workbook, 'isRemote'>,
  { revision, fingerprint, layout }: PlannedOn,
): string | null {
  const text = isRemote ? revision : fingerprint;
  return text === undefined ? null : digest(JSON.stringify([VERSION, workbook, timeZone, layout, text]));
}

export interface SettledNow {
  readonly revision: Revision | null;
  readonly on: PlannedOn | null;
}

export const UNKNOWN_STATE: SettledNow = { revision: null, on: null };
