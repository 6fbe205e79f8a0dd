import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';

export interface ScheduleView {
  readonly startTime: string;
  readonly periodMinutes: number;
  readonly paused: boolean;
  readonly cron: string;
  readonly timeZone: string;
  readonly lastRunAt: string | null;
  /** The next five, none while paused. */
  readonly nextRunsAt: readonly string[];
}

export const scheduleProcedures = {
  /** Null when there is none. */
  'schedule.get': procedure<ScheduleView | null>()(z.strictObject({ accountId })),
  'schedule.set': procedure<ScheduleView>()(
    z.strictObject({ accountId, startTime: z.string(), hours: z.optional(z.number()), minutes: z.optional(z.number()) }),
  ),
  'schedule.pause': procedure<ScheduleView | null>()(z.strictObject({ accountId, paused: z.boolean() })),
  'schedule.remove': procedure<null>()(z.strictObject({ accountId })),
};
