import { missingBalanceRows, type BalanceRow } from '../../core/balance-sheet.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { Account } from '../../store/accounts.ts';
import { isBalanceKnown } from '../../store/balances.ts';
import { isAnyStale } from '../../store/reconciliations.ts';
import type { SettledBalances, SettledSheet } from '../../store/settled.ts';
import type { SyncDependencies } from '../dependencies.ts';
import type { Work } from '../work.ts';
import { settledBalancesContext, withBalances } from './balance-sheet.ts';

/**
 * The same work with the rows of balances that a settled workbook lacks; what a bank repeats is known, and is not recorded
 * again. Null where more is to be done than look-ups tell: rows wait to be held against balances, or a row is of long ago.
 */
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
  if (context.isMissingTold !== isGone) return null;
  const news = (work.outcome.balances ?? []).filter((one) => !isBalanceKnown(store, account.id, one));
  const told = { ...work, outcome: { ...work.outcome, balances: news } };
  if (layout.balances === undefined || isGone) return told;
  const { today, unwritten, isWritten } = context;
  const missing = missingBalanceRows([...unwritten, ...news.filter((one) => !isWritten(one))], today, []);
  const held = sheet?.balances ?? null;
  if (held === null) return missing.length === 0 ? told : null;
  if (missing.some(({ date }) => date < held.since)) return null;
  return withBalances(told, { layout, balances: held.rows }, context);
}

/** So many rows of the Balances sheet are kept, the latest, with others of the same day. */
const MOST_HELD = 500;

/** The latest rows of the Balances sheet; null where it takes none. */
export function heldBalances(rows: readonly BalanceRow[] | undefined): SettledBalances | null {
  if (rows === undefined) return null;
  const dates = rows.flatMap(({ date }) => (date === null ? [] : [date])).sort();
  const since = dates.at(-MOST_HELD) ?? EARLIEST;
  return { since, rows: rows.filter(({ date }) => date !== null && date >= since) };
}

const EARLIEST = '0001-01-01' as CalendarDate;
