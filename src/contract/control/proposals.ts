import * as z from 'zod/mini';
import { oneLine } from '../../core/one-line.ts';
import type { Report } from '../../messages/parameters.ts';
import type { TransactionView } from '../transaction-view.ts';
import { accountId } from './accounts.ts';
import { client, tokenId } from './agents.ts';
import { newCategory, procedure } from './procedure.ts';
import { rule } from './rules.ts';
import type { MatchingRule } from './transactions.ts';

export const MOST_PROPOSED_RULES = 20;
export const MOST_PROPOSED_ROWS = 200;

/** The service reads these values from the sheet, because it does not trust an agent's description of a row. */
export type ProposedRow = Pick<
  TransactionView,
  'id' | 'row' | 'day' | 'description' | 'amount' | 'currency' | 'account' | 'category'
> & { readonly chosen: string };

export interface ProposedChanges {
  readonly rules: readonly (MatchingRule & {
    readonly applyToOld: boolean;
    readonly wouldCategorise: number;
  })[];
  readonly rows: readonly ProposedRow[];
}

export interface ProposalView {
  readonly id: string;
  readonly proposedAt: string;
  readonly client: string | null;
  readonly tokenId: string | null;
  readonly reason: string;
  readonly changes: ProposedChanges;
  readonly state: 'open' | 'applied' | 'failed' | 'rejected';
  readonly decidedAt: string | null;
  readonly runs: readonly string[];
}

const reason = z.string().check(
  z.overwrite((text) => oneLine(text, 500)),
  z.minLength(1),
);

/** Null clears the category. */
const proposedRow = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(500)),
  row: z.optional(z.int()),
  category: z.nullable(newCategory),
});

const proposalId = z.string().check(z.minLength(1));

export const proposalProcedures = {
  'proposal.list': procedure<readonly ProposalView[]>()({ accountId }),
  /** Checks each rule and row, and saves the proposal without changing the sheet. */
  'proposal.add': procedure<ProposalView>()({
    accountId,
    tokenId,
    client,
    reason,
    rules: z.array(z.extend(rule, { applyToOld: z.optional(z.boolean()) })).check(z.maxLength(MOST_PROPOSED_RULES)),
    rows: z.array(proposedRow).check(z.maxLength(MOST_PROPOSED_ROWS)),
  }),
  /** Starts one run for each rule and one for the rows; answers once all runs have ended. */
  'proposal.apply': procedure<{ readonly proposal: ProposalView; readonly problem: Report | null }>()({
    accountId,
    proposalId,
  }),
  'proposal.reject': procedure<ProposalView>()({ accountId, proposalId }),
};
