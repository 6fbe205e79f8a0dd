import type { LastRun } from './tray-state.ts';

/** Where and when the menu is looked at. */
export interface Reader {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** BCP 47, for the way in which times are written. */
  readonly locale: string;
  /** IANA zone of the machine: who looks at the tray thinks in its clock's time. */
  readonly timeZone: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "5 minutes ago"; "just now" also for a moment in the future, as after the clock was set back. */
export function ageWords(at: string, { now }: Reader): string {
  const age = now - Date.parse(at);
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return ago(age / MINUTE, 'minute');
  return age < DAY ? ago(age / HOUR, 'hour') : ago(age / DAY, 'day');
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
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
  const near = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }[distance];
  return `${near ?? new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' }).format(moment)}, ${time}`;
}

/** Days since 1970 by the calendar of the zone. */
function dayNumber(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', numberingSystem: 'latn', year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(moment);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  return Math.round(Date.UTC(part('year'), part('month') - 1, part('day')) / DAY);
}

const KINDS: Readonly<Partial<Record<string, string>>> = { sync: 'Last sync', import: 'Last import', undo: 'Last undo', restore: 'Last restore' };

/** "Last sync: 3 added, 1 updated". */
export function resultWords(last: LastRun): string {
  return `${KINDS[last.kind] ?? 'Last run'}: ${outcomeWords(last)}`;
}

function outcomeWords({ status, added, updated, removed }: LastRun): string {
  if (status === 'failed') return 'failed';
  if (status === 'cancelled') return 'cancelled';
  const counts = [[added, 'added'], [updated, 'updated'], [removed, 'removed']] as const;
  const changes = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const done = changes.length === 0 ? 'nothing new' : changes.join(', ');
  return status === 'partial' ? `${done}, not all of it could be done` : done;
}

const STAGES: Readonly<Record<string, string>> = {
  settling: 'Settling what was open',
  fetching: 'Asking the bank',
  reading: 'Reading the spreadsheet',
  planning: 'Comparing',
  recording: 'Noting what will be written',
  writing: 'Writing to the spreadsheet',
  confirming: 'Checking what was written',
  mirroring: 'Finishing',
};

/** What a run does now; just "Syncing" before its first stage. */
export function stageWords(stage: string | null): string {
  return `${stage !== null && Object.hasOwn(STAGES, stage) ? STAGES[stage] : 'Syncing'}…`;
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
