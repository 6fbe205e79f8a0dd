import { toInstant } from '../core/calendar-date.ts';
import { nextRun, previousRun } from '../core/schedule.ts';
import type { Writer } from '../store/database.ts';
import { claimDueRun, saveSchedule, type StoredSchedule } from '../store/schedules.ts';

/** A run of the schedule that is due now and is the caller's alone to start. */
export interface DueRun {
  /** The moment that the schedule named. */
  readonly dueMs: number;
  /** Whether it makes up for a moment that passed while nobody watched. */
  readonly late: boolean;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** What the tick notices is up to a minute late; some more for a busy machine. */
const ON_TIME = 2 * MINUTE;

/** Whether the schedule owes a run at this moment. */
export function isDue(stored: StoredSchedule, zone: string, nowMs: number): boolean {
  return previousRun(stored, zone, nowMs) > settledUntil(stored);
}

/**
 * Claims what the schedule owes at this moment: the last due moment, if it came after everything already
 * settled. Those before it are settled with it, so that any time away costs one run. A run that waited for its
 * turn is as late as it was when it was noticed.
 */
export function claimWhatIsDue(
  store: Writer,
  stored: StoredSchedule,
  zone: string,
  nowMs: number,
  noticedMs = nowMs,
): DueRun | null {
  const dueMs = previousRun(stored, zone, nowMs);
  if (dueMs <= settledUntil(stored) || !claimDueRun(store, stored.accountId, toInstant(dueMs))) return null;
  return { dueMs, late: noticedMs - dueMs > ON_TIME };
}

/** The first due moment that is still to come: later than now, and than all that is settled. */
export function nextDue(stored: StoredSchedule, zone: string, nowMs: number): number {
  return nextRun(stored, zone, Math.max(nowMs, settledUntil(stored)));
}

/**
 * After a clock was set back by some hours, moments that had their run wait to be passed again. When they
 * lie more than a day ahead, the clock had been wrong: the schedule is reset rather than standing still
 * until then. Returns the schedule as it is now stored.
 */
export function forgetWrongClock(store: Writer, stored: StoredSchedule, nowMs: number): StoredSchedule {
  if (settledUntil(stored) <= nowMs + DAY) return stored;
  const renewed = { ...stored, setAt: toInstant(nowMs), lastDueAt: null };
  saveSchedule(store, renewed);
  return renewed;
}

/** Due moments up to this one have had their run, or came before the schedule was set. */
function settledUntil({ setAt, lastDueAt }: StoredSchedule): number {
  return Math.max(Date.parse(setAt), lastDueAt === null ? 0 : Date.parse(lastDueAt));
}
