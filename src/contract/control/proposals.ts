import * as z from 'zod/mini';
import { oneLine } from '../../core/one-line.ts';
import type { Report } from '../../messages/parameters.ts';
import type { TransactionView } from '../transaction-view.ts';
import { accountId } from './accounts.ts';
import { client, tokenId } from './agents.ts';
import { procedure } from './procedure.ts';
import { rule } from './rules.ts';
import { newCategory, type MatchingRule } from './transactions.ts';

/** Largest number of changes in one set: as many as a user reads before agreeing. */
export const MOST_PROPOSED_RULES = 20;
export const MOST_PROPOSED_ROWS = 200;

/** The row as it was when the change was proposed, looked up here: what an agent says of it is not believed. */
export type ProposedRow = Pick<
  TransactionView,
  'id' | 'row' | 'day' | 'description' | 'amount' | 'currency' | 'account' | 'category'
> & { readonly chosen: string };

export interface ProposedChanges {
  readonly rules: readonly (MatchingRule & {
    /** Rows without a category get the rule's at once. */
    readonly applyToOld: boolean;
    /** So many rows without a category would, when it was proposed. */
    readonly wouldCategorise: number;
  })[];
  readonly rows: readonly ProposedRow[];
}

/** Changes that an agent proposed, for a person to decide. */
export interface ProposalView {
  readonly id: string;
  readonly proposedAt: string;
  readonly client: string | null;
  readonly tokenId: string | null;
  /** The agent's reason. */
  readonly reason: string;
  readonly changes: ProposedChanges;
  /** failed: begun, and not written in whole; its runs say what was. */
  readonly state: 'open' | 'applied' | 'failed' | 'rejected';
  readonly decidedAt: string | null;
  readonly runs: readonly string[];
}

const reason = z.string().check(
  z.overwrite((text) => oneLine(text, 500)),
  z.minLength(1),
);

/** A category of null clears the row's. */
const proposedRow = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(500)),
  row: z.optional(z.int()),
  category: z.nullable(newCategory),
});

const proposalId = z.string().check(z.minLength(1));

export const proposalProcedures = {
  /** Newest first. */
  'proposal.list': procedure<readonly ProposalView[]>()(z.strictObject({ accountId })),
  /** Writes nothing but the proposal. Each rule is tried, and each row looked up, before. */
  'proposal.add': procedure<ProposalView>()(
    z.strictObject({
      accountId,
      tokenId,
      client,
      reason,
      rules: z.array(z.extend(rule, { applyToOld: z.optional(z.boolean()) })).check(z.maxLength(MOST_PROPOSED_RULES)),
      rows: z.array(proposedRow).check(z.maxLength(MOST_PROPOSED_ROWS)),
    }),
  ),
  /** Writes the changes as they were shown, by a run for each rule and one for the rows, and answers once they ended. */
  'proposal.apply': procedure<{ readonly proposal: ProposalView; readonly problem: Report | null }>()(
    z.strictObject({ accountId, proposalId }),
  ),
  'proposal.reject': procedure<ProposalView>()(z.strictObject({ accountId, proposalId })),
};
