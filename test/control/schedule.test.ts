import { expect, test } from 'vitest';
import { machineTime } from '../fakes/machine-time.ts';
import { runningService } from '../support/running-service.ts';

/** A week before summer time begins in Berlin. */
const SPRING = Date.parse('2026-03-22T11:00:00Z');

async function serviceAt(nowMs: number) {
  const time = machineTime(nowMs);
  return runningService({ clock: time, alarms: time });
}

test('a preview of a schedule returns the same result as setting it, without setting it', async () => {
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

test('a preview of a schedule rejects the same values as setting it, with the same message', async () => {
  const { client, accountId } = await serviceAt(SPRING);
  const wrong = { accountId, startTime: '07:30', minutes: 14 };
  const refusal = await client.call('schedule.set', wrong).catch((thrown: unknown) => thrown);
  expect(refusal).toMatchObject({ code: 'input_schedule' });
  await expect(client.call('schedule.preview', wrong)).rejects.toMatchObject({
    code: 'input_schedule',
    message: (refusal as Error).message,
  });
});
