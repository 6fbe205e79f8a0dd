import type { Instant } from '../core/calendar-date.ts';
import { insertRow, selectList, type Reader, type Writer } from './database.ts';

export interface StoredSchedule {
  readonly accountId: string;
  readonly startTime: string;
  readonly periodMinutes: number;
  readonly paused: boolean;
  readonly setAt: Instant;
  readonly lastDueAt: Instant | null;
  readonly lastRunAt: Instant | null;
}

type ScheduleRow = Omit<StoredSchedule, 'paused'> & { readonly paused: number };

const COLUMNS = selectList('account_id start_time period_minutes paused set_at last_due_at last_run_at');

export function listSchedules(db: Reader): StoredSchedule[] {
  return db.all<ScheduleRow>(`SELECT ${COLUMNS} FROM schedule ORDER BY account_id`).map(toSchedule);
}

export function findSchedule(db: Reader, accountId: string): StoredSchedule | null {
  const row = db.get<ScheduleRow>(`SELECT ${COLUMNS} FROM schedule WHERE account_id = ?`, accountId);
  return row === undefined ? null : toSchedule(row);
}

/** Keeps the time of the last run; runs that were due before `setAt` are not caught up. */
export function saveSchedule(
  db: Writer,
  {
    accountId,
    startTime,
    periodMinutes,
    setAt,
  }: Pick<StoredSchedule, 'accountId' | 'startTime' | 'periodMinutes' | 'setAt'>,
): void {
  const row = { accountId, startTime, periodMinutes, setAt, paused: 0, lastDueAt: null };
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

function toSchedule(row: ScheduleRow): StoredSchedule {
  return { ...row, paused: row.paused === 1 };
}
