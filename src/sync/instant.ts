import type { Instant } from '../core/calendar-date.ts';
import type { Clock } from '../platform/clock.ts';

/** The clock's moment as it is recorded. */
export function instantNow(clock: Clock): Instant {
  return new Date(clock.now()).toISOString() as Instant;
}
