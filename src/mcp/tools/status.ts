import * as z from 'zod/mini';
import { createError } from '../../platform/errors.ts';
import { described } from '../../contract/described.ts';
import { defineTool, amount, asOf, day, withSnakeCase } from '../tool.ts';
import type { BalanceView, ProofView } from '../../contract/control/balances.ts';

const moment = z.nullable(z.string());

export const status = defineTool({
  name: 'status',
  title: 'Connections, and what needs attention',
  description:
    'The state of Pennyrow: each bank connection with its last successful sync and its problem, the next scheduled sync, and everything that needs attention, with the steps to solve it.',
  input: z.strictObject({}),
  output: z.object({
    health: described(z.enum(['ok', 'attention']), 'attention: the user must act; see needs_attention.'),
    needs_attention: z.array(
      z.object({ about: z.string(), code: z.string(), message: z.string(), remedy: z.nullable(z.string()) }),
    ),
    workbook: described(z.nullable(z.string()), 'The name of the spreadsheet; null if none is connected.'),
    connections: z.array(
      z.object({
        name: z.string(),
        kind: z.string(),
        paused: z.boolean(),
        last_success_at: moment,
        synced_until: described(z.nullable(z.string()), 'The last day with fetched transactions.'),
        next_try_at: moment,
        consent_ends_at: moment,
        problem: z.nullable(z.string()),
      }),
    ),
    last_run: z.nullable(z.object({ id: z.string(), status: z.string(), finished_at: moment, added: z.int() })),
    next_run_at: moment,
    schedule: z.enum(['none', 'paused', 'on']),
    can_sync: described(z.boolean(), 'True if there is a source to sync.'),
    running: z.boolean(),
    as_of: moment,
  }),
  async run({ control, accountId }) {
    const { accounts } = await control.call('service.status', {});
    const account = accounts.find(({ id }) => id === accountId);
    if (account === undefined) throw createError('account_unknown', { account: accountId, known: null });
    const connections = await control.call('connection.list', { accountId });
    return {
      ...withSnakeCase(account),
      needs_attention: [...account.notes],
      connections: connections.map(({ source, health, ...connection }) => ({
        ...withSnakeCase(connection),
        ...withSnakeCase(health),
        kind: source,
        problem: health.problem === null ? null : `${health.problem.message} ${health.problem.remedy ?? ''}`.trim(),
      })),
      last_run: account.lastRun && withSnakeCase(account.lastRun),
    };
  },
});

const account = z.object({
  account_id: z.string(),
  name: z.string(),
  currency: z.nullable(z.string()),
  rows: described(z.int(), 'The number of rows in the spreadsheet.'),
  balance: described(z.nullable(amount), 'The latest balance from the bank; null if the bank states none.'),
  balance_date: z.nullable(day),
  available: described(z.nullable(amount), 'The available amount.'),
  state: described(
    z.enum(['proven', 'differs', 'unproven', 'no_balance']),
    'proven: the rows add up to the bank’s balances, to the cent. differs: they do not. unproven: the bank has not stated enough balances yet. no_balance: the bank states none.',
  ),
  proven_from: z.nullable(day),
  proven_until: z.nullable(day),
  difference: described(
    z.nullable(amount),
    "The bank's balance minus the sum of the rows; negative if the rows add up to too much.",
  ),
  explanation: z.nullable(z.string()),
  possible_causes: described(z.array(z.string()), 'The most likely cause first; empty if the account adds up.'),
  last_synced_at: z.nullable(z.string()),
});

export const accounts = defineTool({
  name: 'accounts',
  title: 'Bank accounts and balances',
  description:
    'Each bank account with its latest balance, compared with the rows of the spreadsheet: the day until which they are proven, or the difference and its possible causes. Answers "does my account add up?".',
  input: z.strictObject({}),
  output: z.object({
    accounts: z.array(account),
    totals: z.array(z.object({ currency: z.string(), balance: amount, accounts: z.int() })),
    as_of: asOf,
  }),
  async run({ control, accountId }) {
    const { balances, totals, asOf } = await control.call('balance.list', { accountId });
    const facets = await control.call('transaction.facets', { accountId });
    const rowsOf = (id: string): number => facets.accounts.find((account) => account.id === id)?.count ?? 0;
    const others = facets.accounts.filter(({ id }) => balances.every(({ bankAccountId }) => bankAccountId !== id));
    return {
      accounts: [
        ...balances.map((balance) => ({ ...viewOf(balance), rows: rowsOf(balance.bankAccountId) })),
        ...others.map(({ id, name, count }) => ({ ...WITHOUT_BALANCE, account_id: id, name, rows: count })),
      ],
      totals: totals.map(({ currency, amount: balance, accounts }) => ({ currency, balance, accounts })),
      as_of: asOf,
    };
  },
});

const WITHOUT_BALANCE = {
  currency: null,
  balance: null,
  balance_date: null,
  available: null,
  state: 'no_balance' as const,
  proven_from: null,
  proven_until: null,
  difference: null,
  explanation: null,
  possible_causes: [],
  last_synced_at: null,
};

function viewOf({ bankAccountId, name, currency, latest, available, proof, lastSyncedAt }: BalanceView) {
  return {
    account_id: bankAccountId,
    name,
    currency,
    balance: latest?.amount ?? null,
    balance_date: latest?.day ?? null,
    available: available?.amount ?? null,
    ...proofOf(proof),
    explanation: [proof.message, proof.remedy].filter(Boolean).join(' '),
    last_synced_at: lastSyncedAt,
  };
}

function proofOf(proof: ProofView) {
  const nothing = { proven_from: null, proven_until: null, difference: null, possible_causes: [] };
  if (proof.state === 'unproven') return { ...nothing, state: proof.state };
  if (proof.state === 'proven')
    return { ...nothing, state: proof.state, proven_from: proof.from, proven_until: proof.until };
  // The output has room for one range: the proven days before the first difference, not those between two differences.
  const before = proof.proven.find(({ until }) => until <= proof.since);
  return {
    state: proof.state,
    proven_from: before?.from ?? null,
    proven_until: before?.until ?? null,
    difference: proof.by,
    possible_causes: proof.differences
      .flatMap(({ candidates }) => candidates.map(({ message }) => message))
      .slice(0, 10),
  };
}
