import { expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { pluggy } from '../../src/sources/pluggy/kind.ts';
import { accessContract } from '../contracts/access-contract.ts';
import { sourceContract } from '../contracts/source-contract.ts';
import { bankWorld, cutsIn, troubleIn, type BankWorld, type JsonBody } from '../fakes/banks/bank-world.ts';
import { fakePluggy, PLUGGY_HOST, type FakePluggy, type PluggyBooking } from '../fakes/banks/pluggy.ts';
import { serviceBench, TODAY, type ServiceBench } from '../fakes/banks/source-bench.ts';

const booking = (
  id: string,
  date: string,
  amount: number | string,
  changes: Partial<PluggyBooking> = {},
): PluggyBooking => ({
  id,
  date,
  type: Number(amount) < 0 ? 'DEBIT' : 'CREDIT',
  amount,
  description: `Loja ${id}`,
  status: 'POSTED',
  ...changes,
});

interface AtPluggy {
  readonly fake: FakePluggy;
  readonly bench: ServiceBench;
  readonly world: BankWorld;
}

async function atPluggy(): Promise<AtPluggy> {
  const fake = fakePluggy();
  fake.lastUpdatedAt = '2026-03-10T09:00:00.000Z';
  fake.accounts.push(
    {
      id: 'a658c848-e475-457b-8565-d1fffba127c4',
      type: 'BANK',
      name: 'Conta Corrente',
      number: '0001/12345-0',
      balance: 81.5,
      bookings: [
        booking('1', '2026-02-10T00:00:00.000Z', -12),
        booking('2', '2026-03-02T02:30:00.000Z', '100.00', {
          paymentData: { payer: { name: 'Acme SA' }, reason: 'Salário' },
        }),
        booking('3', '2026-03-10T13:00:00.000Z', -6.5),
      ],
    },
    {
      id: '4f61bd6d-e6fc-44b2-9c4b-5609058de7ab',
      type: 'CREDIT',
      name: 'Mastercard Platinum',
      number: '4321',
      balance: 142.41,
      bookings: [
        booking('4', '2026-03-05T15:00:00.000Z', 30, {
          type: 'DEBIT',
          status: 'PENDING',
          merchant: { name: 'Padaria' },
        }),
        booking('5', '2026-03-01T15:00:00.000Z', -200, { type: 'CREDIT', description: 'Pagamento recebido' }),
        booking('6', '2026-03-03T15:00:00.000Z', 10, {
          type: 'DEBIT',
          currencyCode: 'USD',
          amountInAccountCurrency: 55.1,
        }),
        booking('7', '2026-04-05T15:00:00.000Z', 30, {
          type: 'DEBIT',
          status: 'PENDING',
          description: 'Loja 4 parcela 2/3',
        }),
      ],
    },
  );
  const world = await bankWorld({ [PLUGGY_HOST]: fake.service });
  const { item, clientId, clientSecret } = fake;
  const bench = serviceBench(pluggy, world, {
    secret: { clientSecret },
    settings: { item, clientId },
    timeZone: 'America/Sao_Paulo',
  });
  fake.now = () => bench.clock.now();
  return { fake, world, bench };
}

sourceContract('Pluggy', async () => {
  const { fake, bench } = await atPluggy();
  return {
    source: await bench.open(),
    since: '2026-02-01' as CalendarDate,
    today: TODAY,
    secrets: [fake.clientSecret, 'eyJhbGci'],
  };
});

accessContract('Pluggy', async () => {
  const { fake, bench, world } = await atPluggy();
  return {
    kind: pluggy,
    bench,
    requestCount: () => world.seen.length,
    refuse: () => Object.assign(fake, { clientSecret: 'another' }).endKeys(),
    refusal: 'source_reauthorise',
    ...troubleIn(world),
    cuts: cutsIn(world, /^\/v2\/transactions\?accountId=a658/, {
      'the next page is a cursor alone': withNext('MjAyNi0wMy0wMS8x'),
      'the next page is on another host': withNext('https://api.pluggy.example/v2/transactions?accountId=1&after=MQ'),
      'the next page is on an insecure address': withNext('http://api.pluggy.ai/v2/transactions?accountId=1&after=MQ'),
      'the next page is of another list': withNext('https://api.pluggy.ai/v3/transactions?accountId=1&after=MQ'),
      'the next page is no address': withNext({ after: 'MQ' }),
      'there is no list': ({ next }) => ({ next }),
    }),
    hasParts: true,
    hasMoments: true,
    secrets: ['7d1e0f9a-1111-4222-8333-444455556666'],
  };
});

function withNext(next: unknown): (body: JsonBody) => JsonBody {
  return (body) => ({ ...body, next });
}

test('transactions have their day in Brazil, card purchases are negative, and installments are returned on their day', async () => {
  const { bench } = await atPluggy();
  const { transactions, completeAccountIds, messages } = await bench.fetch();
  expect(
    transactions.map(
      ({ date, amount, currency, description, status, account: { name } }) =>
        `${date} ${amount} ${currency} ${description}, ${status}, ${name}`,
    ),
  ).toEqual([
    '2026-02-10 -12.00 BRL Loja 1, posted, Conta Corrente ••3450',
    '2026-03-01 100.00 BRL Acme SA - Loja 2 - Salário, posted, Conta Corrente ••3450',
    '2026-03-01 200.00 BRL Pagamento recebido, posted, Mastercard Platinum ••4321',
    '2026-03-03 -55.10 BRL Loja 6, posted, Mastercard Platinum ••4321',
    '2026-03-05 -30.00 BRL Padaria - Loja 4, pending, Mastercard Platinum ••4321',
    '2026-03-10 -6.50 BRL Loja 3, posted, Conta Corrente ••3450',
  ]);
  expect([completeAccountIds.length, messages]).toEqual([2, []]);
});

test('a balance without pending amounts is booked; a card’s debt is negative and not used to reconcile', async () => {
  const { fake, bench } = await atPluggy();
  const stated = async (): Promise<string[]> =>
    (await bench.fetch()).balances.map(({ account: { name }, kind, amount, at }) => `${name} ${kind} ${amount} ${at}`);
  expect(await stated()).toEqual([
    'Conta Corrente ••3450 booked 81.50 2026-03-10T09:00:00.000Z',
    'Mastercard Platinum ••4321 available -142.41 2026-03-10T09:00:00.000Z',
  ]);
  Object.assign(fake.accounts[0] ?? {}, { closingBalance: 90 });
  expect((await stated())[0]).toContain('available 81.50');
});

test.each([true, false])(
  'repeated pages do not duplicate transactions (pages given as complete URLs: %s)',
  async (namesPagesByUrl) => {
    const { fake, bench } = await atPluggy();
    Object.assign(fake, { mostOnPage: 1, repeatsPages: true, namesPagesByUrl });
    const { transactions, completeAccountIds } = await bench.fetch();
    expect(transactions).toHaveLength(6);
    expect(new Set(transactions.map(({ providerId }) => providerId))).toEqual(new Set(['1', '2', '3', '4', '5', '6']));
    expect(completeAccountIds).toHaveLength(2);
  },
);

test('a fetch exchanges the secret for a key once, and again if the key expires during it', async () => {
  const { fake, bench, world } = await atPluggy();
  await bench.fetch();
  expect([fake.keys, bench.archived.some(({ request }) => request === 'auth')]).toEqual([1, false]);
  await bench.fetch({ progress: (done) => (done === 1 ? fake.endKeys() : undefined) });
  expect(fake.keys).toBe(3);
  expect(world.seen.filter(({ url }) => url.pathname === '/auth')).toHaveLength(3);
});

test.each([
  [
    'LOGIN_ERROR',
    { code: 'INVALID_CREDENTIALS', message: 'Invalid credentials.' },
    /connect this bank again there\. What/,
  ],
  [
    'OUTDATED',
    { code: 'USER_AUTHORIZATION_NOT_GRANTED', message: 'The consent was revoked.' },
    /^Sign in at meu\.pluggy\.ai/,
  ],
  ['OUTDATED', { code: 'SITE_NOT_AVAILABLE', message: 'The institution is down.' }, /^api\.pluggy\.ai tries again/],
] as const)(
  'an item that is %s is reported with a remedy, and its data counts as incomplete',
  async (status, error, remedy) => {
    const { fake, bench } = await atPluggy();
    Object.assign(fake, { status, error });
    const { completeAccountIds, messages, unfinished } = await bench.fetch();
    expect([completeAccountIds, messages.length, unfinished]).toEqual([[], 2, { notBeforeMs: null }]);
    expect(messages[0]).toMatchObject({
      code: 'source_account_stale',
      message: expect.stringContaining(error.message),
      remedy: expect.stringMatching(remedy),
    });
  },
);

test.each([
  [
    'a wrong secret',
    { clientId: '99999999-9999-4999-8999-999999999999' },
    'source_reauthorise',
    { words: 'client keys are invalid' },
  ],
  ['an item that no longer exists', { item: '99999999-9999-4999-8999-999999999999' }, 'pluggy_item', {}],
] as const)('%s is reported with a separate error code', async (_, changes, code, params) => {
  const { bench } = await atPluggy();
  bench.settings = { ...bench.settings, ...changes };
  await expect(bench.fetch()).rejects.toMatchObject({ code, params });
});
