import type { Amount } from '../amount.ts';
import type { Balance } from '../balance.ts';
import type { CalendarDate, Instant } from '../calendar-date.ts';

export interface ReconcileInput {
  /** ISO 4217; balances and rows in other currencies are counted separately. */
  readonly currency: string;
  /** In any order, from any number of sources; may contain duplicates. */
  readonly balances: readonly StatedBalance[];
  /** All rows of the account in any order, including those before the first balance. */
  readonly rows: readonly LedgerRow[];
}

export interface StatedBalance extends Pick<Balance, 'kind' | 'amount' | 'currency' | 'date' | 'at'> {
  /** When Pennyrow received it: of two contradicting balances, the later one counts. */
  readonly learnedAt?: Instant | null;
}

/** A row in the sheet, or as it was when the user deleted it. */
export interface LedgerRow {
  readonly transactionId: string;
  /** Null if the cell contains no date. */
  readonly date: CalendarDate | null;
  /** Null if the cell contains no number. */
  readonly amount: Amount | null;
  readonly currency: string;
  /** The last values from the bank; null for a typed row. */
  readonly sent: { readonly date: CalendarDate; readonly amount: Amount } | null;
  readonly status: 'posted' | 'pending';
  /** True if Pennyrow wrote the row and the user deleted it. */
  readonly isDeleted: boolean;
  /** Equal descriptions make a duplicate more likely. */
  readonly description?: string;
}

export type Reconciliation = { readonly leftOut: LeftOut } & (Proven | Differs | NotProvable);

/** Balances and rows in other currencies. */
export interface LeftOut {
  readonly balances: number;
  readonly transactionIds: readonly string[];
}

/** The rows of these days (inclusive) sum to the difference of the balances around them. */
export interface ProvenDays {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

export interface Proven extends ProvenDays {
  readonly status: 'proven';
  /** Newer balances that the rows do not match yet; null without any. */
  readonly unsettled: Unsettled | null;
}

/** The newest days are often in flight. */
export interface Unsettled {
  /** The day of the newest balance. */
  readonly date: CalendarDate;
  readonly by: Amount;
}

export interface Differs {
  readonly status: 'differs';
  readonly by: Amount;
  /** The last correct day. */
  readonly since: CalendarDate;
  /** Oldest first, including days between differences. */
  readonly proven: readonly ProvenDays[];
  readonly differences: readonly Difference[];
}

export interface Difference {
  /** The bank's balance minus the sum of the rows. Never zero. */
  readonly by: Amount;
  /** The last correct day. */
  readonly since: CalendarDate;
  /** The day of the first balance that shows the difference. */
  readonly shownOn: CalendarDate;
  readonly candidates: readonly Candidate[];
}

/**
 * - `deleted`: a person deleted these rows.
 * - `edited`: a person changed the amounts of these rows.
 * - `doubled`: these rows are two of one amount, and the bank has one. The last is the one too many. Of more than two, any is.
 * - `typed`: a person typed these rows, and the bank has none.
 * - `pending`: the bank's balance has these rows in it already, while they are pending.
 * - `dated`: the bank booked this row between the two balances, while the sheet dates it before or after them.
 * - `missing`: a row of the amount is missing in these days.
 * - `missing-statement`: no row is in these days at all, so that a statement of them is missing.
 */
export type Candidate =
  | {
      readonly kind: 'deleted' | 'edited' | 'doubled' | 'typed' | 'pending' | 'dated';
      /** At least one. */
      readonly transactionIds: readonly string[];
    }
  | { readonly kind: 'missing' | 'missing-statement'; readonly from: CalendarDate; readonly until: CalendarDate };

export interface NotProvable {
  readonly status: 'not-provable';
  readonly reason: NotProvableReason;
  /** See `Proven`. */
  readonly unsettled: Unsettled | null;
}

export type NotProvableReason = 'no-balance' | 'only-available' | 'one-balance' | 'no-agreement';

/** A result as stored, with the rows that it refers to, because they may be deleted later. */
export type Finding = Omit<Proven, 'leftOut'> | Omit<NotProvable, 'leftOut'> | FoundDifferences;

export interface FoundDifferences extends Omit<Differs, 'differences'> {
  readonly differences: readonly FoundDifference[];
}

export interface FoundDifference extends Omit<Difference, 'candidates'> {
  readonly candidates: readonly FoundCandidate[];
}

export interface FoundCandidate {
  readonly kind: Candidate['kind'];
  /** Empty if a row is missing. */
  readonly rows: readonly FoundRow[];
  /** The days without the missing row; null for other kinds. */
  readonly from: CalendarDate | null;
  readonly until: CalendarDate | null;
}

export interface FoundRow {
  /** The id in the mirror. */
  readonly transactionId: string;
  readonly date: CalendarDate | null;
  readonly description: string;
  /** In the sheet, or before the user deleted it. */
  readonly amount: Amount | null;
  /** The amount from the bank; null if it is equal or the row was typed. */
  readonly sent: Amount | null;
}

/** The balance at the end of a day. */
export interface TrendPoint {
  readonly day: CalendarDate;
  readonly amount: Amount;
}
