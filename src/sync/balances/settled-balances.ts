import { todayIn } from '../../core/time-zone.ts';
import type { Account } from '../../store/accounts.ts';
import { isMissingBalancesTold, listUnwrittenBalances } from '../../store/balance-rows.ts';
import { isBalanceKnown, type StatedBalance } from '../../store/balances.ts';
import { isAnyStale } from '../../store/reconciliations.ts';
import type { SyncDependencies } from '../dependencies.ts';

/**
 * Whether these balances change nothing: each is known, all that is known has been held against the rows, and nothing of it
 * waits for a row of the Balances sheet, nor for a person to be told that the sheet is gone.
 */
export function areBalancesSettled(
  { store, clock }: SyncDependencies,
  { id, timeZone, layout }: Account,
  stated: readonly StatedBalance[],
): boolean {
  if (isAnyStale(store, id) || !stated.every((balance) => isBalanceKnown(store, id, balance))) return false;
  const isGone = layout?.balances?.isGone === true;
  if (isMissingBalancesTold(store, id) !== isGone) return false;
  const isWritten = layout?.balances !== undefined && !isGone;
  return !isWritten || listUnwrittenBalances(store, id, todayIn(timeZone, clock.now())).length === 0;
}
