import { expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { akahu } from '../../src/sources/akahu/kind.ts';
import { accessContract } from '../contracts/access-contract.ts';
import { sourceContract } from '../contracts/source-contract.ts';
import { AKAHU_HOST, fakeAkahu, type AkahuAccount, type AkahuBooking, type FakeAkahu } from '../fakes/banks/akahu.ts';
import { bankWorld, cutsIn, troubleIn, type BankWorld } from '../fakes/banks/bank-world.ts';
import { serviceBench, TODAY, type ServiceBench } from '../fakes/banks/source-bench.ts';

/** `date` is a time in UTC; in summer, a day of New Zealand begins at 11:00 UTC on the day before. */
const booking = (id: string, date: string, amount: number, changes: Partial<AkahuBooking> = {}): AkahuBooking => ({
  id: `trans_${id}`,
  date,
  amount,
  description: `SHOP ${id}`,
  ...changes,
});

const account = (id: string, changes: Partial<AkahuAccount> = {}): AkahuAccount => ({
  id: `acc_${id}`,
  name: 'Everyday',
  number: '12-3456-0123456-00',
  type: 'CHECKING',
  status: 'ACTIVE',
  balance: { current: 81.5, available: 71.5 },
  refreshed: { balance: '2026-03-09T20:00:00.000Z', transactions: '2026-03-09T20:00:05.000Z' },
  bookings: [],
  pending: [],
  ...changes,
});

interface AtAkahu {
  readonly fake: FakeAkahu;
  readonly bench: ServiceBench;
  readonly world: BankWorld;
}

async function atAkahu(): Promise<AtAkahu> {
  const fake = fakeAkahu();
  const { appToken, userToken } = fake;
  fake.accounts.push(
    account('1', {
      bookings: [
        booking('1', '2026-02-09T11:00:00.000Z', -12),
        booking('2', '2026-02-28T11:00:00.000Z', 100, {
          description: 'ACME LTD',
          meta: { particulars: 'Salary', reference: 'March' },
        }),
        booking('3', '2026-03-09T11:00:00.000Z', -6.5, { merchant: 'Corner Dairy' }),
      ],
      pending: [{ date: '2026-03-09T21:00:00.000Z', amount: -10, description: 'PENDING EFTPOS' }],
    }),
    account('2', { name: 'Visa', number: '4321-****-****-8765', type: 'CREDITCARD', balance: { current: -250.1 } }),
    account('3', { name: 'KiwiSaver', number: null, type: 'KIWISAVER', balance: { current: 12_345.67 } }),
  );
  const world = await bankWorld({ [AKAHU_HOST]: fake.service });
  return {
    fake,
    world,
    bench: serviceBench(akahu, world, { secret: { appToken, userToken }, timeZone: 'Pacific/Auckland' }),
  };
}

sourceContract('Akahu', async () => {
  const { fake, bench } = await atAkahu();
  return {
    source: await bench.open(),
    since: '2026-02-01' as CalendarDate,
    today: TODAY,
    secrets: [fake.appToken, fake.userToken],
  };
});

accessContract('Akahu', async () => {
  const { fake, bench, world } = await atAkahu();
  return {
    kind: akahu,
    bench,
    requestCount: () => world.seen.length,
    refuse: () => void (fake.isOpen = false),
    refusal: 'source_reauthorise',
    ...troubleIn(world),
    cuts: cutsIn(world, /\/transactions\?/, {
      'the cursor is no text': ({ items }) => ({ items, cursor: { next: { page: 2 } } }),
      'the cursor is the same one again': ({ items }) => ({ items, cursor: { next: 'MQ==' } }),
      'there is no list': ({ cursor }) => ({ cursor }),
    }),
    hasParts: true,
    hasMoments: true,
    secrets: [fake.appToken, fake.userToken],
  };
});

test('posted transactions are returned with their day in New Zealand, and pending ones are left out', async () => {
  const { bench, world } = await atAkahu();
  const { transactions, completeAccountIds, messages } = await bench.fetch();
  expect(
    transactions.map(
      ({ date, amount, description, status, account: { name } }) =>
        `${date} ${amount} ${description}, ${status}, ${name}`,
    ),
  ).toEqual([
    '2026-02-10 -12.00 SHOP 1, posted, Everyday ••5600',
    '2026-03-01 100.00 ACME LTD - Salary - March, posted, Everyday ••5600',
    '2026-03-10 -6.50 Corner Dairy - SHOP 3, posted, Everyday ••5600',
  ]);
  expect([completeAccountIds.length, messages]).toEqual([3, []]);
  expect(world.seen.filter(({ url }) => url.pathname.endsWith('/pending'))).toEqual([]);
});

test('a balance counts as booked if Akahu provides the transactions of the account, otherwise as available; debt is negative', async () => {
  const { bench } = await atAkahu();
  const { balances } = await bench.fetch();
  expect(
    balances.map(({ account: { name }, kind, amount, date, at }) => `${name} ${kind} ${amount} ${date} ${at}`),
  ).toEqual([
    'Everyday ••5600 booked 81.50 2026-03-10 2026-03-09T20:00:00.000Z',
    'Everyday ••5600 available 71.50 2026-03-10 2026-03-09T20:00:00.000Z',
    'Visa ••8765 booked -250.10 2026-03-10 2026-03-09T20:00:00.000Z',
    'KiwiSaver available 12345.67 2026-03-10 2026-03-09T20:00:00.000Z',
  ]);
});

test('a balance that is newer than the transactions counts only as available, and one without a time is left out', async () => {
  const { fake, bench } = await atAkahu();
  Object.assign(fake.accounts[0] ?? {}, {
    refreshed: { balance: '2026-03-09T20:00:00.000Z', transactions: '2026-03-08T20:00:00.000Z' },
  });
  Object.assign(fake.accounts[1] ?? {}, { refreshed: {} });
  expect((await bench.fetch()).balances.map(({ kind }) => kind)).toEqual(['available', 'available']);
});

test('each transaction is returned once even if pages are empty or repeated', async () => {
  const { fake, bench } = await atAkahu();
  Object.assign(fake, { mostOnPage: 1, sendsEmptyPages: true, repeatsPages: true });
  const { transactions, completeAccountIds } = await bench.fetch();
  expect(transactions.map(({ providerId }) => providerId)).toEqual(['trans_1', 'trans_2', 'trans_3']);
  expect(completeAccountIds).toHaveLength(3);
});

test('an account that moved to its bank’s official interface keeps its id and the ids of its transactions', async () => {
  const { fake, bench } = await atAkahu();
  const before = await bench.fetch();
  const [moved] = fake.accounts;
  Object.assign(moved ?? {}, { id: 'acc_9', migrated: 'acc_1' });
  for (const one of moved?.bookings ?? []) Object.assign(one, { id: `${one.id}_new`, migrated: one.id });
  const after = await bench.fetch();
  expect(after.completeAccountIds).toEqual(before.completeAccountIds);
  expect(after.transactions.map(({ providerId }) => providerId)).toEqual(
    before.transactions.map(({ providerId }) => providerId),
  );
});

test('an account to which Akahu lost access is reported, and its data counts as incomplete', async () => {
  const { fake, bench } = await atAkahu();
  Object.assign(fake.accounts[0] ?? {}, { status: 'INACTIVE' });
  const { transactions, completeAccountIds, messages, unfinished } = await bench.fetch();
  expect([transactions.length, completeAccountIds.length]).toEqual([3, 2]);
  expect(unfinished).toEqual({ notBeforeMs: null });
  expect(messages).toMatchObject([{ code: 'source_account_stale', remedy: expect.stringContaining('my.akahu.nz') }]);
});

test('a deleted personal app is reported with Akahu’s message, and requires new tokens', async () => {
  const { fake, bench } = await atAkahu();
  fake.isOpen = false;
  await expect(bench.fetch()).rejects.toMatchObject({
    code: 'source_reauthorise',
    params: { host: AKAHU_HOST, access: 'key', words: 'Unauthorized' },
  });
});
