import { toInstant } from '../core/calendar-date.ts';
import { nextRun, previousRun } from '../core/schedule.ts';
import type { Writer } from '../store/database.ts';
import { claimDueRun, saveSchedule, type StoredSchedule } from '../store/schedules.ts';

/** A due run that the caller has claimed and must start. */
export interface DueRun {
  /** The time set by the schedule. */
  readonly dueMs: number;
  /** True if the run was missed, for example because the machine was asleep. */
  readonly late: boolean;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** The check every minute may notice a run a minute late; allow as much again for a busy machine. */
const LATE_AFTER = 2 * MINUTE;

export function isDue(stored: StoredSchedule, zone: string, nowMs: number): boolean {
  return previousRun(stored, zone, nowMs) > handledUntil(stored);
}

/**
 * Claims the latest due time, unless it was handled before. Earlier missed times are handled with it, so one run makes up
 * for any downtime. `requestedMs`: when the run was put in the start queue; waiting there does not make it late.
 */
export function claimDueRunAt(
  store: Writer,
  stored: StoredSchedule,
  zone: string,
  nowMs: number,
  requestedMs = nowMs,
): DueRun | null {
  const dueMs = previousRun(stored, zone, nowMs);
  if (dueMs <= handledUntil(stored) || !claimDueRun(store, stored.accountId, toInstant(dueMs))) return null;
  return { dueMs, late: requestedMs - dueMs > LATE_AFTER };
}

/** The first due time after now that was not handled before. */
export function nextDue(stored: StoredSchedule, zone: string, nowMs: number): number {
  return nextRun(stored, zone, Math.max(nowMs, handledUntil(stored)));
}

/**
 * If the clock is set back by hours, times that were handled do not run again. If the last handled time is more than a day
 * ahead, the clock was wrong then, and the schedule is reset so that it does not pause until that time. Returns the stored
 * schedule.
 */
export function resetAfterWrongClock(store: Writer, stored: StoredSchedule, nowMs: number): StoredSchedule {
  if (handledUntil(stored) <= nowMs + DAY) return stored;
  const renewed = { ...stored, setAt: toInstant(nowMs), lastDueAt: null };
  saveSchedule(store, renewed);
  return renewed;
}

/** Due times up to this one are handled: they ran, or they precede the schedule. */
function handledUntil({ setAt, lastDueAt }: StoredSchedule): number {
  return Math.max(Date.parse(setAt), lastDueAt === null ? 0 : Date.parse(lastDueAt));
}

/** Spaces out the starts of accounts that are due at the same time. */
interface StartQueue {
  /** Reserves the next free start for the account. Returns the same slot until `remove`. */
  slotFor(accountId: string, nowMs: number): StartSlot;
  /** Releases the slot after the start, or when the schedule ends. */
  remove(accountId: string): void;
}

interface StartSlot {
  readonly atMs: number;
  readonly requestedMs: number;
}

/**
 * Time between two scheduled starts. A sync reads and writes the spreadsheet once. An online service may allow 60 reads and 60
 * writes a minute per user, and 300 of each per project. One start a second stays below both limits for any number of accounts.
 */
const START_INTERVAL_MS = 1000;

export function createStartQueue(): StartQueue {
  const waiting = new Map<string, StartSlot>();
  let nextFreeMs = 0;
  return {
    slotFor: (accountId, nowMs) => {
      const reserved = waiting.get(accountId);
      if (reserved !== undefined) return reserved;
      // A slot too far ahead means that the clock was set back.
      const isFree = nextFreeMs <= nowMs || nextFreeMs > nowMs + (waiting.size + 1) * START_INTERVAL_MS;
      const slot: StartSlot = { atMs: isFree ? nowMs : nextFreeMs, requestedMs: nowMs };
      nextFreeMs = slot.atMs + START_INTERVAL_MS;
      waiting.set(accountId, slot);
      return slot;
    },
    remove: (accountId) => {
      waiting.delete(accountId);
    },
  };
}
