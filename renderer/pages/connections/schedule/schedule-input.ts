import { scheduleBody } from '../../../../src/contract/v2/schedule.ts';

export interface ScheduleInput {
  readonly startTime: string;
  readonly hours: string;
  readonly minutes: string;
}

const DAY_MINUTES = 1440;

/** Follows the API's rules, but rejects an interval of zero: in the API it means daily, but here the user left the fields empty. */
export function checkScheduleInput({ startTime, hours, minutes }: ScheduleInput) {
  const input = { startTime, hours: Number(hours), minutes: Number(minutes) };
  const checked = scheduleBody.safeParse({ start_time: startTime, hours: input.hours, minutes: input.minutes });
  const isWrong = (field: string): boolean => checked.error?.issues.some(({ path }) => path[0] === field) ?? false;
  const startWrong = isWrong('start_time');
  const intervalWrong =
    (input.hours === 0 && input.minutes === 0) ||
    (!checked.success && (!startWrong || isWrong('hours') || isWrong('minutes')));
  return { input: startWrong || intervalWrong ? null : input, startWrong, intervalWrong };
}

export function toScheduleInput(startTime: string, periodMinutes: number): ScheduleInput {
  return { startTime, hours: String(Math.floor(periodMinutes / 60)), minutes: String(periodMinutes % 60) };
}

/** Common schedules. The first is the default of a new schedule. */
export const PRESETS: readonly ScheduleInput[] = [
  toScheduleInput('07:30', 360),
  toScheduleInput('07:00', DAY_MINUTES),
  toScheduleInput('07:00', 720),
  toScheduleInput('00:00', 60),
];
