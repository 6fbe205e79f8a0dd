import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';

export interface ComingRuns {
  readonly startTime: string;
  readonly periodMinutes: number;
  readonly cron: string;
  readonly timeZone: string;
  readonly nextRunsAt: readonly string[];
  readonly clockChange: ClockChangeView | null;
}

export interface ScheduleView extends ComingRuns {
  readonly paused: boolean;
  readonly lastRunAt: string | null;
}

export interface ClockChangeView {
  readonly at: string;
  /** skipped: the times become one run at `after`. repeated: they run the first time only. */
  readonly kind: 'skipped' | 'repeated';
  readonly before: string;
  readonly after: string;
  readonly times: readonly string[];
}

const cycleFields = {
  accountId,
  startTime: z.string(),
  hours: z.optional(z.number()),
  minutes: z.optional(z.number()),
};

export const scheduleProcedures = {
  'schedule.get': procedure<ScheduleView | null>()({ accountId }),
  'schedule.preview': procedure<ComingRuns>()(cycleFields),
  'schedule.set': procedure<ScheduleView>()(cycleFields),
  'schedule.pause': procedure<ScheduleView | null>()({ accountId, paused: z.boolean() }),
  'schedule.remove': procedure<null>()({ accountId }),
};
