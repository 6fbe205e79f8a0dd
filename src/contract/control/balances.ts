import * as z from 'zod/mini';
import type { Candidate, NotProvableReason } from '../../core/reconcile/reconciliation.ts';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';

export interface BalanceView {
  readonly bankAccountId: string;
  readonly name: string;
  readonly currency: string;
  /** The latest booked or closing balance; null if the bank states only available balances. */
  readonly latest: StatedBalanceView | null;
  /** The available balance, which includes pending transactions and credit. */
  readonly available: StatedBalanceView | null;
  readonly proof: ProofView;
  /** The time of the last successful fetch over any of the connections; null for none, as with statement files. */
  readonly lastSyncedAt: string | null;
  readonly connections: readonly { readonly id: string; readonly name: string; readonly source: string }[];
  /** The balance at the end of each day with a change, oldest first. Above 400 days, some of the older ones are omitted. */
  readonly trend: readonly { readonly day: string; readonly amount: string }[];
}

export interface StatedBalanceView {
  readonly amount: string;
  readonly day: string;
  readonly at: string | null;
}

export type ProofView =
  /** From `from` to `until`, both included, the rows explain the stated balances to the cent. */
  | (Report & {
      readonly state: 'proven';
      readonly from: string;
      readonly until: string;
      readonly unsettled: UnsettledView | null;
    })
  | (Report & {
      readonly state: 'differs';
      readonly by: string;
      /** The last day on which the rows match the stated balance. */
      readonly since: string;
      readonly proven: readonly { readonly from: string; readonly until: string }[];
      /** Oldest first, at least one. */
      readonly differences: readonly DifferenceView[];
    })
  /** `waiting`: Pennyrow has not compared the balances with the rows yet. */
  | (Report & {
      readonly state: 'unproven';
      readonly reason: NotProvableReason | 'waiting';
      readonly unsettled: UnsettledView | null;
    });

/** A difference at the newest stated balance, which is normal while transactions are pending. */
export interface UnsettledView {
  readonly day: string;
  readonly by: string;
}

export interface DifferenceView {
  readonly by: string;
  /** The last day on which the rows match the stated balance. */
  readonly since: string;
  readonly shownOn: string;
  readonly candidates: readonly CandidateView[];
  readonly accepted: { readonly at: string; readonly note: string } | null;
}

/** A possible cause that would explain the whole difference. */
export interface CandidateView extends Report {
  readonly kind: Candidate['kind'];
  /** Empty if the cause is missing rows. Only then are `from` and `until` set: their first and last possible day. */
  readonly rows: readonly CandidateRowView[];
  readonly from: string | null;
  readonly until: string | null;
}

export interface CandidateRowView {
  readonly transactionId: string;
  readonly day: string | null;
  readonly description: string;
  readonly amount: string | null;
  readonly sent: string | null;
}

export interface BalanceTotal {
  readonly currency: string;
  readonly amount: string;
  readonly accounts: number;
}

export interface BalanceList {
  readonly balances: readonly BalanceView[];
  readonly totals: readonly BalanceTotal[];
  /** The last time when Pennyrow's copy of the rows equaled the workbook; null if the workbook was never read. */
  readonly asOf: string | null;
}

export interface BankAccountView {
  readonly id: string;
  readonly name: string;
}

export const balanceProcedures = {
  /** All bank accounts with transactions, even those without balances; oldest first. */
  'balance.accounts': procedure<readonly BankAccountView[]>()({ accountId }),
  /** Treats the newer of two bank accounts as the continuation of the older one from now on. */
  'balance.join': procedure<StartedRun>()({ accountId, bankAccountIds: z.tuple([z.string(), z.string()]) }),
  'balance.list': procedure<BalanceList>()({ accountId }),
  /** An accepted difference needs no attention until its day or amount changes. A null note withdraws the acceptance. */
  'balance.accept': procedure<null>()({
    accountId,
    bankAccountId: z.string(),
    currency: z.string(),
    shownOn: z.string(),
    note: z.nullable(z.string().check(z.maxLength(500))),
  }),
};
