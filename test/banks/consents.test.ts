import { expect, test } from 'vitest';
import type { ConnectionView } from '../../src/contract/control/connections.ts';
import { bankWorld, type BankWorld } from '../fakes/banks/bank-world.ts';
import { fakeGocardless, GOCARDLESS_HOST, type FakeGocardless } from '../fakes/banks/gocardless.ts';
import { machineTime } from '../fakes/machine-time.ts';
import { TIMEOUT_MS } from '../support/eventually.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface AtHome {
  readonly fake: FakeGocardless;
  readonly world: BankWorld;
  readonly service: ServiceInUse;
  /** Requests a consent, which the user grants or denies at `url`. */
  begin(): Promise<{ readonly consentId: string; readonly url: string }>;
  allow(): Promise<ConnectionView>;
  connection(): Promise<ConnectionView>;
  runs(): Promise<number>;
}

const pending = (amount: string, name: string) => ({
  valueDate: '2026-03-09',
  transactionAmount: { amount, currency: 'EUR' },
  creditorName: name,
});

const booked = (id: string, amount: string, name: string) => ({
  ...pending(amount, name),
  transactionId: id,
  bookingDate: '2026-03-10',
});

/** The service with a fake bank whose consents expire; both have the same clock. */
async function atHome(): Promise<AtHome> {
  const time = machineTime(Date.parse('2026-03-10T09:00:00Z'));
  const fake = fakeGocardless();
  Object.assign(fake, { now: time.now, longestConsent: 90, mostPerDay: 100 });
  fake.accounts.push({
    iban: 'DE89370400440532013000',
    name: 'Girokonto',
    currency: 'EUR',
    balances: [],
    booked: [booked('1', '-12.00', 'Corner shop')],
    pending: [pending('-9.90', 'CARD 4711'), pending('-3.00', 'Kiosk')],
  });
  const world = await bankWorld({ [GOCARDLESS_HOST]: fake.service });
  const sourceNetwork = { standInPort: world.port, ca: world.ca, timeoutMs: TIMEOUT_MS };
  const service = await serviceInUse({ sourceNetwork }, time);
  const { client, accountId } = service;
  const begin: AtHome['begin'] = () =>
    client.call('connection.begin', {
      accountId,
      kind: 'gocardless',
      settings: { country: 'FI', bank: 'Nordea', secretId: fake.secretId, statuses: 'pending' },
      secret: { secretKey: fake.secretKey },
    });
  const connection: AtHome['connection'] = async () => {
    const [only] = await client.call('connection.list', { accountId });
    return only as ConnectionView;
  };
  return {
    fake,
    world,
    service,
    begin,
    connection,
    allow: async () => {
      const { consentId, url } = await begin();
      await client.call('consent.receive', { consentId, address: fake.agree(url) });
      return client.call('connection.wait', { consentId });
    },
    runs: async () => (await client.call('run.list', { accountId, limit: 100 })).length,
  };
}

test('a revoked consent stays recorded while the bank is busy or down, and only manual syncs send requests', async () => {
  const { fake, world, service, allow, connection, runs } = await atHome();
  await allow();
  await service.sync();
  fake.refusal = 'revoked';
  service.time.pass(HOUR);
  expect(await service.sync()).toMatchObject({ status: 'failed', messages: [{ code: 'source_consent_ended' }] });
  await service.client.call('schedule.set', { accountId: service.accountId, startTime: '06:00' });
  for (const fault of [{ status: 429, headers: { 'Retry-After': '600' } }, { status: 503 }, 'reset'] as const) {
    world.always = fault;
    expect(await service.sync()).toMatchObject({ status: 'failed' });
    world.always = null;
    expect(await connection()).toMatchObject({
      isConsentOver: true,
      health: { problem: { code: 'source_consent_ended' }, nextTryAt: null },
    });
  }
  const requestCount = world.seen.length;
  const ran = await runs();
  service.time.pass(2 * DAY);
  expect((await service.post('/api/v2/sync-transactions')).body).toMatchObject({
    success: false,
    message: expect.stringContaining('withdrawn at the bank'),
  });
  expect([world.seen.length, await runs()]).toEqual([requestCount, ran]);
  expect((await service.client.call('service.status', {})).accounts).toMatchObject([{ awaitsConsent: true }]);
});

test('a consent that ends during a sync keeps the rows received before, and its renewal duplicates none', async () => {
  const { fake, world, service, allow, connection } = await atHome();
  fake.accounts.push({
    iban: 'DE02120300000000202051',
    name: 'Tagesgeld',
    currency: 'EUR',
    balances: [],
    booked: [booked('9', '50.00', 'Interest')],
    pending: [],
  });
  const { id: connectionId } = await allow();
  fake.ends = (path) =>
    path.endsWith('/transactions/') && world.seen.some(({ url }) => url.pathname.endsWith('/balances/'));
  expect(await service.sync()).toMatchObject({
    status: 'partial',
    counts: { added: 3 },
    messages: [{ code: 'source_consent_ended', message: expect.stringContaining('Tagesgeld') }],
  });
  expect(await connection()).toMatchObject({
    isConsentOver: false,
    health: { problem: { code: 'source_consent_ended' } },
  });
  expect((await service.client.call('service.status', {})).accounts).toMatchObject([
    { notes: [{ code: 'source_consent_ended', renewable: connectionId }] },
  ]);
  fake.ends = null;
  const { consentId, url } = await service.client.call('connection.renew', { connectionId });
  await service.client.call('consent.receive', { consentId, address: fake.agree(url) });
  await service.client.call('connection.wait', { consentId });
  service.time.pass(HOUR);
  expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 1, updated: 0 } });
  expect(await service.rows()).toHaveLength(4);
});

test('the end of a consent is reported when it occurs, and no sync is scheduled until it is renewed', async () => {
  const { fake, world, service, allow, connection } = await atHome();
  const { id: connectionId } = await allow();
  await service.sync();
  service.time.pass(89 * DAY);
  expect(await connection()).toMatchObject({ isConsentOver: false });
  const requestCount = world.seen.length;
  service.time.pass(DAY);
  expect(await connection()).toMatchObject({
    isConsentOver: true,
    health: { problem: { code: 'source_consent_ended', params: { reason: 'expired' } }, nextTryAt: null },
  });
  expect((await service.client.call('service.status', {})).accounts).toMatchObject([
    { awaitsConsent: true, notes: [{ code: 'source_consent_ended', renewable: connectionId }] },
  ]);
  expect(world.seen).toHaveLength(requestCount);
  const { consentId, url } = await service.client.call('connection.renew', { connectionId });
  await service.client.call('consent.receive', { consentId, address: fake.agree(url) });
  await service.client.call('connection.wait', { consentId });
  expect(await connection()).toMatchObject({ isConsentOver: false, health: { problem: null } });
  expect((await service.client.call('service.status', {})).accounts).toMatchObject([
    { awaitsConsent: false, notes: [] },
  ]);
});

test('after pending transactions are turned off, no new ones are added, and existing ones are updated until they are posted', async () => {
  const { fake, service, allow, connection } = await atHome();
  const { id: connectionId } = await allow();
  expect((await service.sync()).counts).toMatchObject({ added: 3 });
  const change = async (settings: object) =>
    service.client.call('connection.update', { connectionId, settings: settings as Record<string, unknown> });
  expect((await change({ statuses: 'booked' })).settings).toMatchObject({ statuses: 'booked', bank: 'Nordea' });
  const [account] = fake.accounts;
  account?.pending.push(pending('-5.00', 'Bakery'));
  service.time.pass(HOUR);
  expect((await service.sync()).counts).toMatchObject({ added: 0, updated: 0, leftFeed: 0 });
  // The first pending transaction is booked with another text, the second is never booked.
  account?.pending.splice(0, 2);
  account?.booked.push(booked('2', '-9.90', 'Book shop'));
  service.time.pass(HOUR);
  expect((await service.sync()).counts).toMatchObject({ added: 0, updated: 1, leftFeed: 1 });
  account?.booked.push(booked('3', '-5.00', 'Bakery'));
  account?.pending.splice(0);
  service.time.pass(HOUR);
  expect((await service.sync()).counts).toMatchObject({ added: 1, updated: 0, leftFeed: 0 });
  const rows = new Set((await service.rows()).map(({ Description }) => Description));
  expect(rows).toEqual(new Set(['Bakery', 'Book shop', 'Corner shop', 'Kiosk']));
  await change({ statuses: 'pending' });
  account?.pending.push(pending('-7.00', 'Cinema'));
  service.time.pass(DAY);
  expect((await service.sync()).counts).toMatchObject({ added: 1 });
  await expect(change({ country: 'SE' })).rejects.toMatchObject({ code: 'input_setting_fixed' });
  expect((await connection()).settings).toMatchObject({ country: 'FI', statuses: 'pending' });
});

test('resources that the bank service created for an abandoned consent are deleted there', async () => {
  const { fake, service, begin, allow } = await atHome();
  const refused = await begin();
  await service.client.call('consent.receive', { consentId: refused.consentId, address: fake.refuse(refused.url) });
  await expect(service.client.call('connection.wait', { consentId: refused.consentId })).rejects.toMatchObject({
    code: 'consent_failed',
  });
  await expect.poll(() => fake.requisitions).toEqual([]);
  const cancelled = await begin();
  expect(fake.requisitions).toHaveLength(1);
  await service.client.call('consent.cancel', { consentId: cancelled.consentId });
  await expect.poll(() => fake.requisitions).toEqual([]);
  await allow();
  expect(fake.requisitions.map(({ status }) => status)).toEqual(['LN']);
});
