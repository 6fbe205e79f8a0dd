import { EventEmitter } from 'node:events';
import { toInstant } from '../core/calendar-date.ts';
import { cronFor } from '../core/schedule.ts';
import { problem } from '../messages/problem.ts';
import type { Clock } from '../platform/clock.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { findAccount, isEntitled, type Account } from '../store/accounts.ts';
import type { Writer } from '../store/database.ts';
import {
  findSchedule,
  listSchedules,
  pauseSchedule,
  recordScheduledRun,
  removeSchedule,
  saveSchedule,
} from '../store/schedules.ts';
import type { Sync } from '../sync/sync.ts';
import type { Alarms, CancelAlarm } from './alarms.ts';
import { claimWhatIsDue, forgetWrongClock, isDue, nextDue, type DueRun } from './due-run.ts';
import type { Schedules, ScheduleState } from './schedules.ts';
import { createTurns } from './turns.ts';

export interface SchedulesDependencies {
  readonly store: Writer;
  readonly sync: Pick<Sync, 'request'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

interface Armed {
  readonly dueMs: number;
  readonly cancel: CancelAlarm;
}

const MINUTE = 60_000;

/**
 * Two things watch for a due run: an alarm for each account, and a look at the wall clock every minute.
 * Whichever is first claims it in the database, so that it gets one run, even across a restart.
 */
export function createSchedules({ store, sync, clock, log }: SchedulesDependencies): Schedules {
  const events: Schedules['events'] = new EventEmitter();
  const armed = new Map<string, Armed>();
  const turns = createTurns();
  let alarms: Alarms | null = null;
  let stopTicking: CancelAlarm | null = null;
  let lastTickMs = 0;

  /** Reads the database only when a run is due or the clock was set back. */
  function tick(): void {
    const nowMs = clock.now();
    const wasSetBack = nowMs < lastTickMs;
    lastTickMs = nowMs;
    const waiting = [...armed].filter(([, { dueMs }]) => wasSetBack || dueMs <= nowMs);
    for (const [accountId] of waiting) watch(accountId);
  }

  /** Starts what is due and sets the alarm for what comes next; does nothing before `start`. */
  function watch(accountId: string): void {
    if (alarms === null) return;
    try {
      const nowMs = clock.now();
      const account = findAccount(store, accountId);
      const stored = findSchedule(store, accountId);
      if (account === null || stored === null || stored.paused) {
        turns.leave(accountId);
        return disarm(accountId);
      }
      const schedule = forgetWrongClock(store, stored, nowMs);
      if (isDue(schedule, account.timeZone, nowMs)) {
        const turn = turns.take(accountId, nowMs);
        if (turn.atMs > nowMs) return arm(alarms, accountId, turn.atMs);
        turns.leave(accountId);
        // Together, so that a run that cannot be queued is still due.
        store.transaction(() => {
          const due = claimWhatIsDue(store, schedule, account.timeZone, nowMs, turn.askedMs);
          if (due !== null) startRun(account, due, nowMs);
        });
      }
      arm(alarms, accountId, nextDue(schedule, account.timeZone, nowMs));
    } catch (thrown) {
      log.error({ accountId, err: thrown }, 'The schedule could not be kept; it is tried again in a minute');
      arm(alarms, accountId, clock.now() + MINUTE);
    }
  }

  function startRun(account: Account, due: DueRun, nowMs: number): void {
    const accountId = account.id;
    const dueAt = toInstant(due.dueMs);
    if (!isEntitled(account.entitlement, nowMs)) {
      log.warn({ accountId, dueAt }, 'A scheduled sync was left out: the plan of the account is not active');
      return;
    }
    const request = sync.request(accountId, due.late ? 'catch-up' : 'schedule');
    if (request.outcome === 'queued') recordScheduledRun(store, accountId, toInstant(nowMs));
    log.info({ accountId, dueAt, late: due.late, outcome: request.outcome }, 'A scheduled sync was due');
    events.emit('schedule', { accountId });
  }

  function arm(alarms: Alarms, accountId: string, dueMs: number): void {
    disarm(accountId);
    armed.set(accountId, { dueMs, cancel: alarms.at(dueMs, () => watch(accountId)) });
  }

  function disarm(accountId: string): void {
    armed.get(accountId)?.cancel();
    armed.delete(accountId);
  }

  function watchAll(): void {
    for (const { accountId } of listSchedules(store)) watch(accountId);
  }

  function changed(accountId: string): void {
    watch(accountId);
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
    start(given) {
      alarms = given;
      lastTickMs = clock.now();
      stopTicking = alarms.everyMinute(tick);
      watchAll();
    },
    get,
    set(accountId, { startTime, periodMinutes }) {
      if (findAccount(store, accountId) === null) {
        throw new PennyrowError(problem('account_unknown', { account: accountId, known: null }));
      }
      // A run that is due by the old cycle right now is not lost by replacing it.
      watch(accountId);
      saveSchedule(store, { accountId, startTime, periodMinutes, setAt: toInstant(clock.now()) });
      changed(accountId);
      return get(accountId) as ScheduleState;
    },
    remove(accountId) {
      const removed = removeSchedule(store, accountId);
      if (removed) changed(accountId);
      return removed;
    },
    pause(accountId) {
      if (get(accountId)?.paused === false) {
        pauseSchedule(store, accountId, true);
        changed(accountId);
      }
      return get(accountId);
    },
    resume(accountId) {
      const stored = findSchedule(store, accountId);
      const account = findAccount(store, accountId);
      if (stored?.paused === true && account !== null) {
        pauseSchedule(store, accountId, false);
        claimWhatIsDue(store, stored, account.timeZone, clock.now());
        changed(accountId);
      }
      return get(accountId);
    },
    wake: watchAll,
    accountChanged: changed,
    events,
    close() {
      stopTicking?.();
      alarms = null;
      for (const accountId of armed.keys()) disarm(accountId);
    },
  };
}
