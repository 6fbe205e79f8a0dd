import type { Format } from '../../words/format.ts';
import type { ScheduleWords } from './words.ts';

const DAY_MINUTES = 1440;

/** "Every 6 hours from 07:30". */
export function cycleInWords(startTime: string, periodMinutes: number, text: ScheduleWords, format: Format): string {
  if (periodMinutes === DAY_MINUTES) return text.daily(startTime);
  const [hours, minutes] = [Math.floor(periodMinutes / 60), periodMinutes % 60];
  if (hours === 1 && minutes === 0) return text.hourly(startTime);
  if (minutes === 0) return text.every(text.hourCount(format.number(hours)), startTime);
  const odd = minutes === 1 ? text.oneMinute : text.minuteCount(format.number(minutes));
  if (hours === 0) return text.every(odd, startTime);
  return text.every(text.both(hours === 1 ? text.oneHour : text.hourCount(format.number(hours)), odd), startTime);
}

/** What a cycle that does not fit a day evenly does at the end of one; null for one that does. */
export function lastIntervalInWords(startTime: string, periodMinutes: number, text: ScheduleWords): string | null {
  return DAY_MINUTES % periodMinutes === 0 ? null : text.anew(startTime);
}
