import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';

/** A schedule and its next runs, in the account's time zone. */
export interface ComingRuns {
  readonly startTime: string;
  readonly periodMinutes: number;
  readonly cron: string;
  readonly timeZone: string;
  /** The next five, none while paused. */
  readonly nextRunsAt: readonly string[];
  /** Null when no change of the clock in the next weeks affects a run, and while paused. */
  readonly clockChange: ClockChangeView | null;
}

export interface ScheduleView extends ComingRuns {
  readonly paused: boolean;
  readonly lastRunAt: string | null;
}

/** Effect of a change of the wall clock on the runs. */
export interface ClockChangeView {
  readonly at: string;
  /** skipped: the times do not exist on that day and become one run at `after`. repeated: they come twice and run the first time. */
  readonly kind: 'skipped' | 'repeated';
  /** Expected and actual wall-clock time at that moment: "02:00". */
  readonly before: string;
  readonly after: string;
  /** Times of runs, "HH:MM". */
  readonly times: readonly string[];
}

const wanted = { accountId, startTime: z.string(), hours: z.optional(z.number()), minutes: z.optional(z.number()) };

export const scheduleProcedures = {
  /** Null when there is none. */
  'schedule.get': procedure<ScheduleView | null>()(z.strictObject({ accountId })),
  /** Computes the runs of a schedule without setting it. */
  'schedule.preview': procedure<ComingRuns>()(z.strictObject(wanted)),
  'schedule.set': procedure<ScheduleView>()(z.strictObject(wanted)),
  'schedule.pause': procedure<ScheduleView | null>()(z.strictObject({ accountId, paused: z.boolean() })),
  'schedule.remove': procedure<null>()(z.strictObject({ accountId })),
};
