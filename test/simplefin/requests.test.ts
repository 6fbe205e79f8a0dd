import { describe, expect, test } from 'vitest';
import type { MachineTime } from '../fakes/machine-time.ts';
import type { ServiceInUse } from '../support/service-in-use.ts';
import { connectionOf, home } from './home.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('requests', () => {
  test('are counted across restarts; the schedule leaves some for the user, who sees when the next one is available', async () => {
    const { server, service } = await home();
    server.budget = 1000;
    await service.sync();
    const used = server.seen.length - 1;
    for (let more = used; more < 24; more += 1) {
      service.time.pass(MINUTE);
      expect((await service.sync()).status).toBe('succeeded');
    }
    const next = await service.restart();
    next.time.pass(MINUTE);
    const refused = await next.sync();
    expect(refused).toMatchObject({
      status: 'failed',
      messages: [{ code: 'source_budget', params: { until: '2026-03-11T09:00:00.000Z' } }],
    });
    expect(server.seen).toHaveLength(1 + 24);
    expect((await connectionOf(next)).health).toMatchObject({
      problem: { code: 'source_budget' },
      // Without a schedule no request is sent automatically.
      nextTryAt: null,
    });
    next.time.passUntil(Date.parse('2026-03-11T09:00:00Z'));
    expect((await next.sync()).status).toBe('succeeded');
  });

  test('are refused to the schedule before they are refused to the user', async () => {
    const { server, service } = await home();
    server.budget = 1000;
    await service.client.call('schedule.set', { accountId: service.accountId, startTime: '00:00', minutes: 15 });
    await passQuarters(service, 40);
    expect(server.seen).toHaveLength(1 + 20);
    expect((await service.sync()).status).toBe('succeeded');
  });
});

test('the schedule backs off from an unavailable server, and a manual request is sent immediately', async () => {
  const { server, service } = await home();
  await service.sync();
  server.isOpen = false;
  const before = server.seen.length;
  await service.client.call('schedule.set', { accountId: service.accountId, startTime: '00:00', minutes: 15 });
  await passQuarters(service, 96);
  const attempts = server.seen.length - before;
  expect(attempts).toBeGreaterThan(4);
  expect(attempts).toBeLessThan(10);
  const { health } = await connectionOf(service);
  expect(health).toMatchObject({
    failures: attempts,
    lastSuccessAt: '2026-03-10T09:00:00.000Z',
    problem: { code: 'source_reauthorise' },
  });
  expect(Date.parse(health.nextTryAt ?? '') - service.time.now()).toBeGreaterThan(HOUR);
  const script = await service.post('/api/v2/sync-transactions');
  expect(script.body).toMatchObject({
    success: false,
    message: expect.stringContaining('SimpleFIN is left alone until'),
  });
  server.isOpen = true;
  expect((await service.sync()).status).toBe('succeeded');
  expect((await connectionOf(service)).health.failures).toBe(0);
});

/** Advances the clock in steps of 15 minutes, and waits for the runs that start. */
async function passQuarters(
  { time, client, accountId }: Pick<ServiceInUse, 'client' | 'accountId'> & { readonly time: MachineTime },
  count: number,
): Promise<void> {
  for (let quarter = 0; quarter < count; quarter += 1) {
    time.pass(15 * MINUTE);
    const [run] = await client.call('run.list', { accountId, limit: 1 });
    if (run !== undefined) await client.call('run.wait', { runId: run.id });
  }
}
