import { expect, test } from 'vitest';
import { upBank } from '../../src/sources/up-bank/kind.ts';
import { bankWorld, cutsIn, troubleIn, type BankWorld, type JsonBody } from '../fakes/banks/bank-world.ts';
import { serviceBench, TODAY, type ServiceBench } from '../fakes/banks/source-bench.ts';
import { fakeUp, UP_HOST, type FakeUp, type UpBooking } from '../fakes/banks/up.ts';
import { accessContract } from '../contracts/access-contract.ts';
import { sourceContract } from '../contracts/source-contract.ts';
import { addAmounts, type Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';

const booking = (id: string, createdAt: string, amount: string, changes: Partial<UpBooking> = {}): UpBooking => ({
  id,
  createdAt,
  settledAt: createdAt,
  amount,
  description: `Shop ${id}`,
  rawText: `SHOP ${id} 3000 AUS`,
  message: null,
  ...changes,
});

async function atUp(): Promise<{ readonly fake: FakeUp; readonly bench: ServiceBench; readonly world: BankWorld }> {
  const fake = fakeUp();
  fake.accounts.push(
    {
      id: 'aaaa-1',
      displayName: 'Spending',
      balance: '81.50',
      bookings: [
        booking('1', '2026-02-10T08:00:00+11:00', '-12.00'),
        booking('2', '2026-03-01T09:30:00+11:00', '100.00', { message: 'Rent back' }),
        booking('3', '2026-03-10T07:00:00+11:00', '-6.50', { settledAt: null }),
      ],
    },
    { id: 'bbbb-2', displayName: 'Holiday 🏝', balance: '0.00', bookings: [] },
  );
  const world = await bankWorld({ [UP_HOST]: fake.service });
  const bench = serviceBench(upBank, world, {
    secret: { token: fake.token },
    timeZone: 'Australia/Melbourne',
  });
  return { fake, bench, world };
}

sourceContract('Up', async () => {
  const { fake, bench } = await atUp();
  return { source: await bench.open(), since: '2026-02-01' as CalendarDate, today: TODAY, secrets: [fake.token] };
});

accessContract('Up', async () => {
  const { fake, bench, world } = await atUp();
  return {
    kind: upBank,
    bench,
    requestCount: () => world.seen.length,
    refuse: () => void (fake.isOpen = false),
    refusal: 'source_reauthorise',
    ...troubleIn(world),
    cuts: cutsIn(world, /aaaa-1\/transactions\?/, {
      'the next page is on another host': withNext('https://api.up.example/api/v1/accounts/aaaa-1/transactions?x=1'),
      'the next page is on an insecure address': withNext('http://api.up.com.au/api/v1/accounts/aaaa-1/transactions'),
      'the next page is of another version': withNext('https://api.up.com.au/api/v2/accounts/aaaa-1/transactions'),
      'the next page is a path': withNext('/api/v1/accounts/aaaa-1/transactions?page[after]=MQ'),
      'the next page is no address': withNext({ after: 'MQ' }),
      'the next page is the same one again': withNext('https://api.up.com.au/api/v1/accounts/aaaa-1/transactions?x=1'),
      'there are no links': ({ data }) => ({ data }),
      'there is no list': ({ links }) => ({ links }),
    }),
    hasParts: true,
    hasMoments: true,
    secrets: [fake.token],
  };
});

function withNext(next: unknown): (body: JsonBody) => JsonBody {
  return (body) => ({ ...body, links: { prev: null, next } });
}

test('accounts, transactions and balances are returned as Up shows them', async () => {
  const { bench } = await atUp();
  const { transactions, balances, completeAccountIds, messages } = await bench.fetch();
  expect(
    transactions.map(
      ({ date, amount, currency, description, status, account }) =>
        `${date} ${amount} ${currency} ${description}, ${status}, ${account.name}`,
    ),
  ).toEqual([
    '2026-02-10 -12.00 AUD Shop 1, posted, Spending',
    '2026-03-01 100.00 AUD Shop 2 - Rent back, posted, Spending',
    '2026-03-10 -6.50 AUD Shop 3, pending, Spending',
  ]);
  expect(balances.map(({ account, kind, amount, date }) => `${account.name} ${kind} ${amount} ${date}`)).toEqual([
    'Spending available 81.50 2026-03-10',
    'Holiday 🏝 available 0.00 2026-03-10',
  ]);
  expect([completeAccountIds.length, messages]).toEqual([2, []]);
});

test('a pending transaction keeps its id and its day when it is posted', async () => {
  const { fake, bench } = await atUp();
  const pendingTransaction = (await bench.fetch()).transactions.at(-1);
  const [, , third] = fake.accounts[0]?.bookings ?? [];
  Object.assign(third ?? {}, { settledAt: '2026-03-12T01:00:00+11:00', amount: '-7.10' });
  const settled = (await bench.fetch()).transactions.at(-1);
  expect([pendingTransaction?.providerId, pendingTransaction?.date, pendingTransaction?.status]).toEqual([
    '3',
    '2026-03-10',
    'pending',
  ]);
  expect([settled?.providerId, settled?.date, settled?.status]).toEqual(['3', '2026-03-10', 'posted']);
});

test('the transactions add up to the balances, including round-ups, boosts and cashback', async () => {
  const { fake, bench } = await atUp();
  const [spending, saver] = fake.accounts;
  // Both accounts begin with a balance of zero.
  spending?.bookings.push(
    booking('4', '2026-03-02T08:00:00+11:00', '-4.50', { roundUp: '-0.50' }),
    booking('5', '2026-03-03T08:00:00+11:00', '-3.20', { roundUp: '-1.80', boost: '-1.00' }),
    booking('6', '2026-03-04T08:00:00+11:00', '-20.00', { cashback: '5.00' }),
  );
  saver?.bookings.push(
    booking('7', '2026-03-02T08:00:00+11:00', '0.50', { description: 'Round Up' }),
    booking('8', '2026-03-03T08:00:00+11:00', '1.80', { description: 'Round Up' }),
  );
  Object.assign(spending ?? {}, { balance: '56.50' });
  Object.assign(saver ?? {}, { balance: '2.30' });
  const { transactions, balances } = await bench.fetch();
  const sumOf = (id: string): Amount =>
    transactions
      .filter(({ account }) => account.id === id)
      .map(({ amount }) => amount)
      .reduce(addAmounts, '0.00' as Amount);
  expect(balances.map(({ account, amount }) => [account.name, amount, sumOf(account.id)])).toEqual([
    ['Spending', '56.50', '56.50'],
    ['Holiday 🏝', '2.30', '2.30'],
  ]);
  expect(transactions.filter(({ formerAmount }) => formerAmount !== undefined)).toMatchObject([
    { amount: '-5.00', formerAmount: '-4.50' },
    { amount: '-5.00', formerAmount: '-3.20' },
    { amount: '-15.00', formerAmount: '-20.00' },
  ]);
});

test('a message says once that rows older than the fetch keep the amounts from an earlier version of Pennyrow', async () => {
  const { fake, bench } = await atUp();
  const codes = async () => (await bench.fetch()).messages.map(({ code }) => code);
  bench.writtenUntilMs = bench.clock.now();
  expect(await codes()).toEqual([]);
  fake.accounts[0]?.bookings.push(booking('4', '2026-03-02T08:00:00+11:00', '-4.50', { roundUp: '-0.50' }));
  expect([await codes(), await codes()]).toEqual([['source_amounts_corrected'], []]);
  bench.settings = {};
  bench.writtenUntilMs = 0;
  expect([await codes(), await codes()]).toEqual([[], []]);
});

test('a purchase with an unreadable round-up is left out and reported', async () => {
  const { fake, bench } = await atUp();
  fake.accounts[0]?.bookings.push(booking('4', '2026-03-02T08:00:00+11:00', '-4.50', { roundUp: 'half' }));
  const { transactions, completeAccountIds, messages } = await bench.fetch();
  expect([transactions.length, completeAccountIds.length]).toEqual([3, 1]);
  expect(messages).toMatchObject([{ code: 'source_transaction_unreadable', severity: 'problem' }]);
});

test('all pages are read, and links to other hosts are not followed', async () => {
  const { fake, bench } = await atUp();
  fake.mostOnPage = 1;
  expect((await bench.fetch()).transactions).toHaveLength(3);
  expect(bench.archived.filter(({ request }) => request.startsWith('accounts/aaaa-1'))).toHaveLength(3);
});

test('a token that Up rejects is reported with Up’s message, and a new one is required', async () => {
  const { fake, bench } = await atUp();
  fake.isOpen = false;
  await expect(bench.fetch()).rejects.toMatchObject({
    code: 'source_reauthorise',
    params: { host: UP_HOST, access: 'key', words: expect.stringContaining('no valid credential') },
  });
});

test('when the daily requests are used up, the received transactions are kept, and the missing ones are fetched later', async () => {
  const { bench } = await atUp();
  bench.places = 2;
  const { transactions, completeAccountIds, unfinished, messages } = await bench.fetch();
  expect([transactions.length, completeAccountIds.length]).toEqual([3, 1]);
  expect(unfinished?.notBeforeMs).toBe(bench.clock.now() + 3_600_000);
  expect(messages).toMatchObject([{ code: 'source_account_unread', message: expect.stringContaining('Holiday') }]);
});

test('the transactions on pages before a failing page are kept, and the missing ones are requested again', async () => {
  const { fake, bench, world } = await atUp();
  fake.mostOnPage = 1;
  world.faults.push('none', 'none', 'none', { status: 429, headers: { 'Retry-After': '600' } });
  const { transactions, completeAccountIds, messages, unfinished } = await bench.fetch();
  expect(transactions.map(({ providerId }) => providerId)).toEqual(['3']);
  expect([completeAccountIds, unfinished]).toEqual([[], { notBeforeMs: bench.clock.now() + 600_000 }]);
  expect(messages).toMatchObject([
    { code: 'source_account_partial', severity: 'problem', message: expect.stringMatching(/^Spending: Only a part/) },
  ]);
});

test('a failing account is reported and requested again, and all other accounts are returned', async () => {
  const { bench, world } = await atUp();
  world.faults.push('none', { status: 500 }, 'none');
  const { transactions, completeAccountIds, messages, unfinished } = await bench.fetch();
  expect([transactions.length, completeAccountIds.length, unfinished]).toEqual([0, 1, { notBeforeMs: null }]);
  expect(messages).toMatchObject([
    { code: 'source_account_unread', message: expect.stringMatching(/^Spending: api.up.com.au .*status 500/) },
  ]);
});
