import { toEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import { entriesOfDay, LONGEST_ECHO_DAYS } from './daily-life.ts';
import type { DemoAccount, LedgerEntry } from './ledger-entry.ts';

/** In cents. */
export type DemoBalances = Readonly<Record<DemoAccount, number>>;

/** What the demo person had before this day began; all other days follow from what was booked between. */
const ORIGIN = { date: '2025-01-01' as CalendarDate, everyday: 412_733, travel: 38_260 };

/** What was booked before the day. `each` is called now and then, so that it can throw to stop. */
export function balancesBefore(seed: number, date: CalendarDate, each: () => void): DemoBalances {
  const { date: origin, ...start } = ORIGIN;
  const [first, end] = date < origin ? [date, origin] : [origin, date];
  const booked = { everyday: 0, travel: 0 };
  for (let day = toEpochDay(first) - LONGEST_ECHO_DAYS; day < toEpochDay(end); day += 1) {
    if (day % 100 === 0) each();
    for (const entry of entriesOfDay(seed, day)) {
      if (entry.status === 'posted' && entry.date >= first && entry.date < end) booked[entry.account] += entry.cents;
    }
  }
  return date < origin ? less(start, booked) : plus(start, booked);
}

/** With these entries on top, each counted however it stands. */
export function withEntries(before: DemoBalances, entries: readonly LedgerEntry[]): DemoBalances {
  const after = { ...before };
  for (const { account, cents } of entries) after[account] += cents;
  return after;
}

function plus(a: DemoBalances, b: DemoBalances): DemoBalances {
  return { everyday: a.everyday + b.everyday, travel: a.travel + b.travel };
}

function less(a: DemoBalances, b: DemoBalances): DemoBalances {
  return { everyday: a.everyday - b.everyday, travel: a.travel - b.travel };
}
