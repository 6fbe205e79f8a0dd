import type { Amount } from '../amount.ts';
import type { Balance } from '../balance.ts';
import type { CalendarDate, Instant } from '../calendar-date.ts';

/** All that decides whether the rows of one account, in one currency, are those of the bank. */
export interface ReconcileInput {
  /** ISO 4217; balances and rows in another currency are left out, and counted. */
  readonly currency: string;
  /** In any order, from any number of sources; the same one may be there many times. */
  readonly balances: readonly StatedBalance[];
  /** In any order. All of the account, also those older than the first balance. */
  readonly rows: readonly LedgerRow[];
}

/** A `Balance` is one. */
export interface StatedBalance extends Pick<Balance, 'kind' | 'amount' | 'currency' | 'date' | 'at'> {
  /** When Pennyrow was told: of two that contradict each other, the later one counts. */
  readonly learnedAt?: Instant | null;
}

/** A row of the account, as it stands in the sheet, or as it was when a person deleted it. */
export interface LedgerRow {
  readonly transactionId: string;
  /** As it stands in the sheet; null where the cell holds no date. */
  readonly date: CalendarDate | null;
  /** As it stands in the sheet; null where the cell holds no number. */
  readonly amount: Amount | null;
  readonly currency: string;
  /** What the bank sent last; null for a row typed by hand. */
  readonly sent: { readonly date: CalendarDate; readonly amount: Amount } | null;
  readonly status: 'posted' | 'pending';
  /** Pennyrow wrote it, and a person deleted it. */
  readonly isDeleted: boolean;
  /** Where it is given, two rows that say the same are the likelier to be one. */
  readonly description?: string;
}

/** What the balances say of the rows. */
export type Reconciliation = { readonly leftOut: LeftOut } & (Proven | Differs | NotProvable);

/** What does not count, as it is in another currency. */
export interface LeftOut {
  readonly balances: number;
  readonly transactionIds: readonly string[];
}

/** The rows of these days, both inclusive, sum to the difference of the balances around them, to the cent. */
export interface ProvenDays {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

export interface Proven extends ProvenDays {
  readonly status: 'proven';
  /** Newer balances that the rows do not reach, or exceed, and that may still be in flight; null where there are none. */
  readonly unsettled: Unsettled | null;
}

/** No reason to worry yet: the newest days are often in flight. */
export interface Unsettled {
  /** The day of the newest balance that was stated. */
  readonly date: CalendarDate;
  /** What the bank says, less what the rows sum to. */
  readonly by: Amount;
}

export interface Differs {
  readonly status: 'differs';
  /** What the bank says, less what the rows sum to: negative where the rows hold too much. All of the differences. */
  readonly by: Amount;
  /** The last day that was right. */
  readonly since: CalendarDate;
  /** Oldest first: the days between the differences too. */
  readonly proven: readonly ProvenDays[];
  /** Oldest first, at least one. */
  readonly differences: readonly Difference[];
}

export interface Difference {
  /** What the bank says, less what the rows sum to. Never zero. */
  readonly by: Amount;
  /** The last day that was right. */
  readonly since: CalendarDate;
  /** The day of the first balance that shows it. */
  readonly shownOn: CalendarDate;
  /** What may have happened, likeliest first: each alone explains all of it. The last names the days, if no row. */
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
  /** As with `Proven`. */
  readonly unsettled: Unsettled | null;
}

/**
 * - `no-balance`: none was stated in this currency.
 * - `only-available`: what can be spent proves nothing.
 * - `one-balance`: there is nothing to hold it against yet; it becomes provable with the next one.
 * - `no-agreement`: no two balances agree with the rows yet, and nothing shows that a row is wrong.
 */
export type NotProvableReason = 'no-balance' | 'only-available' | 'one-balance' | 'no-agreement';
