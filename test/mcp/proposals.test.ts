import { describe, expect, it } from 'vitest';
import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import { controlAddress } from '../../src/control/socket/address.ts';
import { connectSocket, type SocketClient } from '../../src/control/socket/client.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { agentOverHttps, agentOverStdio, ask, ERAS, refusal, servedTo } from './agents.ts';

interface Proposed {
  readonly proposal_id: string;
  readonly state: string;
  readonly run_ids: readonly string[];
}

interface Found {
  readonly transactions: readonly {
    readonly id: string;
    readonly row: number;
    readonly category: string;
    readonly description: string;
  }[];
}

/** A service on a folder of the demo bank. */
const served = sharedByTests(async () => servedTo(await demoFolder(), ['read', 'write']));

describe.each(ERAS)('an agent that speaks MCP %s and whose program can ask the user', (era) => {
  let answerOf: (message: string) => ElicitResult;
  const agentThatAsks = sharedByTests(async () =>
    agentOverStdio(await demoFolder(), ['--allow-writes'], { era, elicit: (message) => answerOf(message) }),
  );

  it('writes the confirmed changes exactly as shown, and each run can be undone', async () => {
    const questions: string[] = [];
    answerOf = (message) => {
      questions.push(message);
      return { action: 'accept', content: { confirm: true } };
    };
    const agent = await agentThatAsks();
    const [row] = await oldestTransactions(agent);
    const proposed = await ask<Proposed>(agent, 'propose_changes', {
      reason: 'Tidy up',
      rules: [{ description: 'A NEW SHOP', category: 'Household', max_amount: '-5' }],
      categories: [{ id: row?.id, row: row?.row, category: 'Leisure' }],
    });
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain('Add the rule “A NEW SHOP” → Household (amounts from −∞ to -5)');
    expect(questions[0]).toContain(`${row?.category} → Leisure`);
    expect(proposed).toMatchObject({ state: 'applied', rules: 1, categories: 1, run_ids: { length: 2 } });
    expect(await ask(agent, 'rules')).toMatchObject({
      rules: expect.arrayContaining([expect.objectContaining({ description: 'A NEW SHOP', max_amount: '-5.00' })]),
    });
    expect((await oldestTransactions(agent))[0]).toMatchObject({ id: row?.id, category: 'Leisure' });
    await ask(agent, 'undo_run', { run_id: proposed.run_ids[1] });
    expect((await oldestTransactions(agent))[0]).toMatchObject({ id: row?.id, category: row?.category });
  });

  it('clears a category only if the agent sends null', async () => {
    answerOf = () => ({ action: 'accept', content: { confirm: true } });
    const agent = await agentThatAsks();
    const [, row] = await oldestTransactions(agent);
    expect(row?.category).not.toBe('');
    const categories = [{ id: row?.id, row: row?.row, category: null }];
    const { run_ids: runs } = await ask<Proposed>(agent, 'propose_changes', { reason: 'Tidy up', categories });
    expect((await oldestTransactions(agent))[1]).toMatchObject({ id: row?.id, category: '' });
    await ask(agent, 'undo_run', { run_id: runs[0] });
  });

  it('writes nothing if the answer is no, is missing, or lacks the confirmation', async () => {
    const answers: ElicitResult[] = [
      { action: 'decline' },
      { action: 'accept', content: { confirm: false } },
      { action: 'cancel' },
    ];
    answerOf = () => answers.shift() ?? { action: 'accept', content: { confirm: true } };
    const agent = await agentThatAsks();
    const before = await ask(agent, 'rules');
    for (const [category, state] of Object.entries({ Household: 'rejected', Leisure: 'rejected', Health: 'open' })) {
      const changes = { reason: 'Tidy up', rules: [{ description: 'ANOTHER SHOP', category }] };
      expect(await ask<Proposed>(agent, 'propose_changes', changes)).toMatchObject({ state, run_ids: [] });
      expect(await ask(agent, 'rules')).toEqual(before);
    }
    expect(answers).toEqual([]);
  });

  it('leaves the confirmation of a large change set to a page of the dashboard', async () => {
    answerOf = () => ({ action: 'accept', content: { confirm: true } });
    const agent = await agentThatAsks();
    const found = await ask<Found>(agent, 'find_transactions', { limit: 21, order: 'oldest' });
    const categories = found.transactions.map(({ id, row }) => ({ id, row, category: 'Something new' }));
    expect(await ask(agent, 'propose_changes', { reason: 'Tidy up', categories })).toMatchObject({
      state: 'open',
      categories: 21,
    });
  });
});

it.each([
  ['2026-07-28', 'applied'],
  // Over HTTPS, this revision has no way to ask the user during a request.
  ['2025-11-25', 'open'],
] as const)('over HTTPS in MCP %s, a proposal to a user who would confirm it is %s', async (era, state) => {
  const agent = await agentOverHttps(await served(), {
    era,
    elicit: () => ({ action: 'accept', content: { confirm: true } }),
  });
  const changes = { reason: 'Tidy up', rules: [{ description: `A SHOP OF ${era}`, category: 'Household' }] };
  expect(await ask(agent, 'propose_changes', changes)).toMatchObject({ state });
});

describe('a change set that the user has not confirmed', () => {
  it('waits for the user, is written once, and keeps the user’s later edits', async () => {
    const folder = await demoFolder();
    const agent = await agentOverHttps(await servedTo(folder, ['read', 'write']));
    const person = await personAt(folder);
    const [first, second] = await oldestTransactions(agent);
    const { proposal_id: id, state } = await ask<Proposed>(agent, 'propose_changes', {
      reason: 'Tidy up',
      categories: [first, second].map((row) => ({ id: row?.id, category: 'Leisure' })),
    });
    expect(state).toBe('open');
    expect((await oldestTransactions(agent))[0]?.category).toBe(first?.category);

    const [account] = await person.call('account.list', {});
    const accountId = account?.id ?? '';
    const [shown] = await person.call('proposal.list', { accountId });
    // The user sees texts from the workbook, because the agent sent only ids and categories.
    expect(shown).toMatchObject({
      id,
      state: 'open',
      client: 'test-agent 1.2.3',
      changes: { rows: [{ description: first?.description, chosen: 'Leisure' }, {}] },
    });
    const set = { id: first?.id ?? '', row: first?.row ?? 0, category: first?.category ?? '' };
    const { runId } = await person.call('transaction.setCategory', { accountId, category: 'Health', rows: [set] });
    await person.call('run.wait', { runId });

    const outcomes = await Promise.allSettled([
      person.call('proposal.apply', { accountId, proposalId: id }),
      person.call('proposal.apply', { accountId, proposalId: id }),
    ]);
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await person.call('proposal.list', { accountId })).toMatchObject([
      { state: 'applied', runs: { length: 1 } },
    ]);
    expect((await oldestTransactions(agent)).slice(0, 2)).toMatchObject([
      { category: 'Health' },
      { category: 'Leisure' },
    ]);
    await expect(person.call('proposal.reject', { accountId, proposalId: id })).rejects.toMatchObject({
      code: 'agent_proposal_decided',
    });
  });

  it('is rejected with the reason if it cannot be applied', async () => {
    const agent = await agentOverStdio(await demoFolder(), ['--allow-writes']);
    const [row] = await oldestTransactions(agent);
    const reason = 'Tidy up';
    const propose = (input: object): Promise<string> => refusal(agent, 'propose_changes', { reason, ...input });
    expect(await propose({})).toContain('nothing would change');
    expect(await propose({ categories: [{ id: row?.id, category: row?.category }] })).toContain('nothing would change');
    expect(await propose({ categories: [{ id: 'nowhere', category: 'Leisure' }] })).toContain(
      'no transaction “nowhere”',
    );
    for (const category of ['', ' '])
      expect(await propose({ categories: [{ id: row?.id, category }] })).toContain('categories.0.category');
    expect(await propose({ rules: [{ description: '*', category: 'Leisure' }] })).toContain(
      'would match every transaction',
    );
    expect(await propose({ rules: [{ description: 'SHOP', category: ' ' }] })).toContain('sets no category');
    expect(await propose({ rules: [{ description: '/(/', category: 'Leisure' }] })).toContain('(input_rule)');
    expect(await propose({ rules: [{ description: 'SHOP', category: 'Leisure', min_amount: 'ten' }] })).toContain(
      '(input_rule)',
    );
    const rules = Array.from({ length: 21 }, (_, number) => ({ description: `SHOP ${number}`, category: 'Leisure' }));
    expect(await propose({ rules })).toContain('rules: Too big');
    for (let number = 0; number < 20; number += 1)
      await ask(agent, 'propose_changes', { reason, rules: [{ description: `SHOP ${number}`, category: 'Leisure' }] });
    expect(await propose({ rules: [{ description: 'SHOP', category: 'Leisure' }] })).toContain(
      '20 proposals are waiting',
    );
  });
});

/** The oldest transactions, whose order no sync changes. */
async function oldestTransactions(agent: Client): Promise<Found['transactions']> {
  return (await ask<Found>(agent, 'find_transactions', { limit: 3, order: 'oldest' })).transactions;
}

async function personAt(folder: string): Promise<SocketClient> {
  const client = await connectSocket(controlAddress(folder));
  if (client === null) throw new Error('nobody answers the socket');
  return client;
}
