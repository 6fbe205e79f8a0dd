import type { ClockChangeView, ComingRuns, scheduleProcedures, ScheduleView } from '../../contract/control/schedule.ts';
import {
  cronFor,
  nextRuns,
  parseSchedule,
  type Schedule,
  nextAffectedRuns,
  type AffectedRuns,
} from '../../core/schedule.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { ScheduleState } from '../../schedules/schedules.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireAccount } from '../handler.ts';

const RUNS_SHOWN = 5;

/** Long enough to act upon, short enough to matter. */
const CLOCK_CHANGES_AHEAD_MS = 6 * 7 * 86_400_000;

export function scheduleHandlers({
  store,
  clock,
  schedules,
}: Collaborators): Handlers<keyof typeof scheduleProcedures> {
  function coming(accountId: string, schedule: Schedule): ComingRuns {
    const { timeZone } = requireAccount(store, accountId);
    const { startTime, periodMinutes } = schedule;
    const now = clock.now();
    const next = nextRuns(schedule, timeZone, now, RUNS_SHOWN);
    const affected = nextAffectedRuns(schedule, timeZone, now, now + CLOCK_CHANGES_AHEAD_MS);
    return {
      startTime,
      periodMinutes,
      cron: cronFor(schedule),
      timeZone,
      nextRunsAt: next.map((ms) => new Date(ms).toISOString()),
      clockChange: affected === null ? null : toClockChange(affected),
    };
  }

  function view(accountId: string, state: ScheduleState | null): ScheduleView | null {
    if (state === null) return null;
    const { paused, lastRunAt } = state;
    return { ...coming(accountId, state), paused, lastRunAt, ...(paused ? { nextRunsAt: [], clockChange: null } : {}) };
  }

  return {
    'schedule.get': ({ accountId }) => view(accountId, schedules.get(accountId)),
    'schedule.preview': ({ accountId, ...wanted }) => coming(accountId, requireSchedule(wanted)),
    'schedule.set': ({ accountId, ...wanted }) =>
      view(accountId, schedules.set(accountId, requireSchedule(wanted))) as ScheduleView,
    'schedule.pause': ({ accountId, paused }) =>
      view(accountId, paused ? schedules.pause(accountId) : schedules.resume(accountId)),
    'schedule.remove': ({ accountId }) => {
      schedules.remove(accountId);
      return null;
    },
  };
}

function requireSchedule({
  startTime,
  hours = 0,
  minutes = 0,
}: {
  readonly startTime: string;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
}): Schedule {
  const { schedule, problem } = parseSchedule(startTime, hours, minutes);
  if (schedule === null) throw new PennyrowError(problem);
  return schedule;
}

function toClockChange({ change: { atMs, before, after }, times }: AffectedRuns): ClockChangeView {
  return {
    at: new Date(atMs).toISOString(),
    kind: before < after ? 'skipped' : 'repeated',
    before: before.slice(11, 16),
    after: after.slice(11, 16),
    times,
  };
}
