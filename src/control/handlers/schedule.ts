import type { ComingRuns, ScheduleView } from '../../contract/control/schedule.ts';
import { cronFor, nextRuns, parseSchedule, type Schedule } from '../../core/schedule.ts';
import type { Input } from '../../contract/control/index.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { ScheduleState } from '../../schedules/create-schedules.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Handlers } from '../handler.ts';
import { requireAccount } from '../../store/accounts.ts';

const RUNS_SHOWN = 5;

export function scheduleHandlers({ store, clock, schedules }: Collaborators): Handlers<'schedule'> {
  function coming(accountId: string, schedule: Schedule): ComingRuns {
    const { timeZone } = requireAccount(store, accountId);
    const { startTime, periodMinutes } = schedule;
    const next = nextRuns(schedule, timeZone, clock.now(), RUNS_SHOWN);
    return {
      startTime,
      periodMinutes,
      cron: cronFor(schedule),
      timeZone,
      nextRunsAt: next.map((ms) => new Date(ms).toISOString()),
    };
  }

  function view(accountId: string, state: ScheduleState | null): ScheduleView | null {
    if (state === null) return null;
    const { paused, lastRunAt } = state;
    return { ...coming(accountId, state), paused, lastRunAt, ...(paused && { nextRunsAt: [] }) };
  }

  return {
    'schedule.get': ({ accountId }) => view(accountId, schedules.get(accountId)),
    'schedule.preview': ({ accountId, ...schedule }) => coming(accountId, requireSchedule(schedule)),
    'schedule.set': ({ accountId, ...schedule }) =>
      view(accountId, schedules.set(accountId, requireSchedule(schedule))) as ScheduleView,
    'schedule.pause': ({ accountId, paused }) =>
      view(accountId, paused ? schedules.pause(accountId) : schedules.resume(accountId)),
    'schedule.remove': ({ accountId }) => {
      schedules.remove(accountId);
      return null;
    },
  };
}

function requireSchedule({ startTime, hours = 0, minutes = 0 }: Omit<Input<'schedule.set'>, 'accountId'>): Schedule {
  const { schedule, problem } = parseSchedule(startTime, hours, minutes);
  if (schedule === null) throw new PennyrowError(problem);
  return schedule;
}
