/** The only source of the current time, so that tests can control it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A monotonic clock, unaffected by changes of the wall clock: for durations, not for dates. */
export const steadyClock: Clock = { now: () => performance.now() };
