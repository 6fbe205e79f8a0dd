import { EventEmitter } from 'node:events';
import { toInstant, type Instant } from '../core/calendar-date.ts';
import { cronFor, nextRun, previousRun, type Schedule } from '../core/schedule.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { type Account, findAccount, isEntitled, requireAccount } from '../store/accounts.ts';
import type { Writer } from '../store/database.ts';
import {
  findSchedule,
  listSchedules,
  pauseSchedule,
  recordScheduledRun,
  removeSchedule,
  saveSchedule,
  claimDueRun,
  type StoredSchedule,
} from '../store/schedules.ts';
import type { Sync } from '../sync/create-sync.ts';
import type { Alarms, CancelAlarm } from './alarms.ts';

export interface SchedulesDependencies {
  readonly store: Writer;
  readonly sync: Pick<Sync, 'request'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

export interface ScheduleState extends Schedule {
  readonly cron: string;
  readonly paused: boolean;
  readonly nextRunAt: Instant | null;
  readonly lastRunAt: Instant | null;
}

const MINUTE = 60_000;

export type Schedules = ReturnType<typeof createSchedules>;

/** Starts syncs by schedule. Alarms are late after sleep, so a check every minute also starts due syncs. */
export function createSchedules({ store, sync, clock, log }: SchedulesDependencies) {
  const events = new EventEmitter<{ schedule: [{ readonly accountId: string }] }>();
  const armedAlarms = new Map<string, { readonly dueMs: number; readonly cancel: CancelAlarm }>();
  const startQueue = createStartQueue();
  let alarms: Alarms | null = null;
  let stopTicking: CancelAlarm | null = null;
  let lastTickMs = 0;

  function tick(): void {
    const nowMs = clock.now();
    const wasSetBack = nowMs < lastTickMs;
    lastTickMs = nowMs;
    const waiting = [...armedAlarms].filter(([, { dueMs }]) => wasSetBack || dueMs <= nowMs);
    for (const [accountId] of waiting) checkSchedule(accountId);
  }

  function checkSchedule(accountId: string): void {
    if (alarms === null) return;
    try {
      const nowMs = clock.now();
      const account = findAccount(store, accountId);
      const stored = findSchedule(store, accountId);
      if (account === null || stored === null || stored.paused) {
        startQueue.remove(accountId);
        return disarm(accountId);
      }
      const schedule = resetAfterWrongClock(store, stored, nowMs);
      if (isDue(schedule, account.timeZone, nowMs)) {
        const slot = startQueue.slotFor(accountId, nowMs);
        if (slot.atMs > nowMs) return arm(alarms, accountId, slot.atMs);
        startQueue.remove(accountId);
        // Uses one transaction, so that a sync that cannot be queued stays due.
        store.transaction(() => {
          const due = claimDueRunAt(store, schedule, account.timeZone, nowMs, slot.requestedMs);
          if (due !== null) startRun(account, due, nowMs);
        });
      }
      arm(alarms, accountId, nextDue(schedule, account.timeZone, nowMs));
    } catch (thrown) {
      log.error({ accountId, err: thrown }, 'A scheduled sync could not be started; retrying in a minute');
      arm(alarms, accountId, clock.now() + MINUTE);
    }
  }

  function startRun(account: Account, due: DueRun, nowMs: number): void {
    const accountId = account.id;
    const dueAt = toInstant(due.dueMs);
    if (!isEntitled(account.entitlement, nowMs)) {
      log.warn({ accountId, dueAt }, 'A scheduled sync was skipped: the plan of the account is not active');
      return;
    }
    const request = sync.request(accountId, due.late ? 'catch-up' : 'schedule');
    if (request.outcome === 'queued') recordScheduledRun(store, accountId, toInstant(nowMs));
    log.info({ accountId, dueAt, late: due.late, outcome: request.outcome }, 'A scheduled sync was due');
    events.emit('schedule', { accountId });
  }

  function arm(alarms: Alarms, accountId: string, dueMs: number): void {
    disarm(accountId);
    armedAlarms.set(accountId, { dueMs, cancel: alarms.at(dueMs, () => checkSchedule(accountId)) });
  }

  function disarm(accountId: string): void {
    armedAlarms.get(accountId)?.cancel();
    armedAlarms.delete(accountId);
  }

  function checkAll(): void {
    for (const { accountId } of listSchedules(store)) checkSchedule(accountId);
  }

  function changed(accountId: string): void {
    checkSchedule(accountId);
    events.emit('schedule', { accountId });
  }

  function get(accountId: string): ScheduleState | null {
    const stored = findSchedule(store, accountId);
    const account = findAccount(store, accountId);
    if (stored === null || account === null) return null;
    const { startTime, periodMinutes, paused, lastRunAt } = stored;
    const nextRunAt = paused ? null : toInstant(nextDue(stored, account.timeZone, clock.now()));
    return { startTime, periodMinutes, paused, lastRunAt, nextRunAt, cron: cronFor(stored) };
  }

  return {
    start(given: Alarms): void {
      alarms = given;
      lastTickMs = clock.now();
      stopTicking = alarms.everyMinute(tick);
      checkAll();
    },
    get,
    /** Sets the schedule, whose first run is at its next time, not immediately. Throws `account_unknown`. */
    set(accountId: string, { startTime, periodMinutes }: Schedule): ScheduleState {
      requireAccount(store, accountId);
      // If a run of the old schedule is due, starts it before replacing the schedule.
      checkSchedule(accountId);
      saveSchedule(store, { accountId, startTime, periodMinutes, setAt: toInstant(clock.now()) });
      changed(accountId);
      return get(accountId) as ScheduleState;
    },
    remove(accountId: string): boolean {
      const removed = removeSchedule(store, accountId);
      if (removed) changed(accountId);
      return removed;
    },
    pause(accountId: string): ScheduleState | null {
      if (get(accountId)?.paused === false) {
        pauseSchedule(store, accountId, true);
        changed(accountId);
      }
      return get(accountId);
    },
    resume(accountId: string): ScheduleState | null {
      const stored = findSchedule(store, accountId);
      const account = findAccount(store, accountId);
      if (stored?.paused === true && account !== null) {
        pauseSchedule(store, accountId, false);
        claimDueRunAt(store, stored, account.timeZone, clock.now());
        changed(accountId);
      }
      return get(accountId);
    },
    /** Call this when the machine wakes up. Without it, due runs start up to a minute later. */
    wake: checkAll,
    accountChanged: changed,
    events,
    close(): void {
      stopTicking?.();
      alarms = null;
      for (const accountId of armedAlarms.keys()) disarm(accountId);
    },
  };
}

interface DueRun {
  readonly dueMs: number;
  readonly late: boolean;
}

const DAY = 1440 * MINUTE;

/** A run counts as late after this time. The check every minute may delay it by a minute, and a busy machine by another minute. */
const LATE_AFTER = 2 * MINUTE;

function isDue(stored: StoredSchedule, zone: string, nowMs: number): boolean {
  return previousRun(stored, zone, nowMs) > handledUntil(stored);
}

/** Takes the latest due run, which replaces all earlier ones. `requestedMs`: the time when the run entered the start queue. */
function claimDueRunAt(
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

function nextDue(stored: StoredSchedule, zone: string, nowMs: number): number {
  return nextRun(stored, zone, Math.max(nowMs, handledUntil(stored)));
}

/** Forgets a last run more than a day in the future, recorded when the clock was wrong: no run would start until that time. */
function resetAfterWrongClock(store: Writer, stored: StoredSchedule, nowMs: number): StoredSchedule {
  if (handledUntil(stored) <= nowMs + DAY) return stored;
  const renewed = { ...stored, setAt: toInstant(nowMs), lastDueAt: null };
  saveSchedule(store, renewed);
  return renewed;
}

function handledUntil({ setAt, lastDueAt }: StoredSchedule): number {
  return Math.max(Date.parse(setAt), lastDueAt === null ? 0 : Date.parse(lastDueAt));
}

interface StartSlot {
  readonly atMs: number;
  readonly requestedMs: number;
}

/** One start per second, because online services allow a user 60 reads and 60 writes a minute. */
const START_INTERVAL_MS = 1000;

export function createStartQueue() {
  const waiting = new Map<string, StartSlot>();
  let nextFreeMs = 0;
  return {
    slotFor: (accountId: string, nowMs: number): StartSlot => {
      const reserved = waiting.get(accountId);
      if (reserved !== undefined) return reserved;
      // If the next free time is later than the whole queue needs, the clock was set back.
      const isFree = nextFreeMs <= nowMs || nextFreeMs > nowMs + (waiting.size + 1) * START_INTERVAL_MS;
      const slot: StartSlot = { atMs: isFree ? nowMs : nextFreeMs, requestedMs: nowMs };
      nextFreeMs = slot.atMs + START_INTERVAL_MS;
      waiting.set(accountId, slot);
      return slot;
    },
    remove: (accountId: string): void => {
      waiting.delete(accountId);
    },
  };
}
