import type { PlanInput } from '../../plan.ts';
import { ledgerKey, type Ledger, type View } from './views.ts';

/** A source that shows something shortly before a day and shortly after it may have had all of that day. */
const SHORTLY = 4;

/**
 * Whether the ledger's source surely had all of a day. A feed misses none between two of its days. Files may:
 * between those of single days there can be days that no file held, so the day itself must be there too. What
 * earlier files of the same view left says nothing of the days that they lack.
 */
export function createDayCheck(view: View, { key, connectionId, days }: Ledger, input: PlanInput): (day: number) => boolean {
  if (key === ledgerKey(view.scheme, input.connectionId, view.accountId)) return () => false;
  const isFile = input.completeAccountIds.length > 0 || connectionId === input.connectionId;
  const hasNear = (day: number, direction: 1 | -1): boolean => {
    for (let away = 1; away <= SHORTLY; away += 1) if (days.has(day + direction * away)) return true;
    return false;
  };
  return (day) => (!isFile || days.has(day)) && hasNear(day, -1) && hasNear(day, 1);
}
