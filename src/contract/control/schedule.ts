import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';

/** In the account's time zone. */
export interface ComingRuns {
  readonly startTime: string;
  readonly periodMinutes: number;
  readonly cron: string;
  readonly timeZone: string;
  /** The next five; none while paused. */
  readonly nextRunsAt: readonly string[];
  /** Null if no change within six weeks affects a run, and while paused. */
  readonly clockChange: ClockChangeView | null;
}

export interface ScheduleView extends ComingRuns {
  readonly paused: boolean;
  readonly lastRunAt: string | null;
}

export interface ClockChangeView {
  readonly at: string;
  /** skipped: the times do not exist that day and become one run at `after`. repeated: they run the first time only. */
  readonly kind: 'skipped' | 'repeated';
  /** Wall-clock times, "02:00". */
  readonly before: string;
  readonly after: string;
  /** Affected runs, "HH:MM". */
  readonly times: readonly string[];
}

const cycleFields = {
  accountId,
  startTime: z.string(),
  hours: z.optional(z.number()),
  minutes: z.optional(z.number()),
};

export const scheduleProcedures = {
  'schedule.get': procedure<ScheduleView | null>()(z.strictObject({ accountId })),
  'schedule.preview': procedure<ComingRuns>()(z.strictObject(cycleFields)),
  'schedule.set': procedure<ScheduleView>()(z.strictObject(cycleFields)),
  'schedule.pause': procedure<ScheduleView | null>()(z.strictObject({ accountId, paused: z.boolean() })),
  'schedule.remove': procedure<null>()(z.strictObject({ accountId })),
};
