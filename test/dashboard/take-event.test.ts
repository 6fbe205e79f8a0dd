import { afterEach, describe, expect, test } from 'vitest';
import { isAffected } from '../../renderer/control/affected.ts';
import type { ControlEvent } from '../../src/contract/control/events.ts';
import { procedures, type ProcedureName } from '../../src/contract/control/index.ts';
import type { Run } from '../../src/core/run.ts';

/** As much of the library as a test needs: its own types bring those of React, and the DOM's, which tests have not. */
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
const TAKE_EVENT: string = '../../renderer/control/take-event.ts';
const { QueryClient, QueryObserver } = (await import(LIBRARY)) as Library;
const { takeEvent } = (await import(TAKE_EVENT)) as {
  takeEvent(queries: Queries, event: ControlEvent): void;
};

const ENDED = { id: 'run_1', accountId: 'account_1', status: 'succeeded', finishedAt: '2026-01-05T06:00:00Z' } as Run;
const RUNNING: Run = { ...ENDED, status: 'running', finishedAt: null };
const PROGRESS = { runId: 'run_1', accountId: 'account_1', stage: 'writing', step: null, done: 3, total: 12 };

const of = (run: Run): ControlEvent => ({ type: 'run', run });

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A page that shows one answer; `give` answers the oldest question that is open. */
function showing(name: ProcedureName, input: unknown) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const open: ((answer: unknown) => void)[] = [];
  const asked = { times: 0 };
  const observer = new QueryObserver(queries, {
    queryKey: [name, input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
      asked.times += 1;
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
    asked,
    shown: () => observer.getCurrentResult().data,
    give: async (answer: unknown) => {
      open.shift()?.(answer);
      await settled();
    },
  };
}

/** Until all that was set off has been done. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('what an event tells by itself', () => {
  test('is shown without a question: how far a run is, and the run', async () => {
    const progress = showing('run.progress', { accountId: 'account_1' });
    await progress.give(null);
    takeEvent(progress.queries, of(RUNNING));
    takeEvent(progress.queries, { type: 'progress', progress: PROGRESS });
    await settled();
    expect(progress.shown()).toEqual(PROGRESS);
    takeEvent(progress.queries, of(ENDED));
    await settled();
    expect(progress.shown()).toBeNull();
    expect(progress.asked.times).toBe(1);

    const run = showing('run.get', { runId: 'run_1' });
    await run.give(RUNNING);
    takeEvent(run.queries, of(ENDED));
    await settled();
    expect(run.shown()).toEqual(ENDED);
    expect(run.asked.times).toBe(1);
  });

  test('is not taken back by an answer that was on its way', async () => {
    const progress = showing('run.progress', { accountId: 'account_1' });
    takeEvent(progress.queries, of(ENDED));
    await progress.give(PROGRESS);
    expect(progress.shown()).toBeNull();

    const run = showing('run.get', { runId: 'run_1' });
    takeEvent(run.queries, of(ENDED));
    await run.give(RUNNING);
    expect(run.shown()).toEqual(ENDED);
  });

  test('is not shown where an answer was ahead of it', async () => {
    const run = showing('run.get', { runId: 'run_1' });
    await run.give(ENDED);
    takeEvent(run.queries, of(RUNNING));
    await settled();
    expect(run.shown()).toEqual(ENDED);
  });

  test('says nothing of another account, nor of a run that another one may have taken back, which is asked again', async () => {
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

  test('makes no answer of a question that nobody asked', () => {
    const { queries } = showing('account.list', {});
    takeEvent(queries, of(ENDED));
    takeEvent(queries, { type: 'progress', progress: PROGRESS });
    expect(queries.getQueryCache().getAll()).toHaveLength(1);
  });
});

describe('what an event has asked again', () => {
  const names = Object.keys(procedures) as ProcedureName[];

  const askedBy = (run: Run): ProcedureName[] =>
    names
      .filter((name) => name.endsWith('.get') || name.endsWith('.list') || name === 'service.status')
      .filter((name) => isAffected(name, of(run)));

  test('of a run that waits or begins is its record and whether one is running, and once also how far the welcome is', () => {
    const begun = ['run.get', 'run.list', 'service.status'];
    expect(askedBy(RUNNING).toSorted()).toEqual(begun);
    expect(askedBy({ ...RUNNING, status: 'queued' }).toSorted()).toEqual([...begun, 'welcome.get']);
  });

  test('of a run that ended is all that one may change', () => {
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

  test('is also what is on its way, which the service may have answered before', async () => {
    const status = showing('service.status', {});
    takeEvent(status.queries, of(ENDED));
    await settled();
    await status.give('old');
    await status.give('new');
    expect(status.shown()).toBe('new');
  });
});
