import type { Amount } from '../amount.ts';
import type { Balance } from '../balance.ts';
import type { CalendarDate, Instant } from '../calendar-date.ts';

export interface ReconcileInput {
  readonly currency: string;
  readonly balances: readonly StatedBalance[];
  readonly rows: readonly LedgerRow[];
}

export interface StatedBalance extends Pick<Balance, 'kind' | 'amount' | 'currency' | 'date' | 'at'> {
  /** The time when Pennyrow received the balance. Of two contradicting balances, the later one counts. */
  readonly learnedAt?: Instant | null;
}

export interface LedgerRow {
  readonly transactionId: string;
  readonly date: CalendarDate | null;
  readonly amount: Amount | null;
  readonly currency: string;
  readonly sent: { readonly date: CalendarDate; readonly amount: Amount } | null;
  readonly status: 'posted' | 'pending';
  readonly isDeleted: boolean;
  readonly description?: string;
}

export type Reconciliation = Proven | Differs | NotProvable;

export interface ProvenDays {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

export interface Proven extends ProvenDays {
  readonly status: 'proven';
  readonly unsettled: Unsettled | null;
}

export interface Unsettled {
  readonly date: CalendarDate;
  readonly by: Amount;
}

export interface Differs {
  readonly status: 'differs';
  readonly by: Amount;
  readonly since: CalendarDate;
  /** Oldest first, including days between differences. */
  readonly proven: readonly ProvenDays[];
  readonly differences: readonly Difference[];
}

export interface Difference {
  readonly by: Amount;
  readonly since: CalendarDate;
  readonly shownOn: CalendarDate;
  readonly candidates: readonly Candidate[];
}

/**
 * doubled: the bank has only one of these rows. typed: the bank has none of them. pending: the bank's balance already includes them.
 * dated: the sheet has another date than the bank. missing-statement: there are no rows at all in these days.
 */
export type Candidate =
  | {
      readonly kind: 'deleted' | 'edited' | 'doubled' | 'typed' | 'pending' | 'dated';
      readonly transactionIds: readonly string[];
    }
  | { readonly kind: 'missing' | 'missing-statement'; readonly from: CalendarDate; readonly until: CalendarDate };

export interface NotProvable {
  readonly status: 'not-provable';
  readonly reason: NotProvableReason;
  readonly unsettled: Unsettled | null;
}

export type NotProvableReason = 'no-balance' | 'only-available' | 'one-balance' | 'no-agreement';

export type Finding = Proven | NotProvable | FoundDifferences;

export interface FoundDifferences extends Omit<Differs, 'differences'> {
  readonly differences: readonly FoundDifference[];
}

export interface FoundDifference extends Omit<Difference, 'candidates'> {
  readonly candidates: readonly FoundCandidate[];
}

export interface FoundCandidate {
  readonly kind: Candidate['kind'];
  readonly rows: readonly FoundRow[];
  readonly from: CalendarDate | null;
  readonly until: CalendarDate | null;
}

export interface FoundRow {
  readonly transactionId: string;
  readonly date: CalendarDate | null;
  readonly description: string;
  readonly amount: Amount | null;
  readonly sent: Amount | null;
}

export interface TrendPoint {
  readonly day: CalendarDate;
  readonly amount: Amount;
}
