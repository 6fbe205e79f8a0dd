import {
  findBalanceRow,
  missingBalanceRows,
  type DayBalance,
  BALANCE_COLUMNS,
  type BalanceRow,
  type BalanceRowValues,
} from '../../core/balance-sheet.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { Run, RunMessage } from '../../core/run.ts';
import { newBalancesLayout, type BalancesLayout, type Layout, type Snapshot } from '../../core/snapshot.ts';
import { todayIn } from '../../core/time-zone.ts';
import type { BalanceRemoval } from '../../core/workbook-change.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { report } from '../../messages/report.ts';
import { PennyrowError, reportOf } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import { isBalanceWritten, isMissingBalancesReported, listUnwrittenBalances } from '../../store/balances.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { lostBalances } from '../earlier-version.ts';
import { NO_WORK, type Work } from '../work.ts';

/** What decides which rows of balances are added. */
export interface BalancesContext {
  readonly today: CalendarDate;
  /** Kept from before, without a row; oldest first. */
  readonly unwritten: readonly DayBalance[];
  readonly isWritten: (balance: DayBalance) => boolean;
  /** Rows that are put back: see `lostBalances`. */
  readonly lost: readonly BalanceRowValues[];
  /** A person knows that the workbook has lost its sheet. */
  readonly isMissingTold: boolean;
}

export function balancesContext(deps: SyncDependencies, account: Account, snapshot: Snapshot): BalancesContext {
  return {
    ...settledBalancesContext(deps, account, snapshot.balances !== undefined),
    lost: lostBalances(deps, account, snapshot),
  };
}

/** The same for a workbook that has lost nothing. */
export function settledBalancesContext(deps: SyncDependencies, account: Account, takesRows: boolean): BalancesContext {
  const today = todayIn(account.timeZone, deps.clock.now());
  return {
    today,
    unwritten: takesRows ? listUnwrittenBalances(deps.store, account.id, today) : [],
    isWritten: (balance) => isBalanceWritten(deps.store, account.id, balance),
    lost: [],
    isMissingTold: isMissingBalancesReported(deps.store, account.id),
  };
}

/** The same work with the rows of balances that the sheet lacks; and that the sheet is gone, once. */
export function withBalances(
  work: Work,
  { balances, layout }: Pick<Snapshot, 'balances' | 'layout'>,
  context: BalancesContext,
): Work {
  if (balances === undefined) {
    const name = layout.balances?.isGone === true ? layout.balances.sheet.name : null;
    if (name === null || context.isMissingTold) return work;
    return withOutcome(work, { missesBalances: true }, [message('warning', problem('balances_gone', { name }))]);
  }
  const found: Work['outcome']['missesBalances'] = context.isMissingTold ? false : undefined;
  const isThere = found === undefined ? work : withOutcome(work, { missesBalances: found }, []);
  const rows = rowsToAdd(balances, work.outcome.balances ?? [], context);
  return rows.length === 0 ? isThere : withRows(isThere, rows);
}

function rowsToAdd(
  present: readonly BalanceRow[],
  fetched: readonly DayBalance[],
  { today, unwritten, isWritten, lost }: BalancesContext,
): readonly BalanceRowValues[] {
  const isOpen = (balance: DayBalance): boolean =>
    !isWritten(balance) &&
    !lost.some(
      (row) =>
        row.date === balance.date && row.accountId === balance.bankAccountId && row.currency === balance.currency,
    );
  return [...lost, ...missingBalanceRows([...unwritten, ...fetched.filter(isOpen)], today, present)];
}

function withRows(work: Work, rows: readonly BalanceRowValues[], newSheet?: string): Work {
  return {
    ...withOutcome(
      work,
      {
        balanceRows: { written: rows, forgotten: [] },
        counts: { ...work.outcome.counts, ...(rows.length > 0 && { balances: rows.length }) },
      },
      [],
    ),
    balances: { ...(newSheet !== undefined && { newSheet }), appends: rows, removals: [] },
  };
}

/** What else was planned, for a sheet that takes no balances now. */
export function withoutBalances(work: Work, refusal: PennyrowError, sheet: string): Work {
  const { balances: _balances, ...rest } = work;
  const { balanceRows: _rows, ...outcome } = work.outcome;
  const { balances: _count, ...counts } = outcome.counts;
  const told = problem('balances_not_written', { sheet, cause: problemOf(reportOf(refusal)) });
  return {
    ...rest,
    outcome: {
      ...outcome,
      counts,
      messages: [...outcome.messages, message('warning', told)],
    },
  };
}

/** The sheet that is to be for balances: one that is added, or one that the workbook has. */
export type BalancesChoice = { readonly newSheet: string } | { readonly layout: BalancesLayout };

/** The layout to read with, so that the chosen sheet is read. */
export function chosenForBalances(layout: Layout | null, choice: BalancesChoice): Layout | null {
  return layout === null || 'newSheet' in choice ? layout : { ...layout, balances: choice.layout };
}

/**
 * Adds the sheet, or begins to use it, with all balances that are known. Throws PennyrowError `balances_sheet_exists`, or
 * why the chosen sheet is of no use.
 */
export function planAddBalances(snapshot: Snapshot, choice: BalancesChoice, context: BalancesContext): Work {
  const { layout, balances } = snapshot;
  const isNew = 'newSheet' in choice;
  if (isNew && balances !== undefined)
    throw new PennyrowError(problem('balances_sheet_exists', { name: layout.balances?.sheet.name ?? '' }));
  const name = isNew ? choice.newSheet : choice.layout.sheet.name;
  if (!isNew && balances === undefined) throw unusable(snapshot, name);
  const told = isNew ? problem('balances_sheet_added', { name }) : problem('balances_sheet_used', { name });
  const work: Work = {
    ...NO_WORK,
    outcome: {
      ...NO_WORK.outcome,
      messages: [message('info', told)],
      // Until it is read, a new sheet is known by its name.
      layout: isNew ? { ...layout, balances: newBalancesLayout({ name, id: null }) } : layout,
      missesBalances: false,
    },
  };
  const rows = rowsToAdd(balances ?? [], [], context);
  return isNew ? withRows(work, rows, name) : rows.length === 0 ? work : withRows(work, rows);
}

function unusable({ problems }: Snapshot, name: string): PennyrowError {
  const found = problems.find(({ sheet }) => sheet === 'balances');
  return new PennyrowError(
    found === undefined ? problem('sheet_missing', { name }) : problemOf({ ...found, remedy: null }),
  );
}

/** Takes back the rows of balances that the run appended, unless a person has touched them since. */
export function withUndoneBalances(
  work: Work,
  { balances, layout }: Snapshot,
  run: Run,
  rows: readonly BalanceRowValues[],
): Work {
  const stays = run.kind === 'balances' ? [message('info', problem('balances_sheet_stays', {}))] : [];
  if (rows.length === 0) return withOutcome(work, {}, stays);
  const removals: BalanceRemoval[] = [];
  const kept: BalanceRowValues[] = [];
  for (const values of rows) {
    const row = findBalanceRow(balances ?? [], values);
    if (row === null) continue;
    if (isAsWritten(row, values, layout.balances)) removals.push({ row: row.index, values });
    else kept.push(values);
  }
  const undone = withOutcome(
    work,
    {
      balanceRows: { written: [], forgotten: rows.filter((values) => !kept.includes(values)) },
      counts: {
        ...work.outcome.counts,
        kept: work.outcome.counts.kept + kept.length,
        ...(removals.length > 0 && { balances: removals.length }),
      },
    },
    [...stays, ...(kept.length === 0 ? [] : [message('info', problem('balances_kept', { count: kept.length }))])],
  );
  return removals.length === 0 ? undone : { ...undone, balances: { appends: [], removals } };
}

function isAsWritten(row: BalanceRow, values: BalanceRowValues, layout: BalancesLayout | undefined): boolean {
  return BALANCE_COLUMNS.every((column) => layout?.columns[column] === undefined || row[column] === values[column]);
}

function withOutcome(work: Work, outcome: Partial<Work['outcome']>, messages: readonly RunMessage[]): Work {
  return {
    ...work,
    outcome: { ...work.outcome, ...outcome, messages: [...work.outcome.messages, ...messages] },
  };
}

function message(severity: RunMessage['severity'], told: Problem): RunMessage {
  return { severity, ...report(told), connectionId: null };
}
