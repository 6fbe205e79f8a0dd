import type { scheduleProcedures, ScheduleView } from '../../contract/control/schedule.ts';
import { nextRuns, parseSchedule } from '../../core/schedule.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { ScheduleState } from '../../schedules/schedules.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';

const RUNS_SHOWN = 5;

export function scheduleHandlers({ store, clock, schedules }: ControlDependencies): Handlers<keyof typeof scheduleProcedures> {
  function view(accountId: string, state: ScheduleState | null): ScheduleView | null {
    if (state === null) return null;
    const { timeZone } = requireAccount(store, accountId);
    const { startTime, periodMinutes, paused, cron, lastRunAt } = state;
    const next = paused ? [] : nextRuns(state, timeZone, clock.now(), RUNS_SHOWN);
    return { startTime, periodMinutes, paused, cron, timeZone, lastRunAt, nextRunsAt: next.map((ms) => new Date(ms).toISOString()) };
  }

  return {
    'schedule.get': ({ accountId }) => view(requireAccount(store, accountId).id, schedules.get(accountId)),
    'schedule.set': ({ accountId, startTime, hours = 0, minutes = 0 }) => {
      requireAccount(store, accountId);
      const { schedule, problem } = parseSchedule(startTime, hours, minutes);
      if (schedule === null) throw new PennyrowError('input_schedule', problem, 'Correct it and set the schedule again.');
      return view(accountId, schedules.set(accountId, schedule)) as ScheduleView;
    },
    'schedule.pause': ({ accountId, paused }) => {
      requireAccount(store, accountId);
      return view(accountId, paused ? schedules.pause(accountId) : schedules.resume(accountId));
    },
    'schedule.remove': ({ accountId }) => {
      requireAccount(store, accountId);
      schedules.remove(accountId);
      return null;
    },
  };
}
