import { missingBalanceRows } from '../../core/balance-rows.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { Account } from '../../store/accounts.ts';
import { isBalanceWritten, isMissingBalancesTold, listUnwrittenBalances } from '../../store/balance-rows.ts';
import { isBalanceKnown, type StatedBalance } from '../../store/balances.ts';
import type { Reader } from '../../store/database.ts';
import { isAnyStale } from '../../store/reconciliations.ts';

/**
 * Those that are to be recorded: what a bank repeats is known. Null where more is to be done than that: one waits for a row
 * of the Balances sheet, or for the rows that it is to be held against, or a person is to be told that the sheet is gone.
 */
export function newBalances(
  store: Reader,
  { id, layout }: Account,
  stated: readonly StatedBalance[],
  today: CalendarDate,
): readonly StatedBalance[] | null {
  const isGone = layout?.balances?.isGone === true;
  if (isAnyStale(store, id) || isMissingBalancesTold(store, id) !== isGone) return null;
  if (layout?.balances !== undefined && !isGone) {
    const open = stated.filter((balance) => !isBalanceWritten(store, id, balance));
    if (missingBalanceRows([...listUnwrittenBalances(store, id, today), ...open], today, []).length > 0) return null;
  }
  return stated.filter((balance) => !isBalanceKnown(store, id, balance));
}
