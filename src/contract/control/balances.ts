import * as z from 'zod/mini';
import type { Candidate, NotProvableReason } from '../../core/reconcile/reconciliation.ts';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';

export interface BalanceView {
  /** Value of the column Account ID. */
  readonly bankAccountId: string;
  readonly name: string;
  readonly currency: string;
  /** Latest booked balance; null if the bank stated only available balances. */
  readonly latest: StatedBalanceView | null;
  /** Available balance, including pending transactions and credit. */
  readonly available: StatedBalanceView | null;
  readonly proof: ProofView;
  /** Last time that one of the connections answered; null if unknown, as for files. */
  readonly lastSyncedAt: string | null;
  readonly connections: readonly { readonly id: string; readonly name: string; readonly source: string }[];
  /** Balance at the end of each day with a change, oldest first. At most 400 points; older days are thinned out first. */
  readonly trend: readonly { readonly day: string; readonly amount: string }[];
}

export interface StatedBalanceView {
  /** A decimal, negative for a debt. */
  readonly amount: string;
  readonly day: string;
  /** Null if the bank states only the day. */
  readonly at: string | null;
}

export type ProofView =
  /** The rows add up to the cent between the two days, inclusive. */
  | (Report & {
      readonly state: 'proven';
      readonly from: string;
      readonly until: string;
      readonly unsettled: UnsettledView | null;
    })
  | (Report & {
      readonly state: 'differs';
      /** Sum of all differences. */
      readonly by: string;
      /** The last day that adds up. */
      readonly since: string;
      /** Oldest first, including the days between two differences. */
      readonly proven: readonly { readonly from: string; readonly until: string }[];
      /** Oldest first, at least one. */
      readonly differences: readonly DifferenceView[];
    })
  /** `waiting` before the first check. */
  | (Report & {
      readonly state: 'unproven';
      readonly reason: NotProvableReason | 'waiting';
      readonly unsettled: UnsettledView | null;
    });

/** Usual while transactions are pending. */
export interface UnsettledView {
  readonly day: string;
  /** The bank's balance minus the sum of the rows; a decimal. */
  readonly by: string;
}

export interface DifferenceView {
  /** The bank's balance minus the sum of the rows. */
  readonly by: string;
  /** The last day that adds up. */
  readonly since: string;
  /** The day of the balance that shows it. */
  readonly shownOn: string;
  /** Most likely first. */
  readonly candidates: readonly CandidateView[];
  /** Null if it needs attention. */
  readonly accepted: { readonly at: string; readonly note: string } | null;
}

/** A single cause that would explain the whole difference. */
export interface CandidateView extends Report {
  readonly kind: Candidate['kind'];
  /** Empty if a row is missing; `from` and `until` then say in which days. */
  readonly rows: readonly CandidateRowView[];
  readonly from: string | null;
  readonly until: string | null;
}

export interface CandidateRowView {
  readonly transactionId: string;
  /** Null if the cell holds no date. */
  readonly day: string | null;
  readonly description: string;
  /** Null if the cell holds no number. A deleted row has its last amount. */
  readonly amount: string | null;
  /** The bank's amount if it differs from the workbook's. */
  readonly sent: string | null;
}

export interface BalanceTotal {
  readonly currency: string;
  readonly amount: string;
  /** Number of bank accounts. */
  readonly accounts: number;
}

export interface BalanceList {
  readonly balances: readonly BalanceView[];
  /** Omits currencies without a booked balance. */
  readonly totals: readonly BalanceTotal[];
  /** When the mirror was last known to equal the workbook; null if it was never read. */
  readonly asOf: string | null;
}

export const balanceProcedures = {
  'balance.list': procedure<BalanceList>()(z.strictObject({ accountId })),
  /** Accepts a difference, so that it needs no attention until its day or amount changes; or withdraws that with a null note. */
  'balance.accept': procedure<null>()(
    z.strictObject({
      accountId,
      bankAccountId: z.string(),
      currency: z.string(),
      /** The day of the balance that shows the difference. */
      shownOn: z.string(),
      note: z.nullable(z.string().check(z.maxLength(500))),
    }),
  ),
};
