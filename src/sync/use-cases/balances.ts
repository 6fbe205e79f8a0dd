import {
  findBalanceRow,
  missingBalanceRows,
  type DayBalance,
  BALANCE_COLUMNS,
  type BalanceRow,
  type BalanceRowValues,
  type BalancesChange,
} from '../../core/balance-sheet.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { Run } from '../../core/run.ts';
import { newBalancesLayout, type BalancesLayout, type Layout, type Snapshot } from '../../core/snapshot.ts';
import { todayIn } from '../../core/time-zone.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { createError, PennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import {
  isBalanceWritten,
  isMissingBalancesReported,
  listUnwrittenBalances,
  isBalanceKnown,
} from '../../store/balances.ts';
import { describeAccount } from '../../store/memory.ts';
import { isAnyStale } from '../../store/reconciliations.ts';
import type { SettledSheet } from '../../store/settled.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { createWork, runMessage, withOutcome, type Work } from '../runs/work.ts';
import { planAndWrite, readsAll } from '../runs/write.ts';
import type { UseCaseContext } from './context.ts';
import { lostBalances } from './earlier-version.ts';

export interface BalancesContext {
  readonly today: CalendarDate;
  readonly unwritten: readonly DayBalance[];
  readonly isWritten: (balance: DayBalance) => boolean;
  /** Rows to add again: see `lostBalances`. */
  readonly lost: readonly BalanceRowValues[];
  readonly isMissingReported: boolean;
  readonly numberOf: (bankAccountId: string) => string;
}

export function balancesContext(deps: SyncDependencies, account: Account, snapshot: Snapshot): BalancesContext {
  return {
    ...settledBalancesContext(deps, account, snapshot.balances !== undefined),
    lost: lostBalances(deps, account, snapshot),
  };
}

function settledBalancesContext(deps: SyncDependencies, account: Account, takesRows: boolean): BalancesContext {
  const today = todayIn(account.timeZone, deps.clock.now());
  return {
    today,
    unwritten: takesRows ? listUnwrittenBalances(deps.store, account.id, today) : [],
    isWritten: (balance) => isBalanceWritten(deps.store, account.id, balance),
    lost: [],
    isMissingReported: isMissingBalancesReported(deps.store, account.id),
    numberOf: (id) => describeAccount(deps.store, account.id, id).accountNumber,
  };
}

export function withBalances(
  work: Work,
  { balances, layout }: Pick<Snapshot, 'balances' | 'layout'>,
  context: BalancesContext,
): Work {
  if (balances === undefined) {
    const name = layout.balances?.isGone === true ? layout.balances.sheet.name : null;
    if (name === null || context.isMissingReported) return work;
    return withOutcome(work, { missesBalances: true }, [runMessage('warning', problem('balances_gone', { name }))]);
  }
  const found: Work['outcome']['missesBalances'] = context.isMissingReported ? false : undefined;
  const isThere = found === undefined ? work : withOutcome(work, { missesBalances: found }, []);
  const rows = rowsToAdd(balances, work.outcome.balances ?? [], context);
  return rows.length === 0 ? isThere : withRows(isThere, rows);
}

function rowsToAdd(
  present: readonly BalanceRow[],
  fetched: readonly DayBalance[],
  { today, unwritten, isWritten, lost, numberOf }: BalancesContext,
): readonly BalanceRowValues[] {
  const isOpen = (balance: DayBalance): boolean =>
    !isWritten(balance) &&
    !lost.some(
      (row) =>
        row.date === balance.date && row.accountId === balance.bankAccountId && row.currency === balance.currency,
    );
  return [...lost, ...missingBalanceRows([...unwritten, ...fetched.filter(isOpen)], today, present, numberOf)];
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

type BalancesChoice = { readonly newSheet: string } | { readonly layout: BalancesLayout };

export function addBalances({ deps, runner }: UseCaseContext, accountId: string, choice: BalancesChoice): string {
  return runner.enqueue(accountId, { kind: 'balances', trigger: 'person' }, ({ account, ...context }) => {
    const reading = { ...account, layout: chosenForBalances(account.layout, choice) };
    const plan = (snapshot: Snapshot): Work => {
      const present = { ...snapshot, balances: snapshot.balances ?? [] };
      return planAddBalances(snapshot, choice, balancesContext(deps, account, present));
    };
    return planAndWrite(deps, { ...context, account: reading }, { plan, planSettled: readsAll });
  });
}

function chosenForBalances(layout: Layout | null, choice: BalancesChoice): Layout | null {
  return layout === null || 'newSheet' in choice ? layout : { ...layout, balances: choice.layout };
}

/** Throws `additions_none` if a Balances sheet exists, and an error with the reason if the chosen sheet cannot be used. */
function planAddBalances(snapshot: Snapshot, choice: BalancesChoice, context: BalancesContext): Work {
  const { layout, balances } = snapshot;
  const isNew = 'newSheet' in choice;
  if (isNew && balances !== undefined) throw createError('additions_none', {});
  const name = isNew ? choice.newSheet : choice.layout.sheet.name;
  if (!isNew && balances === undefined) throw unusable(snapshot, name);
  const notice = isNew
    ? problem('additions_made', { what: 'sheets', columns: [], sheets: [name] })
    : problem('balances_sheet_used', { name });
  const newLayout = isNew ? { ...layout, balances: newBalancesLayout({ name, id: null }) } : layout;
  const work = createWork({}, { messages: [runMessage('info', notice)], layout: newLayout, missesBalances: false });
  const rows = rowsToAdd(balances ?? [], [], context);
  return isNew ? withRows(work, rows, name) : rows.length === 0 ? work : withRows(work, rows);
}

function unusable({ problems }: Snapshot, name: string): PennyrowError {
  const found = problems.find(({ sheet }) => sheet === 'balances');
  return new PennyrowError(
    found === undefined ? problem('sheet_missing', { name }) : problemOf({ ...found, remedy: null }),
  );
}

export function withUndoneBalances(
  work: Work,
  { balances, layout }: Pick<Snapshot, 'balances' | 'layout'>,
  run: Run,
  rows: readonly BalanceRowValues[],
): Work {
  const sheets = layout.balances === undefined ? [] : [layout.balances.sheet.name];
  const stays = run.kind === 'balances' ? [runMessage('info', problem('additions_sheets_stay', { sheets }))] : [];
  if (rows.length === 0) return withOutcome(work, {}, stays);
  const removals: BalancesChange['removals'][number][] = [];
  const left: BalanceRowValues[] = [];
  for (const values of rows) {
    const row = findBalanceRow(balances ?? [], values);
    if (row === null) continue;
    if (isAsWritten(row, values, layout.balances)) removals.push({ row: row.index, values });
    else left.push(values);
  }
  const undone = withOutcome(
    work,
    {
      balanceRows: { written: [], forgotten: rows.filter((values) => !left.includes(values)) },
      counts: {
        ...work.outcome.counts,
        kept: work.outcome.counts.kept + left.length,
        ...(removals.length > 0 && { balances: removals.length }),
      },
    },
    [...stays, ...(left.length === 0 ? [] : [runMessage('info', problem('balances_kept', { count: left.length }))])],
  );
  return removals.length === 0 ? undone : { ...undone, balances: { appends: [], removals } };
}

function isAsWritten(row: BalanceRow, values: BalanceRowValues, layout: BalancesLayout | undefined): boolean {
  return BALANCE_COLUMNS.every((column) => layout?.columns[column] === undefined || row[column] === values[column]);
}

/** Adds balance rows to the work. Null if that requires a read of the whole sheet, such as for a row before `balances.since`. */
export function withNewBalances(
  deps: SyncDependencies,
  account: Account,
  work: Work,
  sheet: SettledSheet | null,
): Work | null {
  const { store } = deps;
  const { layout } = account;
  if (layout === null || isAnyStale(store, account.id)) return null;
  const isGone = layout.balances?.isGone === true;
  const context = settledBalancesContext(deps, account, layout.balances !== undefined && !isGone);
  if (context.isMissingReported !== isGone) return null;
  const news = (work.outcome.balances ?? []).filter((one) => !isBalanceKnown(store, account.id, one));
  const withNews = { ...work, outcome: { ...work.outcome, balances: news } };
  if (layout.balances === undefined || isGone) return withNews;
  const { today, unwritten, isWritten } = context;
  const missing = missingBalanceRows([...unwritten, ...news.filter((one) => !isWritten(one))], today, []);
  const stored = sheet?.balances ?? null;
  if (stored === null) return missing.length === 0 ? withNews : null;
  if (missing.some(({ date }) => date < stored.since)) return null;
  return withBalances(withNews, { layout, balances: stored.rows }, context);
}
