import type { CalendarDate } from '../core/calendar-date.ts';
import { todayIn } from '../core/time-zone.ts';
import type { Clock } from '../platform/clock.ts';
import { findTimeZone } from '../store/accounts.ts';
import type { Reader } from '../store/database.ts';
import { createMemo } from './memo.ts';

const MINUTE_MS = 60_000;

/** Today in an account's zone. Zones change their day on full minutes, so one is worked out once a minute. */
export function createToday(store: Reader, clock: Clock): (accountId: string) => CalendarDate {
  const zones = createMemo(store, (accountId) => findTimeZone(store, accountId) ?? 'UTC');
  const days = new Map<string, { readonly minute: number; readonly today: CalendarDate }>();
  return (accountId) => {
    const zone = zones.get(accountId);
    const now = clock.now();
    const minute = Math.floor(now / MINUTE_MS);
    const known = days.get(zone);
    if (known?.minute === minute) return known.today;
    const today = todayIn(zone, now);
    days.set(zone, { minute, today });
    return today;
  };
}
