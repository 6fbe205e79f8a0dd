import type { CalendarDate } from '../../core/calendar-date.ts';
import { todayIn } from '../../core/time-zone.ts';

/** The day that a wall clock in the zone shows at a moment, written as in ISO 8601; null when it is none. */
export function dayOf(moment: string | null, timeZone: string): CalendarDate | null {
  const at = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(at) ? null : todayIn(timeZone, at);
}
