import { daysBetween, type CalendarDate } from '../calendar-date.ts';
import { isAmbiguous, readingsOf } from '../column-texts.ts';
import type { PlannedAppend } from '../plan.ts';
import { isForeignRow } from '../row-id.ts';
import type { Row } from '../row.ts';
import { EARLIER_DAYS, LATER_DAYS } from './matching/already-there/candidates.ts';

/** The column whose text may mean several dates or amounts; null for none. */
export function ambiguousColumn({ date, dateText, amount, amountText }: Row): 'date' | 'amount' | null {
  if (date === null && isAmbiguous('date', dateText)) return 'date';
  return amount === null && isAmbiguous('amount', amountText) ? 'amount' : null;
}

/** Rows with an ambiguous text that, in one reading, match a new transaction. */
export function ambiguousRows(rows: readonly Row[], appends: readonly Pick<PlannedAppend, 'transaction'>[]): Row[] {
  const days = Map.groupBy(appends, ({ transaction }): string => transaction.amount);
  return rows.filter((row) => {
    if (!isForeignRow(row) || ambiguousColumn(row) === null) return false;
    const dates = row.date === null ? (readingsOf('date', row.dateText) as CalendarDate[]) : [row.date];
    const amounts = row.amount === null ? readingsOf('amount', row.amountText) : [row.amount];
    return amounts.some((amount) =>
      days.get(amount)?.some(({ transaction }) => dates.some((date) => isNear(daysBetween(date, transaction.date)))),
    );
  });
}

function isNear(days: number): boolean {
  return -EARLIER_DAYS <= days && days <= LATER_DAYS;
}
