import { fromUnits, negateAmount, toUnits, type Amount } from '../../src/core/amount.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import type { Difference, LedgerRow } from '../../src/core/reconcile/reconciliation.ts';

export const FAULTS = ['missing', 'doubled', 'edited', 'deleted'] as const;
export type Fault = (typeof FAULTS)[number];

/** A sheet with one fault, and how to know that it was found by name. */
export interface Planted {
  readonly rows: readonly LedgerRow[];
  /** What the bank holds more than the rows, from then on. */
  readonly by: Amount;
  isNamed(difference: Difference): boolean;
}

/** A fault at that row, which is posted. */
export function plant(fault: Fault, rows: readonly LedgerRow[], row: LedgerRow): Planted {
  const amount = row.amount as Amount;
  const instead = (...others: LedgerRow[]) => rows.flatMap((other) => (other === row ? others : [other]));
  const naming = (id: string) => (difference: Difference) =>
    difference.candidates.some(
      (candidate) => candidate.kind === fault && 'transactionIds' in candidate && candidate.transactionIds.includes(id),
    );
  switch (fault) {
    case 'missing':
      return { rows: instead(), by: amount, isNamed: (difference) => covers(difference, row.date as CalendarDate) };
    case 'doubled': {
      const copy = { ...row, transactionId: `${row.transactionId} again` };
      return { rows: instead(row, copy), by: negateAmount(amount), isNamed: naming(copy.transactionId) };
    }
    case 'edited': {
      // Two digits swapped, as people do.
      const edited = fromUnits(toUnits(amount, 2) + 90n, 2);
      return { rows: instead({ ...row, amount: edited }), by: '-0.90' as Amount, isNamed: naming(row.transactionId) };
    }
    case 'deleted':
      return { rows: instead({ ...row, isDeleted: true }), by: amount, isNamed: naming(row.transactionId) };
  }
}

/** The days that are said to miss a row are those of the row, give or take how far dates and bookings are apart. */
function covers({ candidates }: Difference, date: CalendarDate): boolean {
  return candidates.some(
    (candidate) => 'from' in candidate && addDays(candidate.from, -6) <= date && date <= addDays(candidate.until, 6),
  );
}
