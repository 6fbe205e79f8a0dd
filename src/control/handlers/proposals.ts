import type { ProposalView, ProposedChanges, ProposedRow } from '../../contract/control/proposals.ts';
import type { Input } from '../../contract/control/index.ts';
import { toInstant } from '../../core/calendar-date.ts';
import type { Report } from '../../messages/parameters.ts';
import { createError, errorOf, type PennyrowError, reportOf, toPennyrowError } from '../../platform/errors.ts';
import {
  addProposal,
  countOpenProposals,
  decideProposal,
  findProposal,
  listProposals,
  saveProposalRuns,
  type Proposal,
} from '../../store/agents.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Handlers } from '../handler.ts';
import type { MirrorRows } from '../transactions/mirror-rows.ts';
import { requireWorkbook } from '../../store/accounts.ts';

const LISTED = 50;
const MOST_OPEN = 20;

type ProposalInput = Input<'proposal.add'>;

export function proposalHandlers(
  { store, clock, sync, newId, announce }: Collaborators,
  mirror: MirrorRows,
  rules: Pick<Handlers<'rules'>, 'rule.try' | 'rule.add'>,
): Handlers<'proposals'> {
  const now = () => toInstant(clock.now());

  async function triedRules(
    { accountId, rules: proposedRules }: ProposalInput,
    signal: AbortSignal,
  ): Promise<ProposedChanges['rules']> {
    const tried = [];
    for (const { applyToOld = false, ...rule } of proposedRules) {
      if (rule.category.trim() === '') throw unusable('category', rule.description);
      const trial = await rules['rule.try']({ accountId, rule }, signal, 'page');
      if (trial.problem !== null) throw errorOf(trial.problem);
      if (trial.isEverything) throw unusable('everything', rule.description);
      if (trial.exists) throw unusable('exists', rule.description);
      const { description, category, minAmount = null, maxAmount = null } = rule;
      tried.push({ description, category, minAmount, maxAmount, applyToOld, wouldCategorise: trial.wouldCategorise });
    }
    return tried;
  }

  async function foundRows({ accountId, rows: requestedRows }: ProposalInput): Promise<readonly ProposedRow[]> {
    if (requestedRows.length === 0) return [];
    await sync.freshen(accountId);
    const byId = Map.groupBy((await mirror.load(accountId)).rows, ({ view }) => view.id);
    const found = requestedRows.map(({ id, row, category: chosen }): ProposedRow => {
      const same = byId.get(id) ?? [];
      const target = (row === undefined && same.length === 1 ? same[0] : same.find(({ view }) => view.row === row))
        ?.view;
      if (target === undefined) throw unusable('row', id);
      const { day, description, amount, currency, account, category } = target;
      return { id, row: target.row, day, description, amount, currency, account, category, chosen: chosen ?? '' };
    });
    return found.filter(({ chosen, category }) => chosen !== category);
  }

  function requireProposal(accountId: string, id: string): Proposal<ProposedChanges> {
    const found = findProposal<ProposedChanges>(store, id);
    if (found?.accountId !== accountId) throw createError('agent_proposal_unknown', { proposal: id });
    return found;
  }

  function decide(accountId: string, id: string, state: 'failed' | 'rejected'): Proposal<ProposedChanges> {
    const { state: before } = requireProposal(accountId, id);
    if (!decideProposal(store, id, state, now()))
      throw createError('agent_proposal_decided', {
        state: before === 'applied' || before === 'rejected' ? before : 'other',
      });
    return requireProposal(accountId, id);
  }

  async function write(
    { accountId, changes }: Proposal<ProposedChanges>,
    signal: AbortSignal,
    begun: (runId: string) => void,
  ) {
    const steps = changes.rules.map(
      ({ wouldCategorise: _shown, applyToOld, ...rule }) =>
        async () =>
          (await rules['rule.add']({ accountId, rule, applyToOld }, signal, 'page')).runId,
    );
    if (changes.rows.length > 0) steps.push(async () => sync.setCategories(accountId, changes.rows));
    for (const step of steps) {
      const runId = await step();
      begun(runId);
      const run = await sync.wait(runId);
      const [message = null] = run?.messages ?? [];
      if (run?.status !== 'succeeded') throw message === null ? createError('run_cancelled', {}) : errorOf(message);
    }
  }

  return {
    'proposal.list': ({ accountId }) => listProposals<ProposedChanges>(store, accountId, LISTED).map(toView),
    'proposal.add': async (input, signal) => {
      const { accountId, client, tokenId, reason } = input;
      requireWorkbook(store, accountId);
      if (countOpenProposals(store, accountId) >= MOST_OPEN) throw unusable('many', String(MOST_OPEN));
      const changes = { rules: await triedRules(input, signal), rows: await foundRows(input) };
      if (changes.rules.length + changes.rows.length === 0) throw unusable('empty', '');
      const id = newId('proposal');
      addProposal(store, { id, accountId, proposedAt: now(), client, tokenId, reason, changes });
      announce('agents', accountId);
      return toView(requireProposal(accountId, id));
    },
    'proposal.apply': async ({ accountId, proposalId }, signal) => {
      requireWorkbook(store, accountId);
      const proposal = decide(accountId, proposalId, 'failed');
      const runs: string[] = [];
      let failure: Report | null = null;
      try {
        await write(proposal, signal, (runId) => {
          runs.push(runId);
          saveProposalRuns(store, proposalId, runs, false);
        });
        saveProposalRuns(store, proposalId, runs, true);
      } catch (thrown) {
        failure = reportOf(toPennyrowError(thrown));
      }
      announce('agents', accountId);
      return { proposal: toView(requireProposal(accountId, proposalId)), problem: failure };
    },
    'proposal.reject': ({ accountId, proposalId }) => {
      const rejected = decide(accountId, proposalId, 'rejected');
      announce('agents', accountId);
      return toView(rejected);
    },
  };
}

function unusable(
  reason: 'category' | 'empty' | 'everything' | 'exists' | 'many' | 'row',
  text: string,
): PennyrowError {
  return createError('agent_proposal', { reason: reason === 'row' ? 'other' : reason, text });
}

function toView({ accountId: _own, ...proposal }: Proposal<ProposedChanges>): ProposalView {
  return proposal;
}
