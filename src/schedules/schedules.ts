import type { EventEmitter } from 'node:events';
import type { Instant } from '../core/calendar-date.ts';
import type { Schedule } from '../core/schedule.ts';
import type { Alarms } from './alarms.ts';

export interface Schedules {
  start(alarms: Alarms): void;
  get(accountId: string): ScheduleState | null;
  /** Its first run is the next time of its cycle. Throws `account_unknown`. */
  set(accountId: string, schedule: Schedule): ScheduleState;
  remove(accountId: string): boolean;
  pause(accountId: string): ScheduleState | null;
  resume(accountId: string): ScheduleState | null;
  /** Call it when the machine wakes up. Otherwise due runs are noticed up to a minute later. */
  wake(): void;
  accountChanged(accountId: string): void;
  readonly events: EventEmitter<{ schedule: [{ readonly accountId: string }] }>;
  close(): void;
}

export interface ScheduleState extends Schedule {
  readonly cron: string;
  readonly paused: boolean;
  readonly nextRunAt: Instant | null;
  readonly lastRunAt: Instant | null;
}
