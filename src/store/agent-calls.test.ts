import { expect, it } from 'vitest';
import { AT, storeWithAccount } from '../../test/support/store-with-account.ts';
import { addAgentCall, listAgentCalls } from './agent-calls.ts';
import { addToken } from './tokens.ts';

const call = { at: AT, client: 'Agent 1.0', tokenId: null, input: '{}', problem: null };

it('calls are listed newest first, page by page, with the name of a token that is still there', () => {
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

it('only the newest calls of an account are kept', () => {
  const store = storeWithAccount();
  for (let number = 1; number <= 5; number += 1) addAgentCall(store, 'a', { ...call, tool: `tool ${number}` }, 3);
  expect(listAgentCalls(store, 'a', { limit: 10 }).map(({ tool }) => tool)).toEqual(['tool 5', 'tool 4', 'tool 3']);
});
