import { expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

const PATH = '/api/v2/schedule';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NONE = {
  active: false,
  start_time: null,
  period_minutes: null,
  cron: null,
  last_run_time: null,
  next_run_time: null,
};

/** A service with a bank and an account in UTC, at 05:00. */
async function atFive(): Promise<ServiceInUse & { at(hour: number, day?: number): string }> {
  const service = await serviceInUse();
  const { client, accountId, time } = service;
  await client.call('account.update', { accountId, timeZone: 'UTC' });
  await client.call('connection.add', { accountId, kind: 'demo' });
  const midnight = time.now() - 5 * HOUR;
  return { ...service, at: (hour, day = 0) => new Date(midnight + day * DAY + hour * HOUR).toISOString() };
}

async function endedRuns({ client, accountId }: ServiceInUse): Promise<readonly Run[]> {
  for (const { id } of await client.call('run.list', { accountId })) await client.call('run.wait', { runId: id });
  return client.call('run.list', { accountId });
}

test('a schedule set by a script starts syncs on time, and returns the last and the next run', async () => {
  const service = await atFive();
  const { time, at } = service;
  expect((await service.get(PATH)).body).toEqual(NONE);
  expect((await service.post(PATH, { start_time: '06:00', hours: 6 })).body).toEqual({ success: true });
  const set = { active: true, start_time: '06:00', period_minutes: 360, cron: '0 */6 * * *' };
  expect((await service.get(PATH)).body).toEqual({ ...set, last_run_time: null, next_run_time: at(6) });

  time.passUntil(Date.parse(at(6)) - 1);
  expect(await endedRuns(service)).toEqual([]);
  time.pass(1);
  expect(await endedRuns(service)).toMatchObject([{ trigger: 'schedule', status: 'succeeded', startedAt: at(6) }]);
  expect((await service.get(PATH)).body).toEqual({ ...set, last_run_time: at(6), next_run_time: at(12) });

  for (const moment of [at(12), at(18), at(24), at(6, 1)]) {
    time.passUntil(Date.parse(moment));
    expect((await endedRuns(service))[0]).toMatchObject({ trigger: 'schedule', startedAt: moment });
  }
  expect((await service.get(PATH)).body).toEqual({ ...set, last_run_time: at(6, 1), next_run_time: at(12, 1) });
  expect((await service.rows()).length).toBeGreaterThan(100);
});

test('a script’s sync does not shift scheduled runs, which do not count toward the limit for scripts', async () => {
  const service = await atFive();
  const { time, at } = service;
  await service.client.call('settings.set', { syncsPerHour: 1 });
  await service.post(PATH, { start_time: '06:00', minutes: 15 });
  // Four scheduled runs within the hour do not count toward the limit for scripts.
  for (let quarter = 0; quarter < 4; quarter += 1) {
    time.passUntil(Date.parse(at(6 + quarter / 4)));
    await endedRuns(service);
  }
  expect((await service.post('/api/v2/sync-transactions')).status).toBe(200);
  await endedRuns(service);
  expect((await service.get(PATH)).body).toMatchObject({ last_run_time: at(6.75), next_run_time: at(7) });
});

test('a schedule can be replaced and removed; DELETE stops automatic syncs and also succeeds if there is no schedule', async () => {
  const service = await atFive();
  const { time, at } = service;
  await service.post(PATH, { start_time: '06:00' });
  await service.post(PATH, { start_time: '07:30' });
  expect((await service.get(PATH)).body).toMatchObject({
    start_time: '07:30',
    period_minutes: 1440,
    next_run_time: at(7.5),
  });
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await service.delete(PATH);
    expect([status, body]).toEqual([200, { success: true }]);
    expect((await service.get(PATH)).body).toEqual(NONE);
  }
  time.passUntil(Date.parse(at(8, 2)));
  expect(await endedRuns(service)).toEqual([]);
  expect((await service.post('/api/v2/sync-transactions')).body).toMatchObject({ success: true });
  expect(await endedRuns(service)).toMatchObject([{ trigger: 'api' }]);
});

test('a schedule survives a restart, and one run makes up for the runs missed during the downtime', async () => {
  const service = await atFive();
  const { time, at } = service;
  await service.post(PATH, { start_time: '06:00', hours: 6 });
  await service.service.close();
  time.sleep(DAY);
  const next = await service.restart();
  await expect.poll(async () => (await endedRuns(next)).length).toBe(1);
  time.pass(60_000);
  expect(await endedRuns(next)).toMatchObject([{ trigger: 'catch-up', startedAt: at(5, 1) }]);
  expect((await next.get(PATH)).body).toMatchObject({ active: true, last_run_time: at(5, 1), next_run_time: at(6, 1) });
});
