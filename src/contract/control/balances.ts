import * as z from 'zod/mini';
import type { Candidate, NotProvableReason } from '../../core/reconcile/reconciliation.ts';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';

/** Balance of one bank account in one currency, and whether the rows of the workbook add up to it. */
export interface BalanceView {
  /** Value of the column Account ID. */
  readonly bankAccountId: string;
  readonly name: string;
  readonly currency: string;
  /** The latest that the bank booked; null where it only ever said what could be spent. */
  readonly latest: StatedBalanceView | null;
  /** Available balance, including pending transactions and credit. */
  readonly available: StatedBalanceView | null;
  readonly proof: ProofView;
  /** When one of the connections last got an answer; null where nothing is known of that, as with files. */
  readonly lastSyncedAt: string | null;
  /** Those that stated a balance and are still there. */
  readonly connections: readonly { readonly id: string; readonly name: string; readonly source: string }[];
  /**
   * What the account held at the end of a day, oldest first: as it was stated, and by the rows between and before. At most
   * 400 points: days without a change are left out, and of a long history the older ones most.
   */
  readonly trend: readonly { readonly day: string; readonly amount: string }[];
}

export interface StatedBalanceView {
  /** A decimal; negative is owed. */
  readonly amount: string;
  readonly day: string;
  /** The moment, where the bank tells one. */
  readonly at: string | null;
}

/** Each is told as a sentence too, by its code, as a note of the status is. */
export type ProofView =
  /** The rows add up, to the cent, from one balance to the other; both days inclusive. */
  | (Report & {
      readonly state: 'proven';
      readonly from: string;
      readonly until: string;
      readonly unsettled: UnsettledView | null;
    })
  | (Report & {
      readonly state: 'differs';
      /** All of the differences together: see `DifferenceView`. */
      readonly by: string;
      /** The last day that adds up. */
      readonly since: string;
      /** Oldest first; none where nothing ever added up. Also the days between two differences. */
      readonly proven: readonly { readonly from: string; readonly until: string }[];
      /** Oldest first, at least one. */
      readonly differences: readonly DifferenceView[];
    })
  /** Not provable yet; `reason` is `waiting` until it was looked at for the first time. */
  | (Report & {
      readonly state: 'unproven';
      readonly reason: NotProvableReason | 'waiting';
      readonly unsettled: UnsettledView | null;
    });

/** The newest balance does not fit yet, as is usual while transactions are on their way. */
export interface UnsettledView {
  readonly day: string;
  /** The bank's balance minus the sum of the rows; a decimal. */
  readonly by: string;
}

export interface DifferenceView {
  /** The bank's balance minus the sum of the rows: negative if the rows hold too much. */
  readonly by: string;
  /** The last day that adds up. */
  readonly since: string;
  /** The day of the balance that shows it. */
  readonly shownOn: string;
  /** Possible causes, the most likely first. */
  readonly candidates: readonly CandidateView[];
}

/** One thing that would explain all of a difference, in a sentence, with the rows that it is about. */
export interface CandidateView extends Report {
  readonly kind: Candidate['kind'];
  /** None where a row is missing: then `from` and `until` are the days that it is missing in. */
  readonly rows: readonly CandidateRowView[];
  readonly from: string | null;
  readonly until: string | null;
}

export interface CandidateRowView {
  /** As in `transaction.list`. */
  readonly transactionId: string;
  /** Null where the cell holds no date. */
  readonly day: string | null;
  readonly description: string;
  /** As the workbook has it; a deleted row's is what it had. Null where the cell holds no number. */
  readonly amount: string | null;
  /** The bank's amount, if the workbook has another one; else null. */
  readonly sent: string | null;
}

/** Sum of the bank accounts of one currency, by the latest booked balance of each. */
export interface BalanceTotal {
  readonly currency: string;
  /** A decimal; negative is owed. */
  readonly amount: string;
  /** Of how many bank accounts. */
  readonly accounts: number;
}

export interface BalanceList {
  /** By name. */
  readonly balances: readonly BalanceView[];
  /** By currency; none of a currency in which no balance is booked. */
  readonly totals: readonly BalanceTotal[];
  /** When the workbook's rows were last known to be these; null when it was never read. */
  readonly asOf: string | null;
}

export const balanceProcedures = {
  /** Each bank account of which a balance was ever stated. */
  'balance.list': procedure<BalanceList>()(z.strictObject({ accountId })),
};
