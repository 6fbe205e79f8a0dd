import type { RunCounts } from '../../core/run.ts';
import { toLocalDateTime } from '../../core/time-zone.ts';

/** "1 row", "2 rows". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** "12,345". */
export function grouped(count: number): string {
  return count.toLocaleString('en');
}

/** "2026-01-31 08:15", by this machine's clock; "never" for null. */
export function moment(instant: string | null): string {
  if (instant === null) return 'never';
  const at = new Date(instant);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The wall clock of a zone at that moment: "2026-03-29 07:30". */
export function momentIn(zone: string, instant: string): string {
  return toLocalDateTime(zone, Date.parse(instant)).slice(0, 16).replace('T', ' ');
}

/** "every 6 hours", "every 1 hour 30 minutes", "once a day". */
export function period(minutes: number): string {
  if (minutes === 24 * 60) return 'once a day';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [...(hours === 0 ? [] : [plural(hours, 'hour')]), ...(rest === 0 ? [] : [plural(rest, 'minute')])];
  return `every ${parts.join(' ')}`;
}

/** What a run did, or would do: "3 added, 1 updated, 40 known". */
export function countsInWords(counts: RunCounts): string {
  const said = COUNT_WORDS.flatMap(([key, words]) => (counts[key] === 0 ? [] : [`${grouped(counts[key])} ${words}`]));
  return said.length === 0 ? 'nothing new' : said.join(', ');
}

const COUNT_WORDS: readonly (readonly [keyof RunCounts, string])[] = [
  ['added', 'added'],
  ['updated', 'updated'],
  ['removed', 'removed'],
  ['known', 'known before'],
  ['deleted', 'deleted by you and left out'],
  ['elsewhere', 'there from another source'],
  ['possibleDuplicates', 'possibly twice'],
  ['leftFeed', 'no longer sent by the bank'],
  ['kept', 'left as you changed them'],
];
