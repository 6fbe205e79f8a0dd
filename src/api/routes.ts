import type { IncomingMessage, ServerResponse } from 'node:http';
import type { endpoints, SyncResponse } from '../contract/v2/endpoints.ts';
import { addDays, toEpochDay, type CalendarDate } from '../core/calendar-date.ts';
import { sendNotModified, sendParts, type Refusal, sendText, sendJson } from './answer.ts';
import type { Handler, Call, Listener } from './guard.ts';
import { type MirrorReader, mirrorHeaders, type MirrorAccess } from './mirror.ts';
import type { Reader, Writer } from '../store/database.ts';
import { findMirrorCategories, findMirrorRules } from '../store/mirror.ts';
import { hash } from 'node:crypto';
import type { BalancesResponse, eventStream, extensions } from '../contract/v2/extensions.ts';
import type { Finding } from '../core/reconcile/reconciliation.ts';
import { listAccountBalances, type AccountBalance } from '../sync/mirror/findings.ts';
import type { ScheduleResponse, SuccessResponse } from '../contract/v2/schedule.ts';
import type { Schedules } from '../schedules/create-schedules.ts';
import type { Clock } from '../platform/clock.ts';
import { findAccount, isEntitled } from '../store/accounts.ts';
import { takeSyncSlot, type SyncLimits } from '../store/limits.ts';
import type { Sync } from '../sync/create-sync.ts';
import { type EventFeed, sendEventHead } from './events/feed.ts';
import { parsePosition } from './events/events-since.ts';
import type { Grant } from './authenticate.ts';

const DEFAULT_DAYS = 30;

/** GET /api/v2/transactions: sends the requested days of the stored JSON text, without parsing it. */
export function listTransactions(
  mirror: MirrorAccess,
  reader: MirrorReader,
  today: (accountId: string) => CalendarDate,
): Handler<typeof endpoints.transactions> {
  return async ({ request, response, accountId, query }) => {
    // The casts are safe, because the schema of the query allows only valid dates.
    const now = today(accountId);
    const start = (query.start_date as CalendarDate | undefined) ?? addDays(now, -DEFAULT_DAYS);
    const end = (query.end_date as CalendarDate | undefined) ?? now;
    if (start > end) return startAfterEnd(start, end, query);

    return mirror.sound(accountId, async () => {
      const state = await mirror.current(accountId);
      if ('status' in state) return state;
      const firstDay = toEpochDay(start);
      const lastDay = toEpochDay(end);
      const headers = mirrorHeaders(state, `${firstDay}-${lastDay}`);
      if (sendNotModified(request, response, headers)) return null;

      const range = reader.range(accountId, state.version, firstDay, lastDay);
      const tail = `},"count":${range.count},"start_date":"${start}","end_date":"${end}"}`;
      sendParts(
        response,
        { parts: [HEAD, ...range.parts, tail], length: HEAD.length + range.length + tail.length },
        headers,
      );
      return null;
    });
  };
}

const HEAD = '{"transactions":{';

function startAfterEnd(
  start: string,
  end: string,
  query: { start_date?: string | undefined; end_date?: string | undefined },
): Refusal {
  const note = (given: string | undefined): string => (given === undefined ? ' (the default)' : '');
  return {
    status: 400,
    error: `start_date ${start}${note(query.start_date)} is later than end_date ${end}${note(query.end_date)}.`,
  };
}

export function listCategories(mirror: MirrorAccess, store: Reader): Handler<typeof endpoints.categories> {
  return (call) => sendList(mirror, call, 'categories', (accountId) => findMirrorCategories(store, accountId));
}

export function listRules(mirror: MirrorAccess, store: Reader): Handler<typeof endpoints.rules> {
  return (call) =>
    sendList(mirror, call, 'rules', (accountId) => {
      const rules = findMirrorRules(store, accountId);
      return rules === null
        ? null
        : JSON.stringify(rules.map(({ account: _account, renameTo: _renameTo, ...rule }) => rule));
    });
}

async function sendList(
  mirror: MirrorAccess,
  { request, response, accountId }: Call<typeof endpoints.categories | typeof endpoints.rules>,
  name: 'categories' | 'rules',
  find: (accountId: string) => string | null,
): Promise<Refusal | null> {
  const state = await mirror.current(accountId);
  if ('status' in state) return state;
  const headers = mirrorHeaders(state, name);
  if (sendNotModified(request, response, headers)) return null;
  sendText(response, 200, `{"${name}":${find(accountId)}}`, headers);
  return null;
}

export function listBalances(mirror: MirrorAccess, store: Reader): Handler<typeof extensions.balances> {
  return async ({ request, response, accountId }) => {
    const state = await mirror.current(accountId);
    if ('status' in state) return state;
    const answer: BalancesResponse = { balances: listAccountBalances(store, accountId).map(toWire) };
    return sendTagged(request, response, JSON.stringify(answer), { 'Pennyrow-As-Of': state.asOf });
  };
}

function toWire({ bankAccountId, name, currency, latest, available, finding }: AccountBalance) {
  return {
    account_id: bankAccountId,
    bank_account_identifier: name,
    currency,
    balance: latest?.amount ?? null,
    balance_date: latest?.date ?? null,
    available: available?.amount ?? null,
    available_date: available?.date ?? null,
    ...proof(finding),
  };
}

function proof(finding: Finding | null) {
  if (finding?.status === 'proven')
    return { state: 'proven', proven_from: finding.from, proven_until: finding.until, difference: null } as const;
  if (finding?.status !== 'differs')
    return { state: 'unproven', proven_from: null, proven_until: null, difference: null } as const;
  const before = finding.proven.find(({ until }) => until <= finding.since);
  return {
    state: 'differs',
    proven_from: before?.from ?? null,
    proven_until: before?.until ?? null,
    difference: finding.by,
  } as const;
}

const DONE: SuccessResponse = { success: true };

const NO_SCHEDULE: ScheduleResponse = {
  active: false,
  start_time: null,
  period_minutes: null,
  cron: null,
  last_run_time: null,
  next_run_time: null,
};

export function getSchedule(schedules: Pick<Schedules, 'get'>): Handler<typeof endpoints.schedule> {
  return ({ request, response, accountId }) =>
    sendTagged(request, response, JSON.stringify(describe(schedules, accountId)));
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

export function setSchedule(schedules: Pick<Schedules, 'set'>): Handler<typeof endpoints.setSchedule> {
  return ({ response, accountId, body }) => {
    schedules.set(accountId, body);
    sendJson(response, DONE);
    return null;
  };
}

export function removeSchedule(schedules: Pick<Schedules, 'remove'>): Handler<typeof endpoints.removeSchedule> {
  return ({ response, accountId }) => {
    schedules.remove(accountId);
    sendJson(response, DONE);
    return null;
  };
}

export interface TriggerOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly sync: Pick<Sync, 'request'>;
  readonly limits: () => SyncLimits;
}

/** POST /api/v2/sync-transactions: each call counts toward the hourly and daily limits. */
export function syncTransactions({
  store,
  clock,
  sync,
  limits,
}: TriggerOptions): Handler<typeof endpoints.syncTransactions> {
  return ({ response, accountId }) => {
    const now = clock.now();
    const account = findAccount(store, accountId);
    if (account === null || !isEntitled(account.entitlement, now)) return INACTIVE;
    const current = limits();
    const wait = takeSyncSlot(store, accountId, now, current);
    if (wait !== null) return limitReached(wait.retryAfterSeconds, current);

    const requested = sync.request(accountId, 'api');
    const answer: SyncResponse = { success: requested.outcome !== 'nothing-to-sync', message: requested.message };
    sendJson(response, answer);
    return null;
  };
}

const INACTIVE: Refusal = {
  status: 403,
  error: 'The trial or subscription of this account is not active. Renew it to sync again; reading goes on working.',
};

function limitReached(seconds: number, { perHour, perDay }: SyncLimits): Refusal {
  return {
    status: 429,
    error: `The sync limit has been reached: ${perHour} an hour and ${perDay} a day. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  };
}

export function streamEvents(feed: EventFeed, isStillGranted: (grant: Grant) => boolean): Handler<typeof eventStream> {
  return ({ request, response, accountId, grant }) => {
    const lastId = request.headers['last-event-id'];
    const from = typeof lastId === 'string' && lastId !== '' ? parsePosition(lastId) : null;
    if (from === null && lastId !== undefined && lastId !== '')
      return { status: 400, error: 'Last-Event-ID is not the id of an event of this API. Leave it out to begin now.' };
    if (request.method === 'HEAD') {
      sendEventHead(response);
      response.end();
      return null;
    }
    return feed.open({ response, accountId, from, isAllowed: () => isStillGranted(grant) });
  };
}

/** GET /api/openapi.json: needs no token, because it contains no data of an account. */
export function openApi(): Listener {
  const documents = new Map<string, string>();
  return async (request, response) => {
    // The Host header is safe to include, because `checkOrigin` accepts only names of this machine.
    const baseUrl = `https://${request.headers.host?.toLowerCase()}`;
    const { openApiDocument } = await import('../contract/v2/openapi.ts');
    const text = documents.get(baseUrl) ?? JSON.stringify(openApiDocument(baseUrl));
    // Limits the cache, because clients can send any number of different ports.
    if (documents.size < 8) documents.set(baseUrl, text);
    sendTagged(request, response, text);
  };
}

function sendTagged(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): null {
  const tagged = { ...headers, ETag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
  if (!sendNotModified(request, response, tagged)) sendText(response, 200, text, tagged);
  return null;
}
