import type { EventEmitter } from 'node:events';
import type { Instant } from '../core/calendar-date.ts';
import type { Schedule } from '../core/schedule.ts';
import type { Alarms } from './alarms.ts';

/** Keeps the schedule of each account and starts its runs. */
export interface Schedules {
  /** Starts one run per account for everything that was missed, then runs the schedules. */
  start(alarms: Alarms): void;
  /** Null if the account has no schedule. */
  get(accountId: string): ScheduleState | null;
  /**
   * Sets or replaces the account's schedule. It first runs at the next time of its cycle.
   *
   * @throws PennyrowError account_unknown
   */
  set(accountId: string, schedule: Schedule): ScheduleState;
  /** False if there was none. */
  remove(accountId: string): boolean;
  /** Stops runs until `resume`. Null if the account has no schedule. */
  pause(accountId: string): ScheduleState | null;
  /** Continues with the next time of the cycle; runs missed during the pause are not made up for. */
  resume(accountId: string): ScheduleState | null;
  /** Call it when the machine wakes up. Otherwise due runs are noticed up to a minute later. */
  wake(): void;
  /** Call it when the account's time zone has changed or the account was removed. */
  accountChanged(accountId: string): void;
  /** Emitted when an account's schedule, its state or its last run changes. */
  readonly events: EventEmitter<{ schedule: [{ readonly accountId: string }] }>;
  /** Cancels all timers. Running syncs continue. */
  close(): void;
}

export interface ScheduleState extends Schedule {
  /** See `cronFor`. */
  readonly cron: string;
  readonly paused: boolean;
  /** Null while paused. */
  readonly nextRunAt: Instant | null;
  /** When the schedule last started a run. */
  readonly lastRunAt: Instant | null;
}
