import { describe, expect, it } from 'vitest';
import type { Instant } from '../../src/core/calendar-date.ts';
import { recordScheduledRun } from '../../src/store/schedules.ts';
import { apiService } from '../support/api-service.ts';

const PATH = '/api/v2/schedule';
const NONE = {
  active: false,
  start_time: null,
  period_minutes: null,
  cron: null,
  last_run_time: null,
  next_run_time: null,
};

async function client() {
  const service = await apiService();
  const token = service.token(['read', 'write']);
  return {
    ...service,
    get: async () => (await service.call('GET', PATH, { token })).body,
    set: (body: unknown) => service.call('POST', PATH, { token, body }),
    remove: () => service.call('DELETE', PATH, { token }),
  };
}

describe('the schedule', () => {
  it('is inactive, with null in all other fields, if none is set', async () => {
    expect(await (await client()).get()).toEqual(NONE);
  });

  it('is set with a start time and an interval, and read back with cron and next run', async () => {
    const { get, set } = await client();
    const { status, body } = await set({ start_time: '07:30', hours: 6 });
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await get()).toEqual({
      active: true,
      start_time: '07:30',
      period_minutes: 360,
      cron: '30 1-19/6 * * *',
      last_run_time: null,
      // 13:30 in Berlin, where it is 10:00 now.
      next_run_time: '2026-03-10T12:30:00.000Z',
    });
  });

  it('is replaced by setting another one', async () => {
    const { get, set } = await client();
    await set({ start_time: '07:30', hours: 6 });
    await set({ start_time: '22:05', minutes: 90 });
    expect(await get()).toMatchObject({ active: true, start_time: '22:05', period_minutes: 90 });
  });

  it('uses the sum of hours and minutes as the interval', async () => {
    const { get, set } = await client();
    await set({ start_time: '00:00', hours: 1, minutes: 30 });
    expect(await get()).toMatchObject({ period_minutes: 90 });
  });

  it('runs once a day when hours and minutes are both zero or absent', async () => {
    const { get, set } = await client();
    for (const body of [
      { start_time: '06:00' },
      { start_time: '06:00', hours: 0, minutes: 0 },
      { start_time: '06:00', hours: 24 },
    ]) {
      expect((await set(body)).status).toBe(200);
      expect(await get()).toMatchObject({ period_minutes: 1440, cron: '0 6 * * *' });
    }
  });

  it('returns the start of the last run that it started', async () => {
    const { get, set, store } = await client();
    await set({ start_time: '06:00' });
    recordScheduledRun(store, 'home', '2026-03-10T05:00:00.000Z' as Instant);
    expect(await get()).toMatchObject({ last_run_time: '2026-03-10T05:00:00.000Z' });
  });

  it('can be deleted, also if none is set', async () => {
    const { get, set, remove } = await client();
    await set({ start_time: '06:00' });
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await remove();
      expect([status, body]).toEqual([200, { success: true }]);
      expect(await get()).toEqual(NONE);
    }
  });

  it('can be deleted, after which manual syncs remain possible', async () => {
    const { remove, call, token } = await client();
    await remove();
    expect((await call('POST', '/api/v2/sync-transactions', { token: token(['write']) })).body).toMatchObject({
      success: true,
    });
  });
});

describe('setting a schedule', () => {
  const refused: [unknown, string][] = [
    [{}, 'start_time is required, as text HH:MM with 24 hours.'],
    [{ start_time: 730 }, 'start_time is required, as text HH:MM with 24 hours.'],
    [{ start_time: null }, 'start_time is required, as text HH:MM with 24 hours.'],
    ...['24:00', '7:30', '07:60', '07:30:00', '0730', '07:30 ', ''].map((text): [unknown, string] => [
      { start_time: text },
      `start_time must be a time of day as HH:MM with 24 hours, from 00:00 to 23:59, not ${JSON.stringify(text)}.`,
    ]),
    ...[-1, 25, 1.5, '6', null, true, [6]].map((hours): [unknown, string] => [
      { start_time: '07:30', hours },
      'hours must be a whole number from 0 to 24.',
    ]),
    ...[-1, 1441, 0.5, '30', null].map((minutes): [unknown, string] => [
      { start_time: '07:30', minutes },
      'minutes must be a whole number from 0 to 1440.',
    ]),
    [{ start_time: '07:30', interval: 5 }, 'Unknown field "interval". Known fields: start_time, hours, minutes.'],
    [
      JSON.parse('{"start_time":"07:30","__proto__":{}}'),
      'Unknown field "__proto__". Known fields: start_time, hours, minutes.',
    ],
    ...[[], null, 'text', 5].map((body): [unknown, string] => [
      JSON.stringify(body),
      'The body must be a JSON object.',
    ]),
  ];
  it.each(refused)('rejects %j: %s', async (body, error) => {
    const { set, get } = await client();
    const answer = await set(body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
    expect(await get()).toEqual(NONE);
  });

  it.each([{ minutes: 14 }, { minutes: 1 }, { hours: 24, minutes: 1 }])(
    'rejects %j, which is not between 15 minutes and 24 hours',
    async (interval) => {
      const { set, get } = await client();
      const { status, body } = await set({ start_time: '07:30', ...interval });
      expect(status).toBe(400);
      expect((body as { error: string }).error).toContain('15 minutes to 24 hours');
      expect(await get()).toEqual(NONE);
    },
  );

  it('keeps the previous schedule if the new one is rejected', async () => {
    const { set, get } = await client();
    await set({ start_time: '07:30', hours: 6 });
    await set({ start_time: 'noon' });
    expect(await get()).toMatchObject({ start_time: '07:30', period_minutes: 360 });
  });

  it('accepts 15 minutes, the shortest interval', async () => {
    const { set } = await client();
    expect((await set({ start_time: '00:00', minutes: 15 })).status).toBe(200);
  });
});
