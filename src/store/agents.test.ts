import { expect, it } from 'vitest';
import { AT, storeWithAccount } from '../../test/support/store-with-account.ts';
import {
  addAgentCall,
  listAgentCalls,
  addProposal,
  countOpenProposals,
  decideProposal,
  findProposal,
  listProposals,
  saveProposalRuns,
} from './agents.ts';
import { addToken } from './tokens.ts';

const call = { at: AT, client: 'Agent 1.0', tokenId: null, input: '{}', problem: null };

it('listAgentCalls() returns pages of calls, newest first, each with the name of its token, or null for a deleted token', () => {
  const store = storeWithAccount();
  addToken(store, {
    id: 't',
    accountId: 'a',
    name: 'Report',
    scopes: ['read'],
    createdAt: AT,
    expiresAt: null,
    secretHash: Buffer.alloc(32),
  });
  const problem = { code: 'agent_cursor', message: 'No.', remedy: null };
  addAgentCall(store, 'a', { ...call, tool: 'accounts', tokenId: 't' });
  addAgentCall(store, 'a', { ...call, tool: 'rules', tokenId: 'gone', problem });
  const [last, first] = listAgentCalls(store, 'a', { limit: 10 });
  expect([last, first]).toMatchObject([
    { tool: 'rules', tokenId: 'gone', tokenName: null, problem },
    { tool: 'accounts', tokenId: 't', tokenName: 'Report', problem: null },
  ]);
  expect(listAgentCalls(store, 'a', { limit: 1, before: last?.id })).toEqual([first]);
  expect(listAgentCalls(store, 'b', { limit: 10 })).toEqual([]);
});

it('addAgentCall() deletes the oldest calls of the account above the limit', () => {
  const store = storeWithAccount();
  for (let number = 1; number <= 5; number += 1) addAgentCall(store, 'a', { ...call, tool: `tool ${number}` }, 3);
  expect(listAgentCalls(store, 'a', { limit: 10 }).map(({ tool }) => tool)).toEqual(['tool 5', 'tool 4', 'tool 3']);
});

const proposal = {
  accountId: 'a',
  proposedAt: AT,
  client: null,
  tokenId: null,
  reason: 'Tidy up',
  changes: { rules: [] },
};

it('a proposal can be decided only once, and is applied only when all its changes are written', () => {
  const store = storeWithAccount();
  addProposal(store, { ...proposal, id: 'one' });
  addProposal(store, { ...proposal, id: 'two' });
  expect(countOpenProposals(store, 'a')).toBe(2);
  expect(decideProposal(store, 'one', 'failed', AT)).toBe(true);
  expect(decideProposal(store, 'one', 'rejected', AT)).toBe(false);
  expect(findProposal(store, 'one')).toMatchObject({ state: 'failed', decidedAt: AT, runs: [] });
  saveProposalRuns(store, 'one', ['run'], false);
  expect(findProposal(store, 'one')).toMatchObject({ state: 'failed', runs: ['run'] });
  saveProposalRuns(store, 'one', ['run', 'last'], true);
  expect(findProposal(store, 'one')).toMatchObject({ state: 'applied', runs: ['run', 'last'], changes: { rules: [] } });
  expect(listProposals(store, 'a', 10).map(({ id }) => id)).toEqual(['two', 'one']);
  expect(findProposal(store, 'three')).toBeNull();
});
