import { expect, test } from 'vitest';
import { machineTime } from '../fakes/machine-time.ts';
import { runningService } from '../support/running-service.ts';

/** A week before Berlin switches to summer time, and one before it switches back. */
const SPRING = Date.parse('2026-03-22T11:00:00Z');
const AUTUMN = Date.parse('2026-10-18T11:00:00Z');

async function serviceAt(nowMs: number) {
  const time = machineTime(nowMs);
  return runningService({ clock: time, alarms: time });
}

test('a preview of a schedule returns the result of setting it, and sets nothing', async () => {
  const { client, accountId } = await serviceAt(SPRING);
  const schedule = { accountId, startTime: '02:30', hours: 6 };
  const preview = await client.call('schedule.preview', schedule);
  expect(preview).toMatchObject({
    cron: '30 2-20/6 * * *',
    timeZone: 'Europe/Berlin',
    nextRunsAt: expect.arrayContaining(['2026-03-22T13:30:00.000Z']),
  });
  expect(await client.call('schedule.get', { accountId })).toBeNull();
  expect(await client.call('schedule.set', schedule)).toMatchObject(preview);
});

test('a preview rejects the same values as setting, with the same message', async () => {
  const { client, accountId } = await serviceAt(SPRING);
  const wrong = { accountId, startTime: '07:30', minutes: 14 };
  const refusal = await client.call('schedule.set', wrong).catch((thrown: unknown) => thrown);
  expect(refusal).toMatchObject({ code: 'input_schedule' });
  await expect(client.call('schedule.preview', wrong)).rejects.toMatchObject({
    code: 'input_schedule',
    message: (refusal as Error).message,
  });
});

test('a clock change that affects a run is reported, and only while the schedule runs', async () => {
  const { client, accountId } = await serviceAt(SPRING);
  const change = { at: '2026-03-29T01:00:00.000Z', kind: 'skipped', before: '02:00', after: '03:00', times: ['02:30'] };
  expect((await client.call('schedule.set', { accountId, startTime: '02:30' })).clockChange).toEqual(change);
  expect(await client.call('schedule.pause', { accountId, paused: true })).toMatchObject({
    clockChange: null,
    nextRunsAt: [],
  });
  expect(await client.call('schedule.pause', { accountId, paused: false })).toMatchObject({ clockChange: change });
  expect((await client.call('schedule.set', { accountId, startTime: '07:30' })).clockChange).toBeNull();
});

test('in autumn, a time that occurs twice is reported', async () => {
  const { client, accountId } = await serviceAt(AUTUMN);
  const { clockChange } = await client.call('schedule.preview', { accountId, startTime: '02:00', hours: 12 });
  expect(clockChange).toEqual({
    at: '2026-10-25T01:00:00.000Z',
    kind: 'repeated',
    before: '03:00',
    after: '02:00',
    times: ['02:00'],
  });
});

test('a clock change that is months away is not reported yet', async () => {
  const { client, accountId } = await serviceAt(Date.parse('2026-01-10T11:00:00Z'));
  expect((await client.call('schedule.preview', { accountId, startTime: '02:30' })).clockChange).toBeNull();
});
