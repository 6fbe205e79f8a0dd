import type { Problem, ProblemParameters } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import type { LocalDateTime } from './calendar-date.ts';
import { coveringCron } from './cron-expression.ts';
import { fromLocalDateTime, toLocalDateTime } from './time-zone.ts';

/**
 * A cycle: each day starts at `startTime` on the wall clock and repeats every period until the next
 * day's start time. Moments are milliseconds since 1970; zones are IANA ids.
 *
 * A time that the wall clock skips runs at the first moment after the gap, together with any other that
 * lands there; a time that it shows twice runs the first time.
 */
export interface Schedule {
  /** "HH:MM", 24 hours. */
  readonly startTime: string;
  /** From 15 to 1440. */
  readonly periodMinutes: number;
}

export type ParsedSchedule =
  | { readonly schedule: Schedule; readonly problem: null }
  /** What is wrong with the input; it names the field. */
  | { readonly schedule: null; readonly problem: Problem<'input_schedule'> };

const MINUTE = 60_000;
const DAY_MINUTES = 1440;
const SHORTEST_PERIOD = 15;

/** Reads what a person or a script asks for; hours and minutes both zero mean once a day. */
export function parseSchedule(startTime: string, hours = 0, minutes = 0): ParsedSchedule {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(startTime)) return refuse('start');
  if (!isWholeUpTo(hours, 24)) return refuse('hours');
  if (!isWholeUpTo(minutes, DAY_MINUTES)) return refuse('minutes');
  const periodMinutes = hours * 60 + minutes || DAY_MINUTES;
  if (periodMinutes < SHORTEST_PERIOD || periodMinutes > DAY_MINUTES) return refuse('other');
  return { schedule: { startTime, periodMinutes }, problem: null };
}

function refuse(reason: ProblemParameters['input_schedule']['reason']): ParsedSchedule {
  return { schedule: null, problem: problem('input_schedule', { reason }) };
}

function isWholeUpTo(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

/** The first run after that moment. */
export function nextRun(schedule: Schedule, zone: string, afterMs: number): number {
  return nextRuns(schedule, zone, afterMs, 1)[0] as number;
}

/** The last run at or before that moment. */
export function previousRun(schedule: Schedule, zone: string, atMs: number): number {
  return momentOf(schedule, zone, indexAfter(schedule, zone, atMs) - 1);
}

/** The first `count` runs after that moment. */
export function nextRuns(schedule: Schedule, zone: string, afterMs: number, count: number): number[] {
  const coming = runsAfter(schedule, zone, afterMs);
  return Array.from({ length: count }, () => coming.next().value);
}

/** Every run from `fromMs` on and before `untilMs`. */
export function runsBetween(schedule: Schedule, zone: string, fromMs: number, untilMs: number): number[] {
  const runs: number[] = [];
  for (const run of runsAfter(schedule, zone, fromMs - 1)) {
    if (run >= untilMs) break;
    runs.push(run);
  }
  return runs;
}

function* runsAfter(schedule: Schedule, zone: string, afterMs: number): Generator<number, never> {
  let last = afterMs;
  for (let index = indexAfter(schedule, zone, afterMs); ; index++) {
    const run = momentOf(schedule, zone, index);
    // Times that a gap swallowed land on one moment, and make one run.
    if (run > last) yield run;
    last = run;
  }
}

/**
 * The smallest single cron expression that fires at every run of the cycle by the wall clock: the runs
 * and nothing else where that can be said in one expression.
 */
export function cronFor(schedule: Schedule): string {
  return coveringCron(minutesOfDay(schedule));
}

/** The times of day, in minutes, at which it runs, from the start time on. */
export function minutesOfDay(schedule: Schedule): number[] {
  const start = startMinute(schedule);
  return Array.from({ length: runsPerDay(schedule) }, (_, run) => (start + run * schedule.periodMinutes) % DAY_MINUTES);
}

/*
 * All runs of all days are numbered in the order of the wall clock; run 0 is the start time of
 * 1970-01-01. Moments never decrease with the number, also across gaps and repeated hours.
 */

function runsPerDay({ periodMinutes }: Schedule): number {
  return Math.ceil(DAY_MINUTES / periodMinutes);
}

function startMinute({ startTime }: Schedule): number {
  return Number(startTime.slice(0, 2)) * 60 + Number(startTime.slice(3));
}

function momentOf(schedule: Schedule, zone: string, index: number): number {
  const perDay = runsPerDay(schedule);
  const day = Math.floor(index / perDay);
  const minutes = startMinute(schedule) + (index - day * perDay) * schedule.periodMinutes;
  const wall = day * DAY_MINUTES + minutes;
  return fromLocalDateTime(zone, new Date(wall * MINUTE).toISOString().slice(0, 19) as LocalDateTime);
}

/** The number of the first run after the moment. */
function indexAfter(schedule: Schedule, zone: string, afterMs: number): number {
  const wall = Math.floor(Date.parse(`${toLocalDateTime(zone, afterMs)}Z`) / MINUTE) - startMinute(schedule);
  const day = Math.floor(wall / DAY_MINUTES);
  const inDay = Math.floor((wall - day * DAY_MINUTES) / schedule.periodMinutes);
  // In an hour that the clock shows again, later runs of the wall clock have been already.
  let index = day * runsPerDay(schedule) + inDay + 1;
  while (momentOf(schedule, zone, index) <= afterMs) index++;
  return index;
}
