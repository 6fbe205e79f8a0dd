/** The only source of the current time, so that tests can control it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since the start of the process. Measures durations correctly even if the system time is changed. */
export const steadyClock: Clock = { now: () => performance.now() };
