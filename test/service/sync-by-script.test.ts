import { expect, test } from 'vitest';
import type { Source } from '../../src/sources/source.ts';
import { createDemoBank } from '../../src/sources/demo/demo-bank.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { transactionsOf } from '../support/transactions-of.ts';

const PATH = '/api/v2/sync-transactions';
const HOUR = 3_600_000;

async function withDemoBank(overrides: Parameters<typeof serviceInUse>[0] = {}): Promise<ServiceInUse> {
  const service = await serviceInUse(overrides);
  await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo' });
  return service;
}

/** Waits for the newest run. */
async function lastRun({ client, accountId }: ServiceInUse) {
  const [run] = await client.call('run.list', { accountId, limit: 1 });
  return client.call('run.wait', { runId: run?.id ?? '' });
}

test('POST starts a sync in the background, whose rows are then in the workbook and in the API', async () => {
  const service = await withDemoBank();
  const { status, body } = await service.post(PATH);
  expect([status, body]).toEqual([
    200,
    { success: true, message: 'The sync has been scheduled and runs in the background.' },
  ]);
  const run = await lastRun(service);
  expect(run).toMatchObject({ kind: 'sync', trigger: 'api', status: 'succeeded' });
  expect(run.counts.added).toBeGreaterThan(100);
  expect(await service.rows()).toHaveLength(run.counts.added);
  expect(await transactionsOf(service, 'start_date=2000-01-01&end_date=9999-12-31')).toHaveLength(run.counts.added);
  // The default range is a month up to today.
  const recent = await transactionsOf(service, '');
  expect(recent.length).toBeGreaterThan(0);
  expect(recent.length).toBeLessThan(run.counts.added);
});

test('POST while a sync runs joins it', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const bank = createDemoBank();
  const slow: Source = { fetch: (request) => released.then(() => bank.fetch(request)), close: () => bank.close() };
  const service = await withDemoBank({ openSource: async () => slow });
  await service.post(PATH);
  const { status, body } = await service.post(PATH);
  expect([status, body]).toEqual([200, { success: true, message: expect.stringContaining('joins') }]);
  release();
  expect((await lastRun(service)).status).toBe('succeeded');
  expect(await service.client.call('run.list', { accountId: service.accountId })).toHaveLength(1);
});

test('more than 5 syncs an hour get 429 with Retry-After, even after a restart', async () => {
  const service = await withDemoBank();
  for (let call = 0; call < 5; call += 1) {
    expect((await service.post(PATH)).status).toBe(200);
    await lastRun(service);
    service.time.pass(60_000);
  }
  const refused = await service.post(PATH);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(55 * 60)]);

  const next = await service.restart();
  next.time.pass(60_000);
  const still = await next.post(PATH);
  expect([still.status, still.headers['retry-after']]).toEqual([429, String(54 * 60)]);
  next.time.pass(54 * 60_000);
  expect((await next.post(PATH)).status).toBe(200);
  await lastRun(next);
});

test('a changed limit of syncs per hour applies to the next request', async () => {
  const service = await withDemoBank();
  await service.client.call('settings.set', { syncsPerHour: 1 });
  expect((await service.post(PATH)).status).toBe(200);
  expect((await service.post(PATH)).status).toBe(429);
  await service.client.call('settings.set', { syncsPerHour: 2 });
  expect((await service.post(PATH)).status).toBe(200);
  await lastRun(service);
});

test('without a connection, or without a workbook, nothing is synced and the message says what to do', async () => {
  const service = await serviceInUse();
  const { status, body } = await service.post(PATH);
  expect([status, body]).toEqual([200, { success: false, message: expect.stringContaining('connection') }]);
  await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo' });
  await service.client.call('workbook.disconnect', { accountId: service.accountId });
  expect((await service.post(PATH)).body).toEqual({ success: false, message: expect.stringContaining('workbook') });
});

test('a sync with an expired plan is rejected with 403, and reads still work', async () => {
  const service = await withDemoBank();
  const { accountId, client, time } = service;
  await service.sync();
  await client.call('account.update', {
    accountId,
    entitlement: { kind: 'trial', endsAt: new Date(time.now() + HOUR).toISOString() },
  });
  expect((await service.post(PATH)).status).toBe(200);
  await lastRun(service);
  time.pass(HOUR);
  const { status, body } = await service.post(PATH);
  expect([status, body]).toEqual([403, { error: expect.stringContaining('subscription') }]);
  later(service);
  expect((await transactionsOf(service, '')).length).toBeGreaterThan(0);
  for (const path of ['categories', 'rules', 'schedule'])
    expect((await service.get(`/api/v2/${path}`)).status).toBe(200);
});
