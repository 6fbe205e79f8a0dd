import type { AgentCallView } from '../../contract/control/agents.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { createError } from '../../platform/errors.ts';
import { isEntitled, requireAccount } from '../../store/accounts.ts';
import { addAgentCall, listAgentCalls, type AgentCall } from '../../store/agents.ts';
import { takeSyncSlot } from '../../store/limits.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireRun, startedRun } from '../handler.ts';
import { requestSync } from './runs.ts';
import { readSettings } from '../settings.ts';

const PAGE = 50;

export function agentHandlers({ store, clock, sync, defaults, announce }: Collaborators): Handlers<'agents'> {
  /** Throws if the plan has ended or too many syncs were started, so that an agent in a loop does not use up a bank's limit. */
  function takeSlot(accountId: string): void {
    const { entitlement } = requireAccount(store, accountId);
    const now = clock.now();
    if (!isEntitled(entitlement, now))
      throw createError('account_plan_ended', { plan: entitlement.kind === 'trial' ? 'trial' : 'other' });
    const { syncsPerHour: perHour, syncsPerDay: perDay } = readSettings(store, defaults.syncLimits);
    const wait = takeSyncSlot(store, accountId, now, { perHour, perDay });
    if (wait !== null) throw createError('agent_limit', { perHour, perDay, wait: wait.retryAfterSeconds * 1000 });
  }

  return {
    'agent.calls': ({ accountId, limit = PAGE, before }) =>
      listAgentCalls(store, accountId, { limit, before }).map(toView),
    'agent.record': ({ accountId, ...call }) => {
      addAgentCall(store, accountId, { ...call, at: toInstant(clock.now()) });
      announce('agents', accountId);
      return null;
    },
    'agent.mayAskBanks': ({ accountId }) => {
      takeSlot(accountId);
      return null;
    },
    'agent.sync': ({ accountId }) => {
      takeSlot(accountId);
      return requestSync(sync, accountId, 'agent');
    },
    'agent.undo': ({ accountId, runId }) => {
      // The agent's token is for one account, so a run of another account counts as unknown.
      if (requireRun(store, runId).accountId !== accountId) throw createError('run_unknown', { run: runId });
      return startedRun(sync.undo(runId, 'agent'));
    },
  };
}

function toView({ tokenId, tokenName, ...call }: AgentCall): AgentCallView {
  return { ...call, token: tokenId === null ? null : { id: tokenId, name: tokenName } };
}
