import type { Problem, ProblemParameters } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import type { LocalDateTime } from './calendar-date.ts';
import { fromLocalDateTime, toLocalDateTime } from './time-zone.ts';

/** A run at a time that the wall clock skips starts right after the gap. A run at a repeated time starts only the first time. */
export interface Schedule {
  readonly startTime: string;
  readonly periodMinutes: number;
}

type ParsedSchedule =
  | { readonly schedule: Schedule; readonly problem: null }
  | { readonly schedule: null; readonly problem: Problem<'input_schedule'> };

const MINUTE = 60_000;
const DAY_MINUTES = 1440;
const SHORTEST_PERIOD = 15;

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

export function nextRun(schedule: Schedule, zone: string, afterMs: number): number {
  return nextRuns(schedule, zone, afterMs, 1)[0] as number;
}

export function previousRun(schedule: Schedule, zone: string, atMs: number): number {
  return momentOf(schedule, zone, indexAfter(schedule, zone, atMs) - 1);
}

export function nextRuns(schedule: Schedule, zone: string, afterMs: number, count: number): number[] {
  const coming = runsAfter(schedule, zone, afterMs);
  return Array.from({ length: count }, () => coming.next().value);
}

function* runsAfter(schedule: Schedule, zone: string, afterMs: number): Generator<number, never> {
  let last = afterMs;
  for (let index = indexAfter(schedule, zone, afterMs); ; index++) {
    const run = momentOf(schedule, zone, index);
    // Times that daylight saving time skips share one moment and become one run.
    if (run > last) yield run;
    last = run;
  }
}

/** Returns a cron expression for exactly these runs if there is one, otherwise one with the fewest additional runs. */
export function cronFor(schedule: Schedule): string {
  const start = startMinute(schedule);
  const times = Array.from({ length: runsPerDay(schedule) }, (_, run) => start + run * schedule.periodMinutes);
  // A cron expression fires at every combination of its minutes and hours.
  const minutes = new Set(times.map((time) => time % 60));
  const hours = new Set(times.map((time) => Math.floor((time % DAY_MINUTES) / 60)));
  return `${fieldText(minutes, 60)} ${fieldText(hours, 24)} * * *`;
}

function runsPerDay({ periodMinutes }: Schedule): number {
  return Math.ceil(DAY_MINUTES / periodMinutes);
}

function startMinute({ startTime }: Schedule): number {
  return Number(startTime.slice(0, 2)) * 60 + Number(startTime.slice(3));
}

/** Runs are numbered in wall-clock order; run 0 is at the start time of 1970-01-01. */
function momentOf(schedule: Schedule, zone: string, index: number): number {
  const perDay = runsPerDay(schedule);
  const day = Math.floor(index / perDay);
  const minutes = startMinute(schedule) + (index - day * perDay) * schedule.periodMinutes;
  const wall = day * DAY_MINUTES + minutes;
  return fromLocalDateTime(zone, new Date(wall * MINUTE).toISOString().slice(0, 19) as LocalDateTime);
}

function indexAfter(schedule: Schedule, zone: string, afterMs: number): number {
  const wall = Math.floor(Date.parse(`${toLocalDateTime(zone, afterMs)}Z`) / MINUTE) - startMinute(schedule);
  const day = Math.floor(wall / DAY_MINUTES);
  const inDay = Math.floor((wall - day * DAY_MINUTES) / schedule.periodMinutes);
  // Skips times that the clock has already shown in the first pass of a repeated hour.
  let index = day * runsPerDay(schedule) + inDay + 1;
  while (momentOf(schedule, zone, index) <= afterMs) index++;
  return index;
}

interface Item {
  readonly text: string;
  readonly values: readonly number[];
}

/** Uses ranges, or items with steps if that is shorter. May not be the shortest text for odd periods. */
function fieldText(numbers: ReadonlySet<number>, size: number): string {
  const steps = pickItems(numbers, itemsWithin(numbers, size));
  const ranges = unbrokenRanges(numbers);
  return steps.length < ranges.length ? steps : ranges;
}

function unbrokenRanges(numbers: ReadonlySet<number>): string {
  const ranges: string[] = [];
  for (const first of ascending(numbers)) {
    if (numbers.has(first - 1)) continue;
    let last = first;
    while (numbers.has(last + 1)) last++;
    ranges.push(first === last ? String(first) : `${first}-${last}`);
  }
  return ranges.join(',');
}

function ascending(numbers: ReadonlySet<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}

function itemsWithin(numbers: ReadonlySet<number>, size: number): Item[] {
  const items: Item[] = [];
  for (const first of ascending(numbers)) {
    items.push({ text: String(first), values: [first] });
    for (let step = 1; first + step < size; step++) {
      const values = [first];
      for (let value = first + step; numbers.has(value); value += step) {
        values.push(value);
        items.push({ text: textOf(first, value, step, size), values: [...values] });
      }
    }
  }
  return items;
}

function textOf(first: number, last: number, step: number, size: number): string {
  const all = first === 0 && last + step >= size;
  return `${all ? '*' : `${first}-${last}`}${step === 1 ? '' : `/${step}`}`;
}

/** Greedy set cover by the fewest characters per new number; ties go to the item with most new numbers. */
function pickItems(numbers: ReadonlySet<number>, items: readonly Item[]): string {
  const missing = new Set(numbers);
  const picked: Item[] = [];
  while (missing.size > 0) {
    const [best] = items
      .map((item) => ({ item, news: item.values.filter((value) => missing.has(value)).length }))
      .filter(({ news }) => news > 0)
      .sort((a, b) => (a.item.text.length + 1) / a.news - (b.item.text.length + 1) / b.news || b.news - a.news);
    if (best === undefined) break;
    picked.push(best.item);
    for (const value of best.item.values) missing.delete(value);
  }
  return picked
    .sort((a, b) => (a.values[0] as number) - (b.values[0] as number))
    .map(({ text }) => text)
    .join(',');
}
