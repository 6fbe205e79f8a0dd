import { countWords } from '../../messages/shared-words.ts';
import type { DesktopI18n } from '../i18n.ts';
import type { LastRun } from './tray-state.ts';

export interface Reader {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly i18n: DesktopI18n;
  /** The time zone of the machine, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns "now" also for a time in the future, after the clock was set back. */
export function ageWords(at: string, { now, i18n }: Reader): string {
  return i18n.format.relative(at, Math.max(now, Date.parse(at)));
}

export function isFresh(at: string, { now }: Reader): boolean {
  return now - Date.parse(at) < 2 * DAY;
}

/** "today, 18:00", "tomorrow, 06:00", otherwise with the day: "Mon 16 Mar, 06:00". */
export function momentWords(at: string, { now, i18n, timeZone }: Reader): string {
  const { format } = i18n;
  const distance = dayNumber(new Date(at), timeZone) - dayNumber(new Date(now), timeZone);
  const day = Math.abs(distance) <= 1 ? format.distance(distance, 'day') : format.weekdayIn(at, timeZone);
  return `${day}, ${format.timeIn(at, timeZone)}`;
}

function dayNumber(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(moment);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  return Math.round(Date.UTC(part('year'), part('month') - 1, part('day')) / DAY);
}

export function resultWords(last: LastRun, reader: Reader): string {
  const { kind, finishedAt } = last;
  const { desktop } = reader.i18n.texts;
  return desktop.tray.lastRun({
    what: desktop.run.kind[kind],
    outcome: outcomeWords(last, desktop),
    when: momentWords(finishedAt, reader),
  });
}

function outcomeWords({ status, ...counts }: LastRun, { run }: DesktopI18n['texts']['desktop']): string {
  if (status === 'failed' || status === 'cancelled') return run.status[status];
  const changes = countWords(counts, run).join(', ');
  return status === 'partial' ? `${changes}, ${run.status.partial}` : changes;
}

/** Milliseconds until the next update of the texts; at least a minute, so that an idle tray costs nothing. */
export function untilWordsChange(moments: readonly (string | null)[], now: number): number {
  const isYoung = moments.some((at) => at !== null && now - Date.parse(at) < HOUR);
  const quarter = 15 * MINUTE;
  return isYoung ? MINUTE : Math.max(quarter - (now % quarter), MINUTE);
}
