import * as z from 'zod/mini';
import { MOST_PROPOSED_ROWS, MOST_PROPOSED_RULES, type ProposalView } from '../../contract/control/proposals.ts';
import { described } from '../../contract/described.ts';
import { defineTool, type ToolCall, withPlainTexts } from '../tool.ts';

const text = (most: number, description: string) =>
  described(z.string().check(z.minLength(1), z.maxLength(most)), description);

const bound = z.optional(z.string().check(z.maxLength(40)));

const input = z.strictObject({
  reason: text(500, 'The purpose of the changes, in one sentence for the user.'),
  rules: described(
    z.optional(
      z
        .array(
          z.strictObject({
            description: text(1000, 'A part of the description of the transactions; * matches any characters.'),
            category: text(200, 'The category for matching transactions.'),
            min_amount: described(bound, 'The smallest amount, inclusive; money out is negative.'),
            max_amount: described(bound, 'The largest amount, inclusive.'),
            apply_to_existing: described(
              z.optional(z.boolean()),
              'Also categorizes existing rows without a category. Default: false. Rules never change existing categories.',
            ),
          }),
        )
        .check(z.maxLength(MOST_PROPOSED_RULES)),
    ),
    'Rules to add after the existing rules.',
  ),
  categories: described(
    z.optional(
      z
        .array(
          z.strictObject({
            id: text(500, 'id of a transaction.'),
            row: described(z.optional(z.int()), 'The row number, if several rows have this id.'),
            category: described(
              z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
              'The category to set; null clears it.',
            ),
          }),
        )
        .check(z.maxLength(MOST_PROPOSED_ROWS)),
    ),
    'Categories to set, at most 200.',
  ),
});

export const proposeChanges = defineTool({
  name: 'propose_changes',
  title: 'Propose rules and categories',
  description:
    'Proposes rules and categories as one change set. Nothing is written until the user confirms it: in a dialog of your program if it supports that and there are at most 20 changes, otherwise on the page "Activity" of the dashboard. Each run that writes changes can be undone.',
  input,
  output: z.object({
    proposal_id: z.string(),
    state: described(
      z.enum(['open', 'applied', 'failed', 'rejected']),
      'open: the user has not decided yet. failed: only a part of the changes was written, or none.',
    ),
    rules: z.int(),
    categories: z.int(),
    would_categorise: described(z.int(), 'The number of rows without a category that the rules would categorize.'),
    run_ids: described(z.array(z.string()), 'The runs that wrote the changes.'),
    message: z.string(),
  }),
  writes: true,
  async run(call, proposed) {
    const { confirmation, control, accountId } = call;
    if (confirmation?.state != null) return applyDecision(call, confirmation.state);
    const proposal = await control.call('proposal.add', {
      accountId,
      tokenId: call.tokenId,
      client: call.client,
      reason: proposed.reason,
      rules: (proposed.rules ?? []).map((rule) => ({
        description: rule.description,
        category: rule.category,
        minAmount: rule.min_amount ?? null,
        maxAmount: rule.max_amount ?? null,
        applyToOld: rule.apply_to_existing ?? false,
      })),
      rows: proposed.categories ?? [],
    });
    const lines = describeChanges(proposal);
    if (confirmation === null || lines.length > MAXIMUM_CONFIRMED_CHANGES) return outputOf(proposal, WAITING);
    return { ask: await confirmation.ask(confirmationText(lines), proposal.id) };
  },
});

const WAITING =
  'Nothing is written yet. Tell the user to open the dashboard (`pennyrow open`, or the app) and to confirm the changes on the page "Activity".';

async function applyDecision({ control, accountId, confirmation }: ToolCall, proposalId: string) {
  if (confirmation?.answer === 'yes') {
    const { proposal, problem } = await control.call('proposal.apply', { accountId, proposalId });
    const failure = problem === null ? null : `${problem.message} ${problem.remedy ?? ''}`.trim();
    return outputOf(proposal, failure === null ? 'The user confirmed the changes, and they were written.' : failure);
  }
  if (confirmation?.answer === 'no')
    return outputOf(await control.call('proposal.reject', { accountId, proposalId }), 'The user declined the changes.');
  const open = (await control.call('proposal.list', { accountId })).find(({ id }) => id === proposalId);
  // Does not occur, because proposals are never removed.
  if (open === undefined) throw new Error(`the proposal ${proposalId} is gone`);
  return outputOf(open, WAITING);
}

function outputOf({ id, state, changes, runs }: ProposalView, message: string) {
  return {
    proposal_id: id,
    state,
    rules: changes.rules.length,
    categories: changes.rows.length,
    would_categorise: wouldCategorise(changes),
    run_ids: [...runs],
    message,
  };
}

function wouldCategorise({ rules }: ProposalView['changes']): number {
  return rules.reduce((sum, rule) => sum + (rule.applyToOld ? rule.wouldCategorise : 0), 0);
}

/** The user confirms larger proposals in the dashboard, because a question could not show all changes. */
const MAXIMUM_CONFIRMED_CHANGES = 20;

/** One line per change. Describes rows by the data of the workbook, because the agent's description may be wrong. */
function describeChanges(proposal: ProposalView): readonly string[] {
  const { rules, rows } = withPlainTexts(proposal.changes);
  return [
    ...rules.map(
      ({ description, category, minAmount, maxAmount, applyToOld, wouldCategorise: count }) =>
        `Add the rule “${shorten(description)}” → ${shorten(category)}${describeBounds(minAmount, maxAmount)}${applyToOld ? `, and give ${count} rows its category` : ''}`,
    ),
    ...rows.map(
      ({ day, description, amount, currency, category, chosen }) =>
        `${day} ${shorten(description)} ${amount} ${currency}: ${category === '' ? 'no category' : shorten(category)} → ${chosen === '' ? 'no category' : shorten(chosen)}`,
    ),
  ];
}

function confirmationText(lines: readonly string[]): string {
  return [
    `Pennyrow: write these changes into your spreadsheet? (${lines.length})`,
    ...lines.map((line) => `• ${line}`),
  ].join('\n');
}

function describeBounds(least: string | null, most: string | null): string {
  return least === null && most === null ? '' : ` (amounts from ${least ?? '−∞'} to ${most ?? '∞'})`;
}

function shorten(value: string): string {
  return value.length > 60 ? `${value.slice(0, 59)}…` : value;
}
