import type { MailCycle } from '../contract/control/mail.ts';
import { nextRuns, previousRun } from '../core/schedule.ts';
import { toEpochDay } from '../core/calendar-date.ts';
import { todayIn } from '../core/time-zone.ts';

type When = Pick<MailCycle, 'cycle' | 'weekday' | 'time'>;

const DAY = 86_400_000;
const WEEK = 7;
/** 1970-01-01, day 0, was a Thursday. */
const THURSDAY = 4;

/** The last moment at or before `atMs` at which a digest is due, by the wall clock of the zone. */
export function previousSlot({ cycle, weekday, time }: When, zone: string, atMs: number): number {
  const daily = { startTime: time, periodMinutes: 1440 };
  let slot = previousRun(daily, zone, atMs);
  if (cycle === 'daily') return slot;
  // Each day has one: a time that the clock skips is taken at the first one after it.
  for (let days = 1; days < WEEK && weekdayIn(zone, slot) !== weekday; days += 1)
    slot = previousRun(daily, zone, slot - 1);
  return slot;
}

/** The first one after `afterMs`. */
export function nextSlot({ cycle, weekday, time }: When, zone: string, afterMs: number): number {
  const coming = nextRuns({ startTime: time, periodMinutes: 1440 }, zone, afterMs, cycle === 'daily' ? 1 : WEEK + 1);
  return coming.find((slot) => cycle === 'daily' || weekdayIn(zone, slot) === weekday) ?? (coming[0] as number);
}

/**
 * The slot that is due and not dealt with; null where there is none. A clock that is set back lets the last slot lie ahead:
 * by less than a day it is waited for, since it was dealt with; by more the clock was wrong, and counting begins again.
 */
export function dueSlot(
  when: When,
  zone: string,
  lastSlotMs: number,
  nowMs: number,
): { readonly slotMs: number; readonly isDue: boolean } | null {
  const slotMs = previousSlot(when, zone, nowMs);
  if (lastSlotMs - nowMs > DAY) return { slotMs, isDue: false };
  return slotMs > lastSlotMs ? { slotMs, isDue: true } : null;
}

/** Monday is 1. */
function weekdayIn(zone: string, epochMs: number): number {
  const day = toEpochDay(todayIn(zone, epochMs)) + THURSDAY - 1;
  return (((day % WEEK) + WEEK) % WEEK) + 1;
}
