import type { CalendarDate } from '../../../src/core/calendar-date.ts';
import {
  createSimplefinSource,
  type Remembered,
  type SimplefinContext,
} from '../../../src/sources/simplefin/simplefin-source.ts';
import type { Fetched, FetchRequest, Source } from '../../../src/sources/source.ts';
import { manualClock, type ManualClock } from '../../support/manual-clock.ts';
import type { FakeSimplefin } from './server.ts';

/** A SimpleFIN source under test that uses a fake server and keeps its stored state in memory. */
export interface SourceBench {
  readonly source: Required<Source>;
  readonly clock: ManualClock;
  remembered: Remembered;
  readonly archived: { readonly request: string; readonly answer: { readonly atMs: number; readonly text: string } }[];
  /** How many more requests are allowed. */
  places: number;
  fetch(changes?: Partial<FetchRequest>): Promise<Fetched>;
}

export function sourceBench(server: FakeSimplefin, changes: Partial<SimplefinContext> = {}): SourceBench {
  const clock = manualClock();
  const context = (): SimplefinContext => ({
    secret: async () => server.accessUrl,
    settings: { ...bench.remembered },
    remember: (news) => {
      bench.remembered = { ...bench.remembered, ...news };
    },
    budget: {
      take: () => {
        bench.places -= 1;
        return bench.places < 0 ? clock.now() + 3_600_000 : null;
      },
    },
    archive: {
      find: (request, sinceMs) =>
        bench.archived.findLast((one) => one.request === request && one.answer.atMs >= sinceMs)?.answer ?? null,
      keep: (request, text) => void bench.archived.push({ request, answer: { atMs: clock.now(), text } }),
    },
    writtenUntilMs: Number.MAX_SAFE_INTEGER - 1,
    clock,
    network: { ca: server.ca, timeoutMs: 60_000 },
    ...changes,
  });
  const source: Required<Source> = {
    fetch: (request) => createSimplefinSource(context()).fetch(request),
    test: (request) => createSimplefinSource(context()).test(request),
    close: async () => {},
  };
  const bench: SourceBench = {
    source,
    clock,
    remembered: {},
    archived: [],
    places: 1000,
    fetch: (request = {}) =>
      source.fetch({
        since: '2026-02-20' as CalendarDate,
        today: '2026-03-10' as CalendarDate,
        timeZone: 'Europe/Berlin',
        signal: new AbortController().signal,
        progress: () => {},
        ...request,
      }),
  };
  return bench;
}
