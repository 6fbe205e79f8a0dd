const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The waits before each further attempt: three days in all, at most six hours at once, so that a receiver which is back
 * gets what it missed within that time. They are counted, not measured from the first attempt: a clock that is set
 * forward shortens one wait at most.
 */
export const WAITS_MS: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  ...Array.from({ length: 11 }, () => 6 * HOUR),
];

const LONGEST_MS = 6 * HOUR;
/** A receiver may ask for more time, within reason. */
const LONGEST_ASKED_MS = 24 * HOUR;

/** Milliseconds until the next attempt after that many have failed; null when it is given up. */
export function waitAfter(attempts: number, askedMs: number | null): number | null {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return null;
  return Math.max(wait, Math.min(askedMs ?? 0, LONGEST_ASKED_MS));
}

/** A wait that could not be is that of a clock which was set back. */
export function isDue(nextAtMs: number | null, nowMs: number): boolean {
  return nextAtMs === null || nextAtMs <= nowMs || nextAtMs - nowMs > LONGEST_ASKED_MS + LONGEST_MS;
}
