import { expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { lunchFlow } from '../../src/sources/lunch-flow/kind.ts';
import { accessContract } from '../contracts/access-contract.ts';
import { sourceContract } from '../contracts/source-contract.ts';
import { bankWorld, cutsIn, troubleIn, type BankWorld } from '../fakes/banks/bank-world.ts';
import {
  fakeLunchFlow,
  LUNCH_FLOW_HOST,
  type FakeLunchFlow,
  type LunchFlowBooking,
} from '../fakes/banks/lunch-flow.ts';
import { serviceBench, TODAY, type ServiceBench } from '../fakes/banks/source-bench.ts';

const booking = (
  id: string | null,
  date: string,
  amount: number | string,
  changes: Partial<LunchFlowBooking> = {},
): LunchFlowBooking => ({
  id,
  date,
  amount,
  merchant: `Shop ${id}`,
  description: `SHOP ${id} LONDON`,
  isPending: false,
  ...changes,
});

interface AtLunchFlow {
  readonly fake: FakeLunchFlow;
  readonly bench: ServiceBench;
  readonly world: BankWorld;
}

async function atLunchFlow(): Promise<AtLunchFlow> {
  const fake = fakeLunchFlow();
  fake.accounts.push(
    {
      id: 12345,
      name: 'Main account',
      institution: 'Linden Bank',
      currency: 'GBP',
      status: 'ACTIVE',
      balance: 81.5,
      bookings: [
        booking('1', '2026-02-10', -12),
        booking('2', '2026-03-01', '100.00', { merchant: null, description: 'Salary' }),
        booking('3', '2026-03-10', -6.5, { isPending: true }),
        booking('4', '2025-12-01', -1),
      ],
    },
    {
      id: 67890,
      name: 'Main account',
      institution: 'Alder Bank',
      currency: 'USD',
      status: 'ACTIVE',
      balance: 0,
      bookings: [],
    },
  );
  const world = await bankWorld({ [LUNCH_FLOW_HOST]: fake.service });
  return { fake, world, bench: serviceBench(lunchFlow, world, { secret: { key: fake.key } }) };
}

sourceContract('Lunch Flow', async () => {
  const { fake, bench } = await atLunchFlow();
  return { source: await bench.open(), since: '2026-02-01' as CalendarDate, today: TODAY, secrets: [fake.key] };
});

accessContract('Lunch Flow', async () => {
  const { fake, bench, world } = await atLunchFlow();
  return {
    kind: lunchFlow,
    bench,
    requestCount: () => world.seen.length,
    refuse: () => void (fake.refusal = 'key'),
    refusal: 'source_reauthorise',
    ...troubleIn(world),
    cuts: cutsIn(world, /12345\/transactions\?/, {
      'the list is shorter than its total': ({ transactions }) => ({ transactions, total: 1000 }),
      'there is no list': ({ total }) => ({ total }),
    }),
    hasParts: true,
    hasMoments: false,
    secrets: [fake.key],
  };
});

test('accounts of two banks, transactions and balances are read, with amounts as numbers or text', async () => {
  const { bench } = await atLunchFlow();
  const { transactions, balances, completeAccountIds, messages } = await bench.fetch();
  expect(
    transactions.map(
      ({ date, amount, currency, description, status, account }) =>
        `${date} ${amount} ${currency} ${description}, ${status}, ${account.name}`,
    ),
  ).toEqual([
    '2026-02-10 -12.00 GBP SHOP 1 LONDON, posted, Main account (Linden Bank)',
    '2026-03-01 100.00 GBP Salary, posted, Main account (Linden Bank)',
    '2026-03-10 -6.50 GBP SHOP 3 LONDON, pending, Main account (Linden Bank)',
  ]);
  expect(
    balances.map(({ account, kind, amount, currency }) => `${account.name} ${kind} ${amount} ${currency}`),
  ).toEqual(['Main account (Linden Bank) available 81.50 GBP', 'Main account (Alder Bank) available 0.00 USD']);
  expect([completeAccountIds.length, messages]).toEqual([2, []]);
});

test('floating-point noise in an amount is rounded away, and a missing text becomes “No description”', async () => {
  const { fake, bench } = await atLunchFlow();
  fake.accounts[0]?.bookings.push(booking('5', '2026-03-02', -(0.1 + 0.2), { merchant: ' ', description: null }));
  const odd = (await bench.fetch()).transactions.find(({ providerId }) => providerId === '5');
  expect(odd).toMatchObject({ amount: '-0.30', description: 'No description' });
});

test('a pending transaction without an id is left out until it is booked; a booked one without an id is returned', async () => {
  const { fake, bench } = await atLunchFlow();
  fake.accounts[0]?.bookings.push(
    booking('', '2026-03-09', -4, { isPending: true }),
    booking(null, '2026-03-08', -5, { description: 'Kiosk', merchant: 'Kiosk' }),
  );
  const { transactions, completeAccountIds } = await bench.fetch();
  expect(transactions.filter(({ providerId }) => providerId === null)).toMatchObject([{ description: 'Kiosk' }]);
  expect(completeAccountIds).toHaveLength(2);
});

test('an account whose bank requires a reconnection is reported, and its data counts as incomplete', async () => {
  const { fake, bench } = await atLunchFlow();
  Object.assign(fake.accounts[0] ?? {}, { status: 'DISCONNECTED' });
  const { transactions, completeAccountIds, messages, unfinished } = await bench.fetch();
  expect([transactions.length, completeAccountIds.length]).toEqual([3, 1]);
  expect(unfinished).toEqual({ notBeforeMs: null });
  expect(messages).toMatchObject([
    { severity: 'warning', code: 'source_account_stale', message: expect.stringContaining('“DISCONNECTED”') },
  ]);
});

test('a missing balance does not affect the transactions', async () => {
  const { fake, bench } = await atLunchFlow();
  Object.assign(fake.accounts[0] ?? {}, { balance: null });
  const { transactions, balances, messages } = await bench.fetch();
  expect([transactions.length, balances.length]).toEqual([3, 1]);
  expect(messages).toMatchObject([{ code: 'source_balance_unread', message: expect.stringContaining('No balance') }]);
});

test.each([
  ['key', 'source_reauthorise', 'Authentication required'],
  ['payment', 'source_payment', 'subscription has ended'],
  ['subscription', 'source_reauthorise', 'does not include API access'],
] as const)('a request rejected for its %s is reported with Lunch Flow’s message', async (refusal, code, words) => {
  const { fake, bench } = await atLunchFlow();
  fake.refusal = refusal;
  await expect(bench.fetch()).rejects.toMatchObject({ code, params: { words: expect.stringContaining(words) } });
});
