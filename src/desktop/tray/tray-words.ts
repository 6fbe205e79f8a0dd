import { wordsFor } from '../native-words.ts';
import type { LastRun } from './tray-state.ts';
import { trayTexts, type TrayTexts } from './tray-texts.ts';

/** Where and when the menu is looked at. */
export interface Reader {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** BCP 47, for the language and the way in which times are written. */
  readonly locale: string;
  /** IANA zone of the machine: who looks at the tray thinks in its clock's time. */
  readonly timeZone: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "5 minutes ago"; "just now" also for a moment in the future, as after the clock was set back. */
export function ageWords(at: string, { now, locale }: Reader): string {
  const texts = wordsFor(trayTexts, locale);
  const age = now - Date.parse(at);
  if (age < MINUTE) return texts.justNow;
  if (age < HOUR) return texts.minutesAgo(Math.floor(age / MINUTE));
  return age < DAY ? texts.hoursAgo(Math.floor(age / HOUR)) : texts.daysAgo(Math.floor(age / DAY));
}

/** Whether data of that moment still counts as up to date: a person who syncs every day sees it say so. */
export function isFresh(at: string, { now }: Reader): boolean {
  return now - Date.parse(at) < 2 * DAY;
}

/** "today, 18:00", "tomorrow, 06:00", else with the day: "Mon, 16 Mar, 06:00". */
export function momentWords(at: string, { now, locale, timeZone }: Reader): string {
  const moment = new Date(at);
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }).format(moment);
  const distance = dayNumber(moment, timeZone) - dayNumber(new Date(now), timeZone);
  const { yesterday, today, tomorrow } = wordsFor(trayTexts, locale);
  const near = { [-1]: yesterday, 0: today, 1: tomorrow }[distance];
  return `${near ?? new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' }).format(moment)}, ${time}`;
}

/** Days since 1970 by the calendar of the zone. */
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

/** "Last sync: 3 added, 1 updated". */
export function resultWords(last: LastRun, { locale }: Pick<Reader, 'locale'>): string {
  const texts = wordsFor(trayTexts, locale);
  return `${named(texts.kinds, last.kind) ?? texts.lastRun}: ${outcomeWords(last, texts)}`;
}

function outcomeWords({ status, added, updated, removed }: LastRun, texts: TrayTexts): string {
  if (status === 'failed') return texts.failed;
  if (status === 'cancelled') return texts.cancelled;
  const counts = [
    [added, texts.added],
    [updated, texts.updated],
    [removed, texts.removed],
  ] as const;
  const changes = counts.filter(([count]) => count > 0).map(([count, words]) => words(count));
  const done = changes.length === 0 ? texts.nothingNew : changes.join(', ');
  return status === 'partial' ? texts.partial(done) : done;
}

/** What a run does now; just "Syncing" before its first stage, and for one of another version. */
export function stageWords(stage: string | null, { locale }: Pick<Reader, 'locale'>): string {
  const texts = wordsFor(trayTexts, locale);
  return (stage === null ? undefined : named(texts.stages, stage)) ?? texts.anyStage;
}

function named(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/**
 * Milliseconds until a text about these moments may read differently: never under a minute, so that an idle tray
 * costs nothing. Days begin on a quarter of an hour in every zone.
 */
export function untilWordsChange(moments: readonly (string | null)[], now: number): number {
  const isYoung = moments.some((at) => at !== null && now - Date.parse(at) < HOUR);
  const quarter = 15 * MINUTE;
  return isYoung ? MINUTE : Math.max(quarter - (now % quarter), MINUTE);
}
