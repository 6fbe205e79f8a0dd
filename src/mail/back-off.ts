const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What usually passes: soon at first, then every six hours for as long as it lasts. */
const WAITS_MS: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR];

/** What a person has to put right: some servers lock an account whose password is wrong too often. */
const AFTER_REFUSAL_MS = DAY;

/** Milliseconds until the next attempt after that many have failed. There is always one: a digest is never given up. */
export function waitAfter(attempts: number, isPassing: boolean): number {
  if (!isPassing) return AFTER_REFUSAL_MS;
  return WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? MINUTE;
}

/** A wait that could not be is that of a clock which was set back. */
export function isDue(nextAtMs: number | null, nowMs: number): boolean {
  return nextAtMs === null || nextAtMs <= nowMs || nextAtMs - nowMs > DAY + HOUR;
}
