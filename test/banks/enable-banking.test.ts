import { expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { enableBanking } from '../../src/sources/enable-banking/kind.ts';
import { accessContract } from '../contracts/access-contract.ts';
import { sourceContract } from '../contracts/source-contract.ts';
import { bankWorld, cutsIn, troubleIn, type BankWorld } from '../fakes/banks/bank-world.ts';
import {
  ENABLE_BANKING_HOST,
  fakeEnableBanking,
  type EnableBankingBooking,
  type FakeEnableBanking,
} from '../fakes/banks/enable-banking.ts';
import { consent, serviceBench, TODAY, type ServiceBench } from '../fakes/banks/source-bench.ts';

const DAY = 86_400_000;

const booking = (
  reference: string | null,
  day: string,
  amount: string,
  changes: EnableBankingBooking = {},
): EnableBankingBooking => ({
  entry_reference: reference,
  transaction_amount: { currency: 'EUR', amount: amount.replace('-', '') },
  credit_debit_indicator: amount.startsWith('-') ? 'DBIT' : 'CRDT',
  creditor: amount.startsWith('-') ? { name: `Shop ${reference}` } : null,
  debtor: amount.startsWith('-') ? null : { name: 'Acme Oy' },
  status: 'BOOK',
  booking_date: day,
  value_date: day,
  transaction_date: null,
  balance_after_transaction: null,
  remittance_information: [],
  ...changes,
});

interface AtBank {
  readonly fake: FakeEnableBanking;
  readonly bench: ServiceBench;
  readonly world: BankWorld;
  /** Requests a consent, agrees to it, and stores the resulting secret and settings in the bench. */
  connect(): Promise<void>;
}

async function atBank(): Promise<AtBank> {
  const fake = fakeEnableBanking();
  fake.accounts.push(
    {
      iban: 'FI2112345600000785',
      details: 'Käyttötili',
      hashes: ['hash-a', 'hash-a-bban'],
      balances: [
        {
          name: 'Booked',
          balance_amount: { currency: 'EUR', amount: '81.50' },
          balance_type: 'ITBD',
          reference_date: null,
        },
        {
          name: 'Available',
          balance_amount: { currency: 'EUR', amount: '581.50' },
          balance_type: 'ITAV',
          reference_date: null,
        },
      ],
      bookings: [
        booking('3', '2026-03-10', '-6.50', {
          transaction_date: '2026-03-08',
          remittance_information: ['Lunch', 'card 1234'],
        }),
        booking('2', '2026-03-01', '100.00', { remittance_information: ['Salary'] }),
        booking(null, '2026-02-10', '-12.00', { creditor: null, bank_transaction_code: { description: 'Bank fee' } }),
        booking('9', '2026-03-09', '-1.00', { status: 'PDNG' }),
      ],
    },
    { iban: 'FI4350000220000456', details: null, hashes: ['hash-b'], balances: [], bookings: [] },
  );
  const world = await bankWorld({ [ENABLE_BANKING_HOST]: fake.service });
  const { applicationId, privateKey } = fake;
  const settings = { country: 'FI', bank: 'Nordea', psuType: 'personal', applicationId };
  const bench = serviceBench(enableBanking, world, { secret: { privateKey }, settings, timeZone: 'Europe/Helsinki' });
  fake.now = () => bench.clock.now();
  const connect = () => consent(enableBanking, bench, world, { secret: { privateKey }, agree: fake.agree });
  await connect();
  return { fake, bench, world, connect };
}

sourceContract('Enable Banking', async () => {
  const { fake, bench } = await atBank();
  return {
    source: await bench.open(),
    since: '2026-02-01' as CalendarDate,
    today: TODAY,
    secrets: [fake.privateKey, fake.sessions[0]?.id ?? ''],
  };
});

accessContract('Enable Banking', async () => {
  const { fake, bench, world } = await atBank();
  return {
    kind: enableBanking,
    bench,
    requestCount: () => world.seen.length,
    refuse: () => fake.sessions.forEach((session) => void (session.state = 'REVOKED')),
    refusal: 'source_consent_ended',
    ...troubleIn(world),
    up: () => {
      troubleIn(world).up();
      Object.assign(fake, { mostOnPage: 100, refusesLaterPages: null });
    },
    cuts: {
      ...cutsIn(world, new RegExp(`${[...(fake.sessions[0]?.accounts.keys() ?? [])][0]}/transactions`), {
        'the key is no text': ({ transactions }) => ({ transactions, continuation_key: { page: 2 } }),
        'the key is the same one again': ({ transactions }) => ({ transactions, continuation_key: 'WzAsMF0=' }),
        'there is no list': ({ continuation_key: key }) => ({ continuation_key: key }),
      }),
      'the bank refuses its own key': () => Object.assign(fake, { mostOnPage: 1, refusesLaterPages: 'key' }),
      'a later page is of too long ago': () => Object.assign(fake, { mostOnPage: 1, refusesLaterPages: 'period' }),
    },
    hasParts: true,
    hasMoments: true,
    personIsUncounted: true,
    secrets: [fake.privateKey],
  };
});

test('booked transactions are returned with sign, day and text, and balances as booked or available', async () => {
  const { bench } = await atBank();
  const { transactions, balances, completeAccountIds, messages } = await bench.fetch();
  expect(
    transactions.map(
      ({ date, amount, currency, description, providerId, account }) =>
        `${date} ${amount} ${currency} ${description}, ${providerId}, ${account.name}`,
    ),
  ).toEqual([
    '2026-02-10 -12.00 EUR Bank fee, null, Käyttötili ••0785',
    '2026-03-01 100.00 EUR Acme Oy - Salary, 2, Käyttötili ••0785',
    '2026-03-10 -6.50 EUR Shop 3 - Lunch card 1234, 3, Käyttötili ••0785',
  ]);
  expect(balances.map(({ account, kind, amount, date }) => `${account.name} ${kind} ${amount} ${date}`)).toEqual([
    'Käyttötili ••0785 booked 81.50 2026-03-10',
    'Käyttötili ••0785 available 581.50 2026-03-10',
  ]);
  expect([completeAccountIds.length, messages]).toEqual([2, []]);
});

test('pending transactions are returned only on request, without a bank id, and only once they have a day', async () => {
  const { fake, bench } = await atBank();
  fake.accounts[0]?.bookings.push(
    booking('8', '2026-03-09', '-2.00', { status: 'PDNG', booking_date: null, value_date: null }),
    booking('7', '2026-03-09', '-3.00', { status: 'RJCT' }),
  );
  expect((await bench.fetch()).transactions.filter(({ status }) => status === 'pending')).toEqual([]);
  bench.settings = { ...bench.settings, statuses: 'pending' };
  const { transactions, completeAccountIds, messages } = await bench.fetch();
  expect(transactions.map(({ status, providerId, amount }) => `${status} ${providerId} ${amount}`)).toEqual([
    'posted null -12.00',
    'posted 2 100.00',
    'pending null -1.00',
    'posted 3 -6.50',
  ]);
  expect([completeAccountIds.length, messages]).toEqual([2, []]);
});

test('empty and repeated pages do not lose or duplicate transactions', async () => {
  const { fake, bench } = await atBank();
  Object.assign(fake, { mostOnPage: 2, sendsEmptyPages: true, repeatsPages: true });
  const { transactions, completeAccountIds } = await bench.fetch();
  expect(transactions.map(({ providerId }) => providerId)).toEqual([null, '2', '3']);
  expect(completeAccountIds).toHaveLength(2);
});

test('two equal purchases with different references are both returned, each with the balance after it', async () => {
  const { fake, bench } = await atBank();
  const after = (amount: string): object => ({ balance_after_transaction: { currency: 'EUR', amount } });
  fake.accounts[0]?.bookings.unshift(
    booking('5', '2026-03-10', '-2.00', { creditor: { name: 'Kiosk' }, ...after('77.50') }),
    booking('4', '2026-03-10', '-2.00', { creditor: { name: 'Kiosk' }, ...after('79.50') }),
  );
  const kiosk = (await bench.fetch()).transactions.filter(({ description }) => description === 'Kiosk');
  expect(kiosk.map(({ balanceAfter }) => balanceAfter)).toEqual(['77.50' as Amount, '79.50' as Amount]);
});

test('an account is recognized after a renewal even if its identifiers are in another order', async () => {
  const { fake, bench, connect } = await atBank();
  const before = (await bench.fetch()).completeAccountIds;
  fake.accounts[0]?.hashes.reverse();
  await connect();
  expect((await bench.fetch()).completeAccountIds).toEqual(before);
});

test('the first request covers the longest possible period, and days that the bank no longer has are reported', async () => {
  const { fake, bench, world } = await atBank();
  const since = '2025-06-01' as CalendarDate;
  fake.accounts[0]?.bookings.push(booking('0', '2025-08-01', '-3.00'));
  expect((await bench.fetch({ since })).transactions).toHaveLength(4);
  bench.writtenUntilMs = bench.clock.now();
  expect((await bench.fetch()).messages).toEqual([]);
  expect(world.seen.at(-1)?.url.href).not.toContain('longest');
  const { messages, completeAccountIds } = await bench.fetch({ since });
  expect(completeAccountIds).toEqual([]);
  expect(messages.map(({ code }) => code)).toEqual(['enable_banking_short', 'enable_banking_short']);
});

test.each([
  ['code', 100, '2025-12-11'],
  ['suggestion', 100, '2025-11-30'],
  ['bank', 100, '2025-12-11'],
  ['code', 75, '2026-01-09'],
  ['bank', 45, '2026-02-08'],
] as const)(
  'a shorter period is requested after an error of the kind “%s” if the bank allows %i days',
  async (how, days, from) => {
    for (const isFirst of [true, false]) {
      const { fake, bench, world } = await atBank();
      Object.assign(fake, { refusesPeriod: { days, how }, pastDays: 1000 });
      bench.writtenUntilMs = isFirst ? 0 : bench.clock.now();
      const { transactions, completeAccountIds, messages, unfinished } = await bench.fetch({
        since: '2025-03-10' as CalendarDate,
      });
      expect(
        world.seen.findLast(({ url }) => url.searchParams.has('date_from'))?.url.searchParams.get('date_from'),
      ).toBe(from);
      expect(transactions.map(({ date }) => date)).toEqual(['2026-02-10', '2026-03-01', '2026-03-10']);
      expect([completeAccountIds, messages.map(({ code }) => code), unfinished]).toEqual([
        [],
        ['enable_banking_short', 'enable_banking_short'],
        undefined,
      ]);
    }
  },
);

test('a sync fails if the bank rejects every period', async () => {
  const { fake, bench } = await atBank();
  fake.refusesPeriod = { days: 10, how: 'code' };
  await expect(bench.fetch()).rejects.toMatchObject({ code: 'source_refused' });
});

test('the transactions on pages before a rejected page are returned, and no period is requested again', async () => {
  const { fake, bench } = await atBank();
  Object.assign(fake, { mostOnPage: 2, refusesLaterPages: 'key' });
  const { transactions, messages, unfinished } = await bench.fetch();
  expect(transactions.map(({ providerId }) => providerId)).toEqual(['2', '3']);
  expect([messages, unfinished]).toMatchObject([
    [{ code: 'source_account_partial', severity: 'problem', message: expect.stringContaining('another status') }],
    undefined,
  ]);
});

test('remittance information may be a plain string instead of a list', async () => {
  const { fake, bench } = await atBank();
  fake.accounts[0]?.bookings.push(booking('6', '2026-03-02', '-4.00', { remittance_information: 'Invoice 7' }));
  const found = (await bench.fetch()).transactions.find(({ providerId }) => providerId === '6');
  expect(found?.description).toBe('Shop 6 - Invoice 7');
});

test.each([
  ['EXPIRED', /time for which you allowed/],
  ['REVOKED', /withdrawn at the bank/],
  ['CLOSED', /no longer has the permission/],
] as const)('a consent that is %s asks the user to allow access again', async (state, words) => {
  const { fake, bench } = await atBank();
  for (const session of fake.sessions) session.state = state;
  await expect(bench.fetch()).rejects.toMatchObject({
    code: 'source_consent_ended',
    message: expect.stringMatching(words),
  });
  await expect(
    (await bench.open()).test?.({ timeZone: 'UTC', signal: new AbortController().signal }),
  ).rejects.toMatchObject({
    code: 'source_consent_ended',
  });
});

test('an expired consent is not used for requests', async () => {
  const { bench, world } = await atBank();
  const requestCount = world.seen.length;
  bench.clock.advance(181 * DAY);
  await expect(bench.fetch()).rejects.toMatchObject({ code: 'source_consent_ended' });
  expect(world.seen).toHaveLength(requestCount);
});

test('a sync uses one of the four daily requests of the bank, for any number of accounts and pages', async () => {
  const { fake, bench } = await atBank();
  fake.mostOnPage = 1;
  bench.places = 4;
  for (let sync = 0; sync < 4; sync += 1) await bench.fetch();
  await expect(bench.fetch()).rejects.toMatchObject({ code: 'source_budget' });
});

test('a manual sync is marked as manual and uses no daily request, unless the bank rejects the mark', async () => {
  const { fake, bench, world } = await atBank();
  Object.assign(bench, { isPerson: true, places: 1 });
  for (let sync = 0; sync < 6; sync += 1) await bench.fetch();
  expect(world.seen.at(-1)?.headers['psu-ip-address']).toMatch(/^[\d.]+$/);
  fake.believesPerson = false;
  expect((await bench.fetch()).transactions).toHaveLength(3);
  expect(bench.places).toBe(0);
});

test('a manual sync sends no headers about the user to a bank that also requires the user’s location', async () => {
  const { fake, bench, world, connect } = await atBank();
  fake.requiredHeaders = ['Psu-Ip-Address', 'Psu-Geo-Location'];
  await connect();
  bench.isPerson = true;
  expect((await bench.fetch()).transactions).toHaveLength(3);
  expect(world.seen.at(-1)?.headers['psu-ip-address']).toBeUndefined();
});

test('after a bank reports too many requests, none is sent for hours', async () => {
  const { bench } = await atBank();
  for (let sync = 0; sync < 4; sync += 1) await bench.fetch();
  await expect(bench.fetch()).rejects.toMatchObject({
    code: 'source_busy',
    notBeforeMs: bench.clock.now() + DAY / 4,
  });
});

test('a bank without balances still returns its transactions, with a message', async () => {
  const { fake, bench } = await atBank();
  for (const account of fake.accounts) account.balances = null;
  const { transactions, balances, messages, completeAccountIds } = await bench.fetch();
  expect([transactions.length, balances.length, completeAccountIds.length]).toEqual([3, 0, 2]);
  expect(messages.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    'warning source_balance_unread',
    'warning source_balance_unread',
  ]);
});

test('a wrong clock and a wrong key are reported as different errors', async () => {
  const { fake, bench } = await atBank();
  fake.now = () => bench.clock.now() - 2 * 3_600_000;
  await expect(bench.fetch()).rejects.toMatchObject({
    code: 'enable_banking_clock',
    message: expect.stringMatching(/120 minutes fast/),
  });
  const { bench: second, fake: other } = await atBank();
  Object.assign(other, { applicationId: 'another' });
  await expect(second.fetch()).rejects.toMatchObject({ code: 'enable_banking_key' });
});
