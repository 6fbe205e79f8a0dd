import { fromUnits, negateAmount, toUnits, type Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
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

interface Days {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

/** A fault at that row, which is posted, and which the bank's balances began to hold in those days. */
export function plant(fault: Fault, rows: readonly LedgerRow[], row: LedgerRow, took: Days): Planted {
  const amount = row.amount as Amount;
  const instead = (...others: LedgerRow[]) => rows.flatMap((other) => (other === row ? others : [other]));
  const naming = (id: string) => (difference: Difference) =>
    difference.candidates.some(
      (candidate) => candidate.kind === fault && 'transactionIds' in candidate && candidate.transactionIds.includes(id),
    );
  switch (fault) {
    case 'missing':
      return { rows: instead(), by: amount, isNamed: (difference) => areNamed(took, difference) };
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

/**
 * Whether the days that are said to miss a row are those in which the balances took it, to the day: how its row would be
 * dated no balance tells.
 */
function areNamed({ from, until }: Days, { candidates }: Difference): boolean {
  return candidates.some((candidate) => 'from' in candidate && candidate.from <= until && from <= candidate.until);
}
