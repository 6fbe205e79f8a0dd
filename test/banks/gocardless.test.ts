import { expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { gocardless } from '../../src/sources/gocardless/kind.ts';
import { accessContract } from '../contracts/access-contract.ts';
import { sourceContract } from '../contracts/source-contract.ts';
import { bankWorld, cutsIn, troubleIn, type BankWorld } from '../fakes/banks/bank-world.ts';
import {
  fakeGocardless,
  GOCARDLESS_HOST,
  type FakeGocardless,
  type GocardlessBooking,
} from '../fakes/banks/gocardless.ts';
import { consent, serviceBench, TODAY, type ServiceBench } from '../fakes/banks/source-bench.ts';

const DAY = 86_400_000;

const booking = (
  id: string | null,
  day: string,
  amount: string,
  changes: GocardlessBooking = {},
): GocardlessBooking => ({
  ...(id === null ? {} : { transactionId: id }),
  internalTransactionId: `internal-${id}-${amount}`,
  bookingDate: day,
  valueDate: day,
  transactionAmount: { amount, currency: 'EUR' },
  ...(amount.startsWith('-') ? { creditorName: `Shop ${id}` } : { debtorName: 'Acme Oy' }),
  ...changes,
});

interface AtBank {
  readonly fake: FakeGocardless;
  readonly bench: ServiceBench;
  readonly world: BankWorld;
  /** Requests a consent, agrees to it, and stores the resulting secret and settings in the bench. */
  connect(): Promise<void>;
}

async function atBank(bank = { country: 'FI', bank: 'Nordea' }): Promise<AtBank> {
  const fake = fakeGocardless();
  fake.accounts.push(
    {
      iban: 'FI2112345600000785',
      name: 'Käyttötili',
      currency: 'EUR',
      balances: [
        {
          balanceAmount: { amount: '81.50', currency: 'EUR' },
          balanceType: 'interimBooked',
          referenceDate: '2026-03-10',
        },
        {
          balanceAmount: { amount: '581.50', currency: 'EUR' },
          balanceType: 'interimAvailable',
          creditLimitIncluded: true,
        },
        { balanceAmount: { amount: '70.00', currency: 'EUR' }, balanceType: 'expected' },
      ],
      booked: [
        booking('3', '2026-03-10', '-6.50', { remittanceInformationUnstructuredArray: ['Lunch', 'card 1234'] }),
        booking('2', '2026-03-01', '100.00', { remittanceInformationUnstructured: 'Salary', transactionId: ' ' }),
        booking(null, '2026-02-10', '-12.00', { creditorName: undefined, additionalInformation: 'Bank fee' }),
      ],
      pending: [{ bookingDate: '2026-03-10', transactionAmount: { amount: '-1.00', currency: 'EUR' } }],
    },
    { iban: 'FI2112345600000785', name: null, currency: 'USD', balances: [], booked: [], pending: [] },
  );
  const world = await bankWorld({ [GOCARDLESS_HOST]: fake.service });
  const { secretId, secretKey } = fake;
  const bench = serviceBench(gocardless, world, {
    secret: { secretKey },
    settings: { ...bank, secretId },
  });
  fake.now = () => bench.clock.now();
  const connect = () => consent(gocardless, bench, world, { secret: { secretKey }, agree: fake.agree });
  await connect();
  return { fake, bench, world, connect };
}

sourceContract('GoCardless', async () => {
  const { fake, bench } = await atBank();
  return {
    source: await bench.open(),
    since: '2026-02-01' as CalendarDate,
    today: TODAY,
    secrets: [fake.secretKey, 'eyJ0eXAi'],
  };
});

accessContract('GoCardless', async () => {
  const { fake, bench, world } = await atBank();
  return {
    kind: gocardless,
    bench,
    requestCount: () => world.seen.length,
    refuse: () => fake.withdraw(),
    refusal: 'source_consent_ended',
    ...troubleIn(world),
    cuts: cutsIn(world, new RegExp(`${firstAccountOf(bench)}/transactions/`), {
      'there is no list': () => ({ transactions: { pending: [] } }),
      'there is nothing': () => ({}),
    }),
    hasParts: true,
    hasMoments: true,
    secrets: [fake.secretKey],
  };
});

/** The id of the first account in the consent. */
function firstAccountOf({ secret }: ServiceBench): string {
  return (JSON.parse(secret ?? '') as { accounts: { id: string }[] }).accounts[0]?.id ?? '';
}

test('pending transactions are returned only on request, without a bank id, and only once they have a day', async () => {
  const { fake, bench } = await atBank();
  fake.accounts[0]?.pending.push({ transactionAmount: { amount: '-2.00', currency: 'EUR' } });
  expect((await bench.fetch()).transactions.filter(({ status }) => status === 'pending')).toEqual([]);
  bench.settings = { ...bench.settings, statuses: 'pending' };
  const { transactions, completeAccountIds, messages } = await bench.fetch();
  expect(transactions.filter(({ status }) => status === 'pending')).toMatchObject([
    { providerId: null, date: '2026-03-10', amount: '-1.00' },
  ]);
  expect([completeAccountIds.length, messages]).toEqual([2, []]);
});

test('booked transactions are returned with day, amount and text, and balances as booked or available', async () => {
  const { bench } = await atBank();
  const { transactions, balances, completeAccountIds, messages } = await bench.fetch();
  expect(
    transactions.map(
      ({ date, amount, currency, description, providerId, account }) =>
        `${date} ${amount} ${currency} ${description}, ${providerId}, ${account.name}`,
    ),
  ).toEqual([
    '2026-02-10 -12.00 EUR Bank fee, internal-null--12.00, Käyttötili ••0785',
    '2026-03-01 100.00 EUR Acme Oy - Salary, internal-2-100.00, Käyttötili ••0785',
    '2026-03-10 -6.50 EUR Shop 3 - Lunch card 1234, 3, Käyttötili ••0785',
  ]);
  expect(balances.map(({ account, kind, amount, date }) => `${account.name} ${kind} ${amount} ${date}`)).toEqual([
    'Käyttötili ••0785 booked 81.50 2026-03-10',
    'Käyttötili ••0785 available 581.50 2026-03-10',
  ]);
  expect([completeAccountIds.length, messages]).toEqual([2, []]);
});

/** The bookings of a bank as rows, and its balances that can be used to reconcile them. */
async function rowsAt(
  bank: { readonly country: string; readonly bank: string },
  booked: readonly GocardlessBooking[],
  pending: readonly GocardlessBooking[] = [],
) {
  const { fake, bench } = await atBank(bank);
  const [account] = fake.accounts;
  account?.booked.splice(0, Infinity, ...booked);
  account?.pending.splice(0, Infinity, ...pending);
  bench.settings = { ...bench.settings, statuses: 'pending' };
  const { transactions, balances, messages } = await bench.fetch();
  expect(messages).toEqual([]);
  return {
    rows: transactions.map(
      ({ amount, currency, description, formerAmount }) => `${amount} ${currency} ${description} (${formerAmount})`,
    ),
    balances: balances.map(({ kind, amount }) => `${kind} ${amount}`),
  };
}

const after = { balanceAmount: { amount: '70.00', currency: 'EUR' }, balanceType: 'interimBooked' };

test('the signs of a SEB Kort card are reversed, and its booked balances are left out', async () => {
  const bookings = [
    booking('1', '2026-03-01', '12.00', {
      debtorName: undefined,
      additionalInformation: 'Kafé Linden',
      remittanceInformationUnstructured: 'Stockholm',
      balanceAfterTransaction: after,
    }),
    booking('2', '2026-03-02', '-50.00', { creditorName: undefined, additionalInformation: 'Inbetalning' }),
  ];
  expect(await rowsAt({ country: 'SE', bank: 'Eurocard' }, bookings)).toEqual({
    rows: ['-12.00 EUR Kafé Linden - Stockholm (12.00)', '50.00 EUR Inbetalning (-50.00)'],
    balances: ['available 581.50'],
  });
});

test('the signs of Cetelem are reversed', async () => {
  const bookings = [booking('1', '2026-03-01', '12.00', { creditorName: 'Padaria', debtorName: undefined })];
  const { rows } = await rowsAt({ country: 'PT', bank: 'Cetelem' }, bookings);
  expect(rows).toEqual(['-12.00 EUR Padaria (12.00)']);
});

test('the amounts of Entercard are the billed ones with their signs, not the foreign ones', async () => {
  const abroad = (id: string, amount: string, text: string): GocardlessBooking =>
    booking(id, `2026-03-0${id}`, amount, {
      transactionAmount: { amount, currency: 'GBP' },
      remittanceInformationUnstructured: text,
    });
  const { rows } = await rowsAt({ country: 'SE', bank: 'Entercard' }, [
    abroad('1', '-10.00', 'billingAmount: -131.20'),
    abroad('2', '-10.00', 'billingAmount: 131.20'),
    abroad('3', '10.00', 'billingAmount: 131.20'),
    abroad('4', '-10.00', 'Tea'),
  ]);
  expect(rows).toEqual([
    '-131.20 EUR Shop 1 (-10.00)',
    '-131.20 EUR Shop 2 (-10.00)',
    '131.20 EUR Acme Oy (10.00)',
    '-10.00 GBP Shop 4 - Tea (undefined)',
  ]);
});

test('pending purchases of NBG are negative, and have the same texts as booked ones', async () => {
  const pendingBooking = (text: string, amount: string): GocardlessBooking => ({
    bookingDate: '2026-03-09',
    transactionAmount: { amount, currency: 'EUR' },
    remittanceInformationUnstructured: text,
  });
  const pending = [
    pendingBooking('ΑΓΟΡΑ FOURNOS', '4.00'),
    pendingBooking('ΑΓΟΡΑ KIOSK', '-5.00'),
    pendingBooking('MISTHOS', '900.00'),
  ];
  const booked = [booking('1', '2026-03-08', '4.00', { remittanceInformationUnstructured: 'ΑΓΟΡΑ X' })];
  const { rows } = await rowsAt({ country: 'GR', bank: 'NBG' }, booked, pending);
  expect(rows).toEqual([
    '4.00 EUR Acme Oy - ΑΓΟΡΑ X (undefined)',
    '-4.00 EUR FOURNOS (4.00)',
    '-5.00 EUR KIOSK (undefined)',
    '900.00 EUR MISTHOS (undefined)',
  ]);
});

test('transactions of ING Romania, which all have the same placeholder as their id, are kept apart', async () => {
  const { fake, bench } = await atBank({ country: 'RO', bank: 'ING' });
  fake.accounts[0]?.booked.splice(
    0,
    Infinity,
    booking('NOTPROVIDED', '2026-03-01', '-4.00', { internalTransactionId: 'made-1' }),
    booking('NOTPROVIDED', '2026-03-01', '-4.00', { internalTransactionId: 'made-2' }),
    booking('NOTPROVIDED', '2026-03-01', '-4.00', { internalTransactionId: undefined }),
  );
  expect((await bench.fetch()).transactions.map(({ providerId }) => providerId)).toEqual(['made-1', 'made-2', null]);
});

test('the signs are reversed at every institution that is known to report its cards with opposite signs', async () => {
  const { fake, bench } = await atBank();
  fake.accounts[0]?.booked.splice(0, Infinity, booking('1', '2026-03-01', '12.00'));
  const signs = async (institution: string): Promise<string> => {
    bench.clock.advance(DAY);
    bench.settings = { ...bench.settings, institution };
    return (await bench.fetch()).transactions.map(({ amount }) => amount).join(' ');
  };
  for (const id of ['SAS_MASTERCARD_NO_SKHSFI21', 'SEB_CARD_ESSESESS', 'SCANDIC_SKHSFI21', 'CETELEM_CETMPTP1XXX'])
    expect([id, await signs(id)]).toEqual([id, '-12.00']);
  for (const id of ['NORDEA_NDEAFIHH', 'SEB_ESSESESS_PRIVATE', 'constructor'])
    expect([id, await signs(id)]).toEqual([id, '12.00']);
});

test('the institution of a connection is requested once if it is not stored', async () => {
  const { fake, bench, world } = await atBank({ country: 'SE', bank: 'Eurocard' });
  fake.accounts[0]?.booked.splice(0, Infinity, booking('1', '2026-03-01', '12.00'));
  const { institution, ...earlier } = bench.settings;
  bench.settings = earlier;
  expect((await bench.fetch()).transactions.map(({ amount }) => amount)).toEqual(['-12.00']);
  expect([institution, bench.settings['institution']]).toEqual(['EUROCARD_SE_SKHSFI21', 'EUROCARD_SE_SKHSFI21']);
  const requestCount = world.seen.length;
  await bench.fetch();
  expect(world.seen.slice(requestCount).filter(({ url }) => url.pathname.includes('/requisitions/'))).toEqual([]);
});

test('a description has the shop behind a payment provider, and the reference if there is no other text', async () => {
  const { rows } = await rowsAt({ country: 'FI', bank: 'Nordea' }, [
    booking('1', '2026-03-01', '-4.00', { creditorName: 'PayCo', ultimateCreditor: 'Green Grocer' }),
    booking('2', '2026-03-02', '-4.00', { additionalInformation: 'Card 4711' }),
    booking('3', '2026-03-03', '-4.00', { endToEndId: 'INVOICE-7' }),
    booking('4', '2026-03-04', '-4.00', { endToEndId: 'NOTPROVIDED' }),
  ]);
  expect(rows).toEqual([
    '-4.00 EUR Green Grocer - PayCo (undefined)',
    '-4.00 EUR Shop 2 - Card 4711 (undefined)',
    '-4.00 EUR Shop 3 - INVOICE-7 (undefined)',
    '-4.00 EUR Shop 4 (undefined)',
  ]);
});

test('no account is complete if the bank sends no list of pending transactions, so that pending rows are kept', async () => {
  const { bench, world } = await atBank();
  bench.settings = { ...bench.settings, statuses: 'pending' };
  world.change = (body) => ('transactions' in body ? { transactions: { booked: [] } } : body);
  expect((await bench.fetch()).completeAccountIds).toEqual([]);
});

test('a consent lasts as long, and covers as many days, as the accepted agreement', async () => {
  const { bench } = await atBank();
  expect(bench.settings['consentEndsAt']).toBe('2026-09-06T12:00:00.000Z');
  expect((await bench.fetch({ since: '2025-03-10' as CalendarDate })).completeAccountIds).toHaveLength(2);
  expect((await bench.fetch({ since: '2025-03-09' as CalendarDate })).completeAccountIds).toEqual([]);
});

test('accounts are recognized after a renewal, even if the bank returned no names before or after it', async () => {
  const { fake, bench, connect } = await atBank();
  // Removes one of two accounts with the same number, so that the number identifies the remaining one.
  fake.accounts.pop();
  await connect();
  const before = (await bench.fetch()).completeAccountIds;
  for (const hidesDetails of [true, false]) {
    fake.hidesDetails = hidesDetails;
    await connect();
    expect((await bench.fetch()).completeAccountIds).toEqual(before);
  }
});

test('accounts with the same number are distinguished by currency, also after renewals', async () => {
  const { bench, connect } = await atBank();
  const before = (await bench.fetch()).completeAccountIds;
  await connect();
  expect([new Set(before).size, (await bench.fetch()).completeAccountIds]).toEqual([2, before]);
});

test.each([
  ['revoked', /withdrawn at the bank/],
  ['suspended', /no longer has the permission/],
] as const)('a consent that is %s asks the user to allow access again', async (refusal, words) => {
  const { fake, bench } = await atBank();
  fake.refusal = refusal;
  await expect(bench.fetch()).rejects.toMatchObject({
    code: 'source_consent_ended',
    message: expect.stringMatching(words),
  });
});

test('an expired consent is not used for requests; one that ended early is recognized from the bank’s rejection', async () => {
  const { bench, world } = await atBank();
  const endsAt = bench.settings['consentEndsAt'];
  const requestCount = world.seen.length;
  bench.clock.advance(181 * DAY);
  await expect(bench.fetch()).rejects.toMatchObject({ code: 'source_consent_ended' });
  expect(world.seen).toHaveLength(requestCount);
  bench.settings = { ...bench.settings, consentEndsAt: '2027-01-01T00:00:00.000Z' };
  await expect(bench.fetch()).rejects.toMatchObject({
    code: 'source_consent_ended',
    message: expect.stringContaining('is over'),
  });
  expect(endsAt).toBeDefined();
});

test('after a bank reports too many requests, the next fetch waits until the time in its header', async () => {
  const { fake, bench } = await atBank();
  fake.mostPerDay = 1;
  await bench.fetch();
  bench.clock.advance(3_600_000);
  await expect(bench.fetch()).rejects.toMatchObject({
    code: 'source_busy',
    notBeforeMs: bench.clock.now() + 23 * 3_600_000,
    params: { words: expect.stringContaining('Daily request limit') },
  });
});

test('a sync uses one of the four daily requests of the bank, and renews a token that expires during it', async () => {
  const { fake, bench } = await atBank();
  const [places, tokens] = [bench.places, fake.tokens];
  await bench.fetch({ progress: (done) => (done === 1 ? fake.endTokens() : undefined) });
  expect([places - bench.places, fake.tokens - tokens]).toEqual([1, 2]);
});

test('a test of the connection checks the consent, and sends the bank no request', async () => {
  const { fake, bench, world } = await atBank();
  const requestCount = world.seen.length;
  const test = (await bench.open()).test?.({ timeZone: 'UTC', signal: new AbortController().signal });
  expect((await test)?.accounts.map(({ name, currency }) => `${name} ${currency}`)).toEqual([
    'Käyttötili ••0785 EUR',
    'Current account ••0785 USD',
  ]);
  expect(world.seen.slice(requestCount).filter(({ url }) => url.pathname.includes('/accounts/'))).toEqual([]);
  fake.requisitions.length = 0;
  await expect(
    (await bench.open()).test?.({ timeZone: 'UTC', signal: new AbortController().signal }),
  ).rejects.toMatchObject({
    code: 'source_consent_ended',
  });
});
