import { daysBetween } from '../core/calendar-date.ts';
import { todayIn } from '../core/time-zone.ts';

/** A person who is told some days before can choose when to sign in at the bank. */
const REMINDED_DAYS = 14;

/** How many days are left of a consent that a person is reminded of; null where there is nothing to remind of. */
export function consentDaysLeft(until: string | null, timeZone: string, nowMs: number): number | null {
  // What has ended is what the next sync says.
  if (until === null || Date.parse(until) <= nowMs) return null;
  const days = daysBetween(todayIn(timeZone, nowMs), todayIn(timeZone, Date.parse(until)));
  return days > REMINDED_DAYS ? null : days;
}
