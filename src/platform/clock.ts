/** The only source of "now"; tests hand in one that they turn by hand. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Counts on from some moment whatever the wall clock is set to: for distances in time, not for dates. */
export const steadyClock: Clock = { now: () => performance.now() };
