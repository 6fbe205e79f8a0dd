import type { Texts } from '../../words/texts.ts';

const DAY_MINUTES = 1440;

/** "Every 6 hours from 07:30". */
export function cycleInWords(startTime: string, periodMinutes: number, text: Texts['schedule']): string {
  if (periodMinutes === DAY_MINUTES) return text.daily({ start: startTime });
  const [hours, minutes] = [Math.floor(periodMinutes / 60), periodMinutes % 60];
  if (hours === 1 && minutes === 0) return text.hourly({ start: startTime });
  if (minutes === 0) return text.every({ interval: text.hourCount({ count: hours }), start: startTime });
  const odd = text.minuteCount({ count: minutes });
  if (hours === 0) return text.every({ interval: odd, start: startTime });
  return text.every({
    interval: text.both({ hours: text.hourCount({ count: hours }), minutes: odd }),
    start: startTime,
  });
}

/** What a cycle that does not fit a day evenly does at the end of one; null for one that does. */
export function lastIntervalInWords(startTime: string, periodMinutes: number, text: Texts['schedule']): string | null {
  return DAY_MINUTES % periodMinutes === 0 ? null : text.anew({ start: startTime });
}
