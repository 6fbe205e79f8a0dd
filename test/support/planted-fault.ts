import { fromUnits, negateAmount, toUnits, type Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { Difference, LedgerRow } from '../../src/core/reconcile/reconciliation.ts';

export const FAULTS = ['missing', 'doubled', 'edited', 'deleted'] as const;
export type Fault = (typeof FAULTS)[number];

/** A sheet with one fault, and the check that it was identified. */
export interface Planted {
  readonly rows: readonly LedgerRow[];
  /** The amount by which the bank's balances after the fault exceed the sum of the rows. */
  readonly by: Amount;
  isNamed(difference: Difference): boolean;
}

interface Days {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

/** Plants a fault at `row`, a posted row. The bank's balances include the row from some day within `took` on. */
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
      // Adds 0.90, as if the user had swapped two digits, such as 1.23 and 2.13.
      const edited = fromUnits(toUnits(amount, 2) + 90n, 2);
      return { rows: instead({ ...row, amount: edited }), by: '-0.90' as Amount, isNamed: naming(row.transactionId) };
    }
    case 'deleted':
      return { rows: instead({ ...row, isDeleted: true }), by: amount, isNamed: naming(row.transactionId) };
  }
}

/**
 * True if the reported days of a missing row overlap with the days in which the balances started to include the row. The
 * balances do not reveal the row's own date.
 */
function areNamed({ from, until }: Days, { candidates }: Difference): boolean {
  return candidates.some((candidate) => 'from' in candidate && candidate.from <= until && from <= candidate.until);
}
