import type { Clock } from '../../src/platform/clock.ts';

/** A clock that only changes when a test sets it. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
  set(iso: string): void;
}

export function manualClock(iso = '2026-03-10T09:00:00.000Z'): ManualClock {
  let now = Date.parse(iso);
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    set: (text) => {
      now = Date.parse(text);
    },
  };
}
