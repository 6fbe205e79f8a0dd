import * as fc from 'fast-check';
import type { Schedule } from '../../src/core/schedule.ts';

export function every(periodMinutes: number, startTime: string): Schedule {
  return { startTime, periodMinutes };
}

export const anySchedule = fc
  .record({ start: fc.integer({ min: 0, max: 1439 }), periodMinutes: fc.integer({ min: 15, max: 1440 }) })
  .map(({ start, periodMinutes }) => every(periodMinutes, new Date(start * 60_000).toISOString().slice(11, 16)));

/** The minutes of the day at which a schedule runs, derived from its definition. */
export function minutesOfDay({ startTime, periodMinutes }: Schedule): Set<number> {
  const [hour, minute] = startTime.split(':').map(Number) as [number, number];
  const times = new Set<number>();
  for (let time = 0; time < 1440; time += periodMinutes) times.add((hour * 60 + minute + time) % 1440);
  return times;
}
