import type { EventEmitter } from 'node:events';
import type { Instant } from '../core/calendar-date.ts';
import type { Schedule } from '../core/schedule.ts';
import type { Alarms } from './alarms.ts';

/** Each account's schedule, and the runs that it starts. */
export interface Schedules {
  /** Makes up for what was missed, one run for an account, and keeps the schedules from now on. */
  start(alarms: Alarms): void;
  /** Null when the account has none. */
  get(accountId: string): ScheduleState | null;
  /**
   * Sets or replaces the account's schedule, which then runs at the next moment of its cycle.
   *
   * @throws PennyrowError account_unknown
   */
  set(accountId: string, schedule: Schedule): ScheduleState;
  /** False when there was none. */
  remove(accountId: string): boolean;
  /** Nothing runs until `resume`. Null when the account has no schedule. */
  pause(accountId: string): ScheduleState | null;
  /** Goes on with the next moment of the cycle; what passed during the pause is not made up for. */
  resume(accountId: string): ScheduleState | null;
  /** To be called when the machine wakes up; without it, up to a minute passes until that is noticed. */
  wake(): void;
  /** To be called when the account's time zone is another one now, or the account is gone. */
  accountChanged(accountId: string): void;
  /** Tells observers that an account's schedule, its state or its last run is another one now. */
  readonly events: EventEmitter<{ schedule: [{ readonly accountId: string }] }>;
  /** Cancels all timers. Runs under way continue. */
  close(): void;
}

export interface ScheduleState extends Schedule {
  /** See `cronFor`. */
  readonly cron: string;
  readonly paused: boolean;
  /** Null while paused. */
  readonly nextRunAt: Instant | null;
  /** Start of the last run that the schedule started. */
  readonly lastRunAt: Instant | null;
}
