import type { Amount } from '../amount.ts';
import type { CalendarDate } from '../calendar-date.ts';
import type { Candidate, Difference, Differs, NotProvable, Proven } from './reconciliation.ts';

/** What a reconciliation found, as it is kept: with the rows that it is about, since those may be gone tomorrow. */
export type Finding = Omit<Proven, 'leftOut'> | Omit<NotProvable, 'leftOut'> | FoundDifferences;

export interface FoundDifferences extends Omit<Differs, 'differences'> {
  readonly differences: readonly FoundDifference[];
}

export interface FoundDifference extends Omit<Difference, 'candidates'> {
  readonly candidates: readonly FoundCandidate[];
}

export interface FoundCandidate {
  readonly kind: Candidate['kind'];
  /** None where a row is missing. */
  readonly rows: readonly FoundRow[];
  /** The days in which a row is missing; null for any other kind. */
  readonly from: CalendarDate | null;
  readonly until: CalendarDate | null;
}

export interface FoundRow {
  /** As the mirror has it. */
  readonly transactionId: string;
  readonly date: CalendarDate | null;
  readonly description: string;
  /** As it stands in the sheet; as it stood, where a person deleted it. */
  readonly amount: Amount | null;
  /** What the bank sent; null where the sheet has the same, or a person typed it. */
  readonly sent: Amount | null;
}

/** What an account held at the end of a day. */
export interface TrendPoint {
  readonly day: CalendarDate;
  readonly amount: Amount;
}
