import { expect, test } from 'vitest';
import type { ScheduleView } from '../../contract/control/schedule.ts';
import { format } from '../locale.ts';
import { screenOf } from '../output/table.ts';
import { scheduleText } from './schedule.ts';

const VIEW = {
  startTime: '07:30',
  timeZone: 'Europe/Berlin',
  cron: '30 7 * * *',
  paused: false,
  lastRunAt: null,
  nextRunsAt: [],
};

function textOf(changes: object): readonly string[] {
  return scheduleText(screenOf(process.stdout), { ...VIEW, ...changes } as unknown as ScheduleView).split('\n');
}

test.each([
  [15, 'Every 15 minutes from 07:30'],
  [60, 'Every hour from 07:30'],
  [90, 'Every hour and 30 minutes from 07:30'],
  [360, 'Every 6 hours from 07:30'],
  [1440, 'Once a day at 07:30'],
])('the schedule command describes a period of %i minutes as %j', (periodMinutes, words) => {
  expect(textOf({ periodMinutes })[0]).toBe(`${words} (Europe/Berlin).`);
  expect(textOf({ periodMinutes, paused: true })[0]).toBe(`${words} (Europe/Berlin), paused.`);
});

test('the schedule command lists the next runs in the time zone of the schedule', () => {
  const nextRunsAt = ['2026-03-28T06:30:00.000Z', '2026-03-29T05:30:00.000Z'];
  const [first, second] = nextRunsAt.map((instant) => format().momentIn(instant, 'Europe/Berlin'));
  expect(textOf({ periodMinutes: 1440, nextRunsAt }).slice(2)).toEqual([
    'Last run   never',
    `Next runs  ${first}`,
    `           ${second}`,
  ]);
});
