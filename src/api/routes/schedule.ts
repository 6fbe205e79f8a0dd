import { hash } from 'node:crypto';
import type { endpoints } from '../../contract/v2/endpoints.ts';
import type { ScheduleResponse, SuccessResponse } from '../../contract/v2/schedule.ts';
import type { Schedules } from '../../schedules/schedules.ts';
import { sendJson, sendNotModified, sendText } from '../answer.ts';
import type { Handler } from '../guard.ts';

const DONE: SuccessResponse = { success: true };

const NO_SCHEDULE: ScheduleResponse = {
  active: false,
  start_time: null,
  period_minutes: null,
  cron: null,
  last_run_time: null,
  next_run_time: null,
};

/** GET /api/v2/schedule */
export function getSchedule(schedules: Pick<Schedules, 'get'>): Handler<typeof endpoints.schedule> {
  return ({ request, response, accountId }) => {
    const text = JSON.stringify(describe(schedules, accountId));
    const headers = { ETag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
    if (!sendNotModified(request, response, headers)) sendText(response, 200, text, headers);
    return null;
  };
}

function describe(schedules: Pick<Schedules, 'get'>, accountId: string): ScheduleResponse {
  const found = schedules.get(accountId);
  if (found === null) return NO_SCHEDULE;
  return {
    active: true,
    start_time: found.startTime,
    period_minutes: found.periodMinutes,
    cron: found.cron,
    last_run_time: found.lastRunAt,
    next_run_time: found.nextRunAt,
  };
}

/** POST /api/v2/schedule */
export function setSchedule(schedules: Pick<Schedules, 'set'>): Handler<typeof endpoints.setSchedule> {
  return ({ response, accountId, body }) => {
    schedules.set(accountId, body);
    sendJson(response, DONE);
    return null;
  };
}

/** DELETE /api/v2/schedule: the same answer whether there was one or not. */
export function removeSchedule(schedules: Pick<Schedules, 'remove'>): Handler<typeof endpoints.removeSchedule> {
  return ({ response, accountId }) => {
    schedules.remove(accountId);
    sendJson(response, DONE);
    return null;
  };
}
