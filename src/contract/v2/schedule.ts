import * as z from 'zod/mini';
import { described } from '../described.ts';
import { parseSchedule, type Schedule } from '../../core/schedule.ts';
import { describe } from '../../messages/problem.ts';
import { quoted, strictMessage } from './problem.ts';

const startTime = z.string({ error: 'start_time is required, as text HH:MM with 24 hours.' }).check(
  z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
    error: (issue) =>
      `start_time must be a time of day as HH:MM with 24 hours, from 00:00 to 23:59, not ${quoted(issue.input)}.`,
  }),
  z.meta({ description: "Time of the first run of each day, in the account's time zone.", example: '07:30' }),
);

function wholeNumber(name: string, most: number, description: string) {
  const error = `${name} must be a whole number from 0 to ${most}.`;
  return z._default(z.int({ error }).check(z.gte(0, { error }), z.lte(most, { error }), z.meta({ description })), 0);
}

const scheduleFields = z
  .strictObject(
    {
      start_time: startTime,
      hours: wholeNumber('hours', 24, 'Hours between runs.'),
      minutes: wholeNumber('minutes', 1440, 'Minutes between runs, in addition to the hours.'),
    },
    { error: strictMessage('field', ['start_time', 'hours', 'minutes']) },
  )
  .check(
    z.meta({
      id: 'NewSchedule',
      description:
        'The interval is the sum of hours and minutes, from 15 minutes to 24 hours. If both are zero or missing, syncs run once a day.',
      examples: [{ start_time: '07:30', hours: 6 }],
    }),
  );

export const scheduleBody = z.pipe(
  scheduleFields,
  z.transform(({ start_time, hours, minutes }, context): Schedule => {
    const parsed = parseSchedule(start_time, hours, minutes);
    if (parsed.schedule !== null) return parsed.schedule;
    context.issues.push({ code: 'custom', input: { hours, minutes }, message: describe(parsed.problem).what });
    return z.NEVER;
  }),
);

const instantExample = '2026-01-31T06:30:00.000Z';

export const scheduleResponse = z
  .strictObject({
    active: described(z.boolean(), 'True if a schedule is set; otherwise all other fields are null.'),
    start_time: described(z.nullable(z.string()), 'Time of the first run of each day, "HH:MM".', '07:30'),
    period_minutes: described(z.nullable(z.int()), 'Interval between runs, in minutes.', 360),
    cron: described(
      z.nullable(z.string()),
      "A 5-field cron expression in the account's time zone that fires at every run. If none is exact, it fires at as few other times as possible.",
      '30 1-19/6 * * *',
    ),
    last_run_time: described(z.nullable(z.iso.datetime()), 'The time of the last scheduled run.', instantExample),
    next_run_time: described(z.nullable(z.iso.datetime()), 'The time of the next scheduled run.', instantExample),
  })
  .check(
    z.meta({
      id: 'Schedule',
      examples: [
        {
          active: true,
          start_time: '07:30',
          period_minutes: 360,
          cron: '30 1-19/6 * * *',
          last_run_time: instantExample,
          next_run_time: '2026-01-31T12:30:00.000Z',
        },
      ],
    }),
  );

export type ScheduleResponse = z.infer<typeof scheduleResponse>;

export const successResponse = z
  .strictObject({ success: described(z.boolean(), 'True if the request succeeded.') })
  .check(z.meta({ id: 'Success', examples: [{ success: true }] }));

export type SuccessResponse = z.infer<typeof successResponse>;
