import { nextRun, type Schedule } from '../../src/core/schedule.ts';

/** The times of the runs from `fromMs` on and before `untilMs`. */
export function runsBetween(schedule: Schedule, zone: string, fromMs: number, untilMs: number): number[] {
  const runs: number[] = [];
  for (let run = nextRun(schedule, zone, fromMs - 1); run < untilMs; run = nextRun(schedule, zone, run)) runs.push(run);
  return runs;
}
