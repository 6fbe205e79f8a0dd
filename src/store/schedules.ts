import type { Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, tableOf } from './table.ts';

export interface StoredSchedule {
  readonly accountId: string;
  readonly startTime: string;
  readonly periodMinutes: number;
  readonly paused: boolean;
  readonly setAt: Instant;
  readonly lastDueAt: Instant | null;
  readonly lastRunAt: Instant | null;
}

const SCHEDULES = tableOf<StoredSchedule>(
  'schedule',
  'account_id start_time period_minutes paused set_at last_due_at last_run_at',
  { flags: ['paused'] },
);

export function listSchedules(db: Reader): StoredSchedule[] {
  return SCHEDULES.list(db, 'ORDER BY account_id');
}

export function findSchedule(db: Reader, accountId: string): StoredSchedule | null {
  return SCHEDULES.find(db, 'WHERE account_id = ?', accountId);
}

/** Keeps the time of the last run of an existing schedule. Runs that were due before `setAt` are never started. */
export function saveSchedule(
  db: Writer,
  schedule: Pick<StoredSchedule, 'accountId' | 'startTime' | 'periodMinutes' | 'setAt'>,
): void {
  const { accountId, startTime, periodMinutes, setAt } = schedule;
  const row = { accountId, startTime, periodMinutes, setAt, paused: false, lastDueAt: null };
  insertRow(db, 'schedule', row, 'account_id');
}

export function pauseSchedule(db: Writer, accountId: string, paused: boolean): void {
  db.run('UPDATE schedule SET paused = ? WHERE account_id = ?', paused ? 1 : 0, accountId);
}

export function removeSchedule(db: Writer, accountId: string): boolean {
  return db.run('DELETE FROM schedule WHERE account_id = ?', accountId) === 1;
}

export function claimDueRun(db: Writer, accountId: string, dueAt: Instant): boolean {
  return (
    db.run(
      `UPDATE schedule SET last_due_at = ?
       WHERE account_id = ? AND paused = 0 AND (last_due_at IS NULL OR last_due_at < ?)`,
      dueAt,
      accountId,
      dueAt,
    ) === 1
  );
}

export function recordScheduledRun(db: Writer, accountId: string, at: Instant): void {
  db.run('UPDATE schedule SET last_run_at = ? WHERE account_id = ?', at, accountId);
}
