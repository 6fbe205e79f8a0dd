import type { BalancesView } from '../contract/control/workbook.ts';
import { missingBalanceRows } from '../core/balance-sheet.ts';
import { todayIn } from '../core/time-zone.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { listUnwrittenBalances } from '../store/balances.ts';
import { balanceHeaders, placeForBalances, type BalancesPlace } from '../workbooks/choose-balances.ts';
import type { ControlDependencies } from './dependencies.ts';
import { requireAccount } from './requirements.ts';
import { withWorkbook } from './with-workbook.ts';

/** Where balances go, or what adding a sheet for them would do. */
export async function balancesView(
  deps: ControlDependencies,
  accountId: string,
  signal: AbortSignal,
): Promise<BalancesView> {
  const place = await placeOf(deps, accountId, signal);
  const today = todayIn(requireAccount(deps.store, accountId).timeZone, deps.clock.now());
  return {
    state: place.state,
    sheet: place.state === 'add' ? place.name : place.layout.sheet.name,
    columns: balanceHeaders(place),
    rows: missingBalanceRows(listUnwrittenBalances(deps.store, accountId, today), today, []).length,
  };
}

/** Queues the run that does it; returns its id. Throws PennyrowError `balances_sheet_exists`. */
export async function addBalances(deps: ControlDependencies, accountId: string, signal: AbortSignal): Promise<string> {
  const place = await placeOf(deps, accountId, signal);
  if (place.state === 'written')
    throw new PennyrowError(problem('balances_sheet_exists', { name: place.layout.sheet.name }));
  return deps.sync.addBalances(accountId, place.state === 'add' ? { newSheet: place.name } : { layout: place.layout });
}

/** By the workbook as it is now: a sheet that was known may be gone. */
async function placeOf(deps: ControlDependencies, accountId: string, signal: AbortSignal): Promise<BalancesPlace> {
  const { problem: unread } = await deps.sync.reread(accountId);
  if (unread !== null) throw unread;
  const account = requireAccount(deps.store, accountId);
  const heads = await withWorkbook(deps.workbooks.open, account, (workbook) => workbook.heads(signal));
  return placeForBalances(heads, account.layout ?? {});
}
