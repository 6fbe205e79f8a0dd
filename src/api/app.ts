import type { IncomingMessage, RequestListener } from 'node:http';
import { endpoints, type Endpoint } from '../contract/v2/endpoints.ts';
import { eventStream } from '../contract/v2/events.ts';
import { extensions } from '../contract/v2/extensions.ts';
import type { Clock } from '../platform/clock.ts';
import type { Schedules } from '../schedules/schedules.ts';
import type { Writer, Reader } from '../store/database.ts';
import type { SyncLimits } from '../store/limits.ts';
import type { Sync } from '../sync/sync.ts';
import { refuse, type Refusal } from './answer.ts';
import { createAuthenticator, isStillGranted } from './authenticate.ts';
import type { EventFeed } from './events/feed.ts';
import type { Grant } from './grant.ts';
import { createGuard, type Handler } from './guard.ts';
import { createMirrorAccess } from './mirror-access.ts';
import { createMirrorReader } from './mirror-reader.ts';
import type { Passes } from './passes.ts';
import type { Route } from './router.ts';
import { listBalances } from './routes/balances.ts';
import { streamEvents } from './routes/events.ts';
import { listCategories, listRules } from './routes/lists.ts';
import { openApi } from './routes/openapi.ts';
import { getSchedule, removeSchedule, setSchedule } from './routes/schedule.ts';
import { syncTransactions } from './routes/sync-transactions.ts';
import { listTransactions } from './routes/transactions.ts';
import { isLoopbackHost } from '../platform/loopback-host.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import { todayIn } from '../core/time-zone.ts';
import { findTimeZone } from '../store/accounts.ts';
import { createMemo } from './memo.ts';

export interface ApiOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly sync: Sync;
  readonly schedules: Pick<Schedules, 'get' | 'set' | 'remove'>;
  readonly limits: SyncLimits;
  readonly passes: Passes;
  readonly feed: EventFeed;
  /** Told of each request with a good token. */
  readonly recognised: (request: IncomingMessage) => void;
  /** Answers agents, once their token is found good; without it there is nothing at `/mcp`. */
  readonly agents?: Handler<typeof AGENTS>;
  /** Told what is behind each 500; for the log. */
  readonly report: (problem: unknown) => void;
}

/** Endpoint of the Model Context Protocol, for agents. */
const AGENTS = { path: '/mcp', scope: 'read', query: null, body: null } as const;

/** The v2 API as a listener for an https server. */
export function createApi(options: ApiOptions): RequestListener {
  const routes = createRoutes(options);
  const express = createLazyRouter(routes, options.report);
  const busiest = routes.find(({ path, method }) => path === endpoints.transactions.path && method === 'GET')?.listener;

  return (request, response) => {
    const refusal = checkOrigin(request);
    if (refusal !== null) refuse(response, refusal);
    // Going through Express would add a seventh to the CPU time of the whole answer, TLS and all.
    else if (busiest !== undefined && request.method === 'GET' && hasPath(request, endpoints.transactions.path))
      void busiest(request, response);
    else express(request, response);
  };
}

/** Express takes longer to load than all the rest of a start; the request that scripts make most does without it. */
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
  const { store, clock, sync, schedules, limits, feed, agents, recognised, report } = options;
  const stillGranted = (grant: Grant): boolean => isStillGranted(options, grant);
  const guard = createGuard({
    authenticate: createAuthenticator(options),
    isStillGranted: stillGranted,
    clock,
    recognised,
    report,
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
    route(endpoints.syncTransactions, syncTransactions({ store, clock, sync, limits })),
    route(endpoints.schedule, getSchedule(schedules)),
    route(endpoints.setSchedule, setSchedule(schedules)),
    route(endpoints.removeSchedule, removeSchedule(schedules)),
    route(extensions.balances, listBalances(mirror, store)),
    route(eventStream, streamEvents(feed, stillGranted)),
    { method: 'GET', path: '/api/openapi.json', listener: openApi() },
    ...(agents === undefined ? [] : [{ method: 'POST' as const, path: AGENTS.path, listener: guard(AGENTS, agents) }]),
  ];
}

/**
 * Holds off web pages. A page whose own name was made to point at this machine (DNS rebinding) sends that
 * name as Host; a page that calls across origins sends its Origin. Any port is fine, for SSH tunnels.
 */
function checkOrigin({ headers: { host, origin } }: IncomingMessage): Refusal | null {
  if (!isLoopbackHost(host)) {
    return {
      status: 421,
      error: 'This service answers only to localhost, 127.0.0.1 and [::1]; use one of these in the address.',
    };
  }
  if (origin !== undefined && origin.toLowerCase() !== `https://${host.toLowerCase()}`) {
    return { status: 403, error: 'This service does not answer web pages of other origins.' };
  }
  return null;
}

const MINUTE_MS = 60_000;

/** Today in an account's zone. Zones change their day on full minutes, so one is worked out once a minute. */
function createToday(store: Reader, clock: Clock): (accountId: string) => CalendarDate {
  const zones = createMemo(store, (accountId) => findTimeZone(store, accountId) ?? 'UTC');
  const days = new Map<string, { readonly minute: number; readonly today: CalendarDate }>();
  return (accountId) => {
    const zone = zones.get(accountId);
    const now = clock.now();
    const minute = Math.floor(now / MINUTE_MS);
    const known = days.get(zone);
    if (known?.minute === minute) return known.today;
    const today = todayIn(zone, now);
    days.set(zone, { minute, today });
    return today;
  };
}
