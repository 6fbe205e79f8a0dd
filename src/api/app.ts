import type { IncomingMessage, RequestListener } from 'node:http';
import { endpoints, type Endpoint } from '../contract/v2/endpoints.ts';
import { eventStream, extensions } from '../contract/v2/extensions.ts';
import type { Clock } from '../platform/clock.ts';
import type { Schedules } from '../schedules/create-schedules.ts';
import { memoizeReads, type Reader } from '../store/database.ts';
import type { Sync } from '../sync/create-sync.ts';
import { refuse, type Refusal } from './answer.ts';
import { createAuthenticator, isStillGranted, type AuthenticatorOptions, type Grant } from './authenticate.ts';
import type { EventFeed } from './events/feed.ts';
import { createGuard, type GuardOptions, type Handler } from './guard.ts';
import { createMirrorAccess, createMirrorReader } from './mirror.ts';
import type { Route } from './router.ts';
import {
  listBalances,
  streamEvents,
  listCategories,
  listRules,
  openApi,
  getSchedule,
  removeSchedule,
  setSchedule,
  syncTransactions,
  listTransactions,
  type TriggerOptions,
} from './routes.ts';
import { isLoopbackHost } from '../platform/config.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import { todayIn } from '../core/time-zone.ts';
import { findTimeZone } from '../store/accounts.ts';

export interface ApiOptions extends AuthenticatorOptions, Pick<GuardOptions, 'recognized'>, TriggerOptions {
  readonly sync: Sync;
  readonly schedules: Pick<Schedules, 'get' | 'set' | 'remove'>;
  readonly feed: EventFeed;
  readonly agents?: Handler<typeof AGENTS>;
}

const AGENTS = { path: '/mcp', scope: 'read' } as const;

export function createApi(options: ApiOptions): RequestListener {
  const routes = createRoutes(options);
  const express = createLazyRouter(routes, options.report);
  const busiest = routes.find(({ path, method }) => path === endpoints.transactions.path && method === 'GET')?.listener;

  return (request, response) => {
    const refusal = checkOrigin(request);
    if (refusal !== null) refuse(response, refusal);
    // Bypasses Express for the most frequent request, because Express would add 14 % to its CPU time.
    else if (busiest !== undefined && request.method === 'GET' && hasPath(request, endpoints.transactions.path))
      void busiest(request, response);
    else express(request, response);
  };
}

/** Loads Express with the first request that needs it, because loading it takes longer than the rest of a start. */
function createLazyRouter(routes: readonly Route[], report: ApiOptions['report']): RequestListener {
  let loaded: Promise<RequestListener> | null = null;
  const load = async (): Promise<RequestListener> => (await import('./router.ts')).createRouter(routes, report);
  return (request, response) => {
    loaded ??= load();
    void loaded.then((express) => express(request, response));
  };
}

function hasPath({ url = '' }: IncomingMessage, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || url[path.length] === '?');
}

function createRoutes(options: ApiOptions): Route[] {
  const { store, clock, sync, schedules, feed, agents } = options;
  const stillGranted = (grant: Grant): boolean => isStillGranted(options, grant);
  const guard = createGuard({
    ...options,
    authenticate: createAuthenticator(options),
    isStillGranted: stillGranted,
  });
  const mirror = createMirrorAccess(store, sync);
  const route = <E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
    method: endpoint.method,
    path: endpoint.path,
    listener: guard(endpoint, handler),
  });
  return [
    route(endpoints.transactions, listTransactions(mirror, createMirrorReader(store), createToday(store, clock))),
    route(endpoints.categories, listCategories(mirror, store)),
    route(endpoints.rules, listRules(mirror, store)),
    route(endpoints.syncTransactions, syncTransactions(options)),
    route(endpoints.schedule, getSchedule(schedules)),
    route(endpoints.setSchedule, setSchedule(schedules)),
    route(endpoints.removeSchedule, removeSchedule(schedules)),
    route(extensions.balances, listBalances(mirror, store)),
    route(eventStream, streamEvents(feed, stillGranted)),
    { method: 'GET', path: '/api/openapi.json', listener: openApi() },
    ...(agents === undefined ? [] : [{ method: 'POST' as const, path: AGENTS.path, listener: guard(AGENTS, agents) }]),
  ];
}

/** Rejects web pages that use DNS rebinding (another Host) or call from another Origin. Accepts any port, for SSH tunnels. */
function checkOrigin({ headers: { host, origin } }: IncomingMessage): Refusal | null {
  if (!isLoopbackHost(host)) {
    return {
      status: 421,
      error: 'This service answers only to localhost, 127.0.0.1 and [::1]; use one of these in the address.',
    };
  }
  if (origin !== undefined && origin.toLowerCase() !== `https://${host.toLowerCase()}`)
    return { status: 403, error: 'This service does not answer web pages of other origins.' };
  return null;
}

const MINUTE_MS = 60_000;

/** Returns today's date of an account. Caches it for the current minute, because days begin at full minutes in all time zones. */
function createToday(store: Reader, clock: Clock): (accountId: string) => CalendarDate {
  const zones = memoizeReads(store, (accountId) => findTimeZone(store, accountId) ?? 'UTC');
  const days = new Map<string, { readonly minute: number; readonly today: CalendarDate }>();
  return (accountId) => {
    const zone = zones(accountId);
    const now = clock.now();
    const minute = Math.floor(now / MINUTE_MS);
    const cached = days.get(zone);
    if (cached?.minute === minute) return cached.today;
    const today = todayIn(zone, now);
    days.set(zone, { minute, today });
    return today;
  };
}
