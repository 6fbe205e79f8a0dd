import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';

export interface ComingRuns {
  readonly startTime: string;
  readonly periodMinutes: number;
  readonly cron: string;
  readonly timeZone: string;
  readonly nextRunsAt: readonly string[];
}

export interface ScheduleView extends ComingRuns {
  readonly paused: boolean;
  readonly lastRunAt: string | null;
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
