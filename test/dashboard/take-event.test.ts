import { afterEach, describe, expect, test } from 'vitest';
import { isAffected } from '../../renderer/base/control/affected.ts';
import type { ControlEvent } from '../../src/contract/control/events.ts';
import { procedures, type ProcedureName } from '../../src/contract/control/index.ts';
import type { Run } from '../../src/core/run.ts';

/** The parts of the library that a test needs: the library's types would add the types of React and the DOM, which tests do not have. */
interface Library {
  readonly QueryClient: new (options: object) => Queries;
  readonly QueryObserver: new (queries: Queries, options: object) => Observer;
}
interface Queries {
  clear(): void;
  getQueryCache(): { getAll(): readonly unknown[] };
}
interface Observer {
  subscribe(listener: () => void): () => void;
  getCurrentResult(): { readonly data: unknown };
}

const LIBRARY: string = '@tanstack/react-query';
const TAKE_EVENT: string = '../../renderer/base/control/take-event.ts';
const { QueryClient, QueryObserver } = (await import(LIBRARY)) as Library;
const { takeEvent } = (await import(TAKE_EVENT)) as {
  takeEvent(queries: Queries, event: ControlEvent): void;
};

const ENDED = { id: 'run_1', accountId: 'account_1', status: 'succeeded', finishedAt: '2026-01-05T06:00:00Z' } as Run;
const RUNNING: Run = { ...ENDED, status: 'running', finishedAt: null };
const PROGRESS = { runId: 'run_1', accountId: 'account_1', stage: 'writing' as const, step: null, done: 3, total: 12 };

const of = (run: Run): ControlEvent => ({ type: 'run', run });

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A page that shows one answer; `give` answers the oldest open request. */
function showing(name: ProcedureName, input: unknown) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const open: ((answer: unknown) => void)[] = [];
  const requests = { times: 0 };
  const observer = new QueryObserver(queries, {
    queryKey: [name, input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
      requests.times += 1;
      return new Promise((resolve, reject) => {
        open.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    },
  });
  stops.push(
    observer.subscribe(() => undefined),
    () => queries.clear(),
  );
  return {
    queries,
    requests,
    shown: () => observer.getCurrentResult().data,
    give: async (answer: unknown) => {
      open.shift()?.(answer);
      await settled();
    },
  };
}

/** Waits until all triggered requests have completed. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the data in an event', () => {
  test('is shown without another request, during a run and at its end', async () => {
    const progress = showing('run.progress', { accountId: 'account_1' });
    await progress.give(null);
    takeEvent(progress.queries, of(RUNNING));
    takeEvent(progress.queries, { type: 'progress', progress: PROGRESS });
    await settled();
    expect(progress.shown()).toEqual(PROGRESS);
    takeEvent(progress.queries, of(ENDED));
    await settled();
    expect(progress.shown()).toBeNull();
    expect(progress.requests.times).toBe(1);

    const run = showing('run.get', { runId: 'run_1' });
    await run.give(RUNNING);
    takeEvent(run.queries, of(ENDED));
    await settled();
    expect(run.shown()).toEqual(ENDED);
    expect(run.requests.times).toBe(1);
  });

  test('is not overwritten by a response that was requested before the event', async () => {
    const progress = showing('run.progress', { accountId: 'account_1' });
    takeEvent(progress.queries, of(ENDED));
    await progress.give(PROGRESS);
    expect(progress.shown()).toBeNull();

    const run = showing('run.get', { runId: 'run_1' });
    takeEvent(run.queries, of(ENDED));
    await run.give(RUNNING);
    expect(run.shown()).toEqual(ENDED);
  });

  test('is not shown if a response already shows that the run has ended', async () => {
    const run = showing('run.get', { runId: 'run_1' });
    await run.give(ENDED);
    takeEvent(run.queries, of(RUNNING));
    await settled();
    expect(run.shown()).toEqual(ENDED);
  });

  test('does not change another account, and triggers a new request for a run that another run may have undone', async () => {
    const progress = showing('run.progress', { accountId: 'account_2' });
    await progress.give(PROGRESS);
    takeEvent(progress.queries, of(ENDED));
    await settled();
    expect(progress.shown()).toEqual(PROGRESS);

    const undone = showing('run.get', { runId: 'run_0' });
    await undone.give({ ...ENDED, id: 'run_0' });
    takeEvent(undone.queries, of(ENDED));
    await settled();
    await undone.give({ ...ENDED, id: 'run_0', undoneBy: 'run_1' });
    expect(undone.shown()).toMatchObject({ id: 'run_0', undoneBy: 'run_1' });
  });

  test('creates no cached response for a request that was never sent', () => {
    const { queries } = showing('account.list', {});
    takeEvent(queries, of(ENDED));
    takeEvent(queries, { type: 'progress', progress: PROGRESS });
    expect(queries.getQueryCache().getAll()).toHaveLength(1);
  });
});

describe('the requests that are repeated after an event', () => {
  const names = Object.keys(procedures) as ProcedureName[];

  const requestsAfter = (run: Run): ProcedureName[] =>
    names
      .filter((name) => name.endsWith('.get') || name.endsWith('.list') || name === 'service.status')
      .filter((name) => isAffected(name, of(run)));

  test('fetch the run’s record and the status, and also the welcome page if the run is queued', () => {
    const begun = ['run.get', 'run.list', 'service.status'];
    expect(requestsAfter(RUNNING).toSorted()).toEqual(begun);
    expect(requestsAfter({ ...RUNNING, status: 'queued' }).toSorted()).toEqual([...begun, 'welcome.get']);
  });

  test('fetch everything that a run may have changed, once it has ended', () => {
    const ended = names.filter((name) => isAffected(name, of(ENDED)));
    for (const name of ['run.items', 'run.duplicates', 'connection.list', 'connection.waitingFiles', 'workbook.get'])
      expect(ended).toContain(name);
    for (const name of [
      'balance.list',
      'csvMapping.list',
      'deleted.list',
      'schedule.get',
      'backup.list',
      'welcome.get',
    ])
      expect(ended).toContain(name);
  });

  test('include pending requests, which the service may have answered before the event', async () => {
    const status = showing('service.status', {});
    takeEvent(status.queries, of(ENDED));
    await settled();
    await status.give('old');
    await status.give('new');
    expect(status.shown()).toBe('new');
  });
});
