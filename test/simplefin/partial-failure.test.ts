import { expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { toPennyrowError } from '../../src/platform/errors.ts';
import type { Fetched } from '../../src/sources/source.ts';
import { noon } from '../fakes/simplefin/bank.ts';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { sourceBench } from '../fakes/simplefin/source.ts';

const codes = ({ messages }: Fetched): string[] => messages.map(({ code }) => code);

const problemOf = (fetching: Promise<unknown>) =>
  fetching.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (thrown: unknown) => toPennyrowError(thrown),
  );

/** Ids of accounts by their displayed names. */
function idsByName({ transactions }: Fetched): Record<string, string> {
  return Object.fromEntries(transactions.map(({ account }) => [account.name, account.id]));
}

test('a bank that requires a new sign-in is reported, whatever the language of its message, and all other banks are returned', async () => {
  const server = await fakeSimplefin();
  server.bank.errors = [{ code: 'con.auth', msg: 'Bitte melden Sie sich neu an', conn_id: 'CON-harbour' }];
  const result = await sourceBench(server).fetch();
  expect(result.messages).toEqual([
    {
      severity: 'problem',
      code: 'source_bank_reauthorise',
      message: 'Harbour Union: Bitte melden Sie sich neu an',
      remedy: expect.stringContaining('connect this bank again'),
      params: expect.objectContaining({ about: 'Harbour Union', synced: true }),
    },
  ]);
  const ids = idsByName(result);
  expect(new Set(result.completeAccountIds)).toEqual(new Set([ids['Everyday ••4321'], ids['Savings']]));
  expect(result.unfinished).toEqual({ notBeforeMs: null });
});

test.each([
  ['con.something.new', {}, 'source_bank_failed', 'problem', ['Everyday ••4321', 'Savings']],
  ['act.failed', { account_id: 'ACT-1' }, 'source_account_failed', 'problem', ['Everyday ••4321', 'Savings']],
  ['act.missingdata', { account_id: 'ACT-1' }, 'source_account_incomplete', 'warning', ['Everyday ••4321', 'Savings']],
  ['act.other', { account_id: 'ACT-1' }, 'source_account_failed', 'problem', ['Everyday ••4321', 'Savings']],
  ['con.auth.mfa', {}, 'source_bank_reauthorise', 'problem', ['Everyday ••4321', 'Savings']],
])('%s affects only the account that it names', async (code, about, expected, severity, complete) => {
  const server = await fakeSimplefin();
  server.bank.errors = [{ code, msg: 'Something', conn_id: 'CON-harbour', ...about }];
  const result = await sourceBench(server).fetch();
  expect(result.messages).toMatchObject([
    { code: expected, severity, message: expect.stringMatching(/^Harbour Union.*: Something$/) },
  ]);
  expect(new Set(result.completeAccountIds)).toEqual(new Set(complete.map((name) => idsByName(result)[name])));
  expect(result.transactions).toHaveLength(5);
});

test.each(['gen.', 'gen.api', 'unheard.of', 'gen.new'])('no account is marked as complete after %s', async (code) => {
  const server = await fakeSimplefin();
  server.bank.errors = [{ code, msg: 'General trouble' }];
  const result = await sourceBench(server).fetch();
  expect(codes(result)).toEqual([code === 'gen.api' ? 'source_limit' : 'source_server_message']);
  expect(result.completeAccountIds).toEqual([]);
  expect(result.transactions).toHaveLength(5);
});

test('each message of protocol version 1 is shown once, with the bank that it mentions, and no account counts as complete', async () => {
  const server = await fakeSimplefin({ versions: ['1.0'] });
  server.bank.errors = [
    { code: '', msg: 'Connection to Linden Bank may need\u0007 attention\n' },
    { code: '', msg: 'x'.repeat(5000) },
  ];
  const result = await sourceBench(server).fetch({ since: '2025-03-11' as CalendarDate });
  const problems = result.messages.filter(({ severity }) => severity === 'problem');
  expect(problems).toHaveLength(2);
  expect(problems[0]).toMatchObject({
    code: 'source_bank_reauthorise',
    message: 'Linden Bank: Connection to Linden Bank may need attention',
    remedy: expect.stringContaining(`Sign in at ${server.origin} `),
  });
  expect(problems[1]?.message).toMatch(/^localhost:\d+: x+…$/);
  expect(problems[1]?.message.length).toBeLessThan(400);
  expect(result.completeAccountIds).toEqual([]);
});

test('a response with only errors is a failure, with its cause and remedy', async () => {
  const server = await fakeSimplefin();
  server.bank.accounts.length = 0;
  server.bank.errors = [{ code: 'gen.auth', msg: 'No more' }];
  expect(await problemOf(sourceBench(server).fetch())).toMatchObject({
    code: 'source_reauthorise',
    message: expect.stringContaining('No more'),
    remedy: expect.stringContaining('connection reauthorise'),
  });
  server.bank.errors = [{ code: 'gen.maintenance', msg: 'Back at noon' }];
  expect(await problemOf(sourceBench(server).fetch())).toMatchObject({
    code: 'source_server_message',
    message: expect.stringContaining('Back at noon'),
  });
});

test('credentials that give access to no account cause a message with a remedy', async () => {
  const server = await fakeSimplefin();
  server.bank.accounts.length = 0;
  expect(codes(await sourceBench(server).fetch())).toEqual(['source_no_accounts']);
});

test('unreadable entries are left out and reported, and all readable ones are returned', async () => {
  const server = await fakeSimplefin();
  const [everyday, savings] = server.bank.accounts;
  everyday?.transactions.push(
    { id: '', posted: noon('2026-03-09'), amount: '-1.00', description: 'no id' },
    { id: 'T-8', posted: noon('2026-03-09'), amount: '1,234', description: 'a comma' },
    { id: 'T-9', posted: noon('2026-03-09'), amount: '1e3', description: 'an exponent' },
  );
  if (savings !== undefined)
    savings.extra = {
      transactions: [
        null,
        7,
        { id: 'T-2', posted: 'yesterday', amount: '1.00' },
        { id: 'T-3', posted: noon('2026-03-09'), amount: 5.25, unknown: { field: true } },
      ],
    };
  const result = await sourceBench(server).fetch();
  expect(result.messages).toMatchObject([
    {
      code: 'source_transaction_unreadable',
      message: 'Everyday ••4321: 3 transactions are left out, the first one since it has no id.',
    },
    { code: 'source_transaction_unreadable', message: expect.stringContaining('Savings: 3 transactions are left out') },
  ]);
  const { completeAccountIds } = result;
  expect(completeAccountIds).toHaveLength(1);
  const odd = result.transactions.find(({ account }) => account.name === 'Savings');
  expect(odd).toMatchObject({ amount: '5.25', description: 'No description', raw: { unknown: { field: true } } });
});

test('an account without a bank is reported, and all other accounts are returned', async () => {
  const server = await fakeSimplefin();
  const [first] = server.bank.accounts;
  if (first !== undefined) first.extra = { conn_id: null };
  const result = await sourceBench(server).fetch();
  expect(codes(result)).toEqual(['source_account_unreadable']);
  expect(new Set(result.transactions.map(({ account }) => account.name))).toEqual(new Set(['Savings', 'Card ••8830']));
});
