import { describe, expect, test } from 'vitest';
import { addDays, fromEpochDay, type CalendarDate } from '../../src/core/calendar-date.ts';
import { toPennyrowError } from '../../src/platform/errors.ts';
import type { Fetched } from '../../src/sources/source.ts';
import { fakeSimplefin, type FakeSimplefin } from '../fakes/simplefin/server.ts';
import { sourceBench } from '../fakes/simplefin/source.ts';
import { A_YEAR_AGO, dailyBank, TODAY, year } from './daily-bank.ts';

const daysOf = ({ transactions }: Fetched): string[] => transactions.map(({ date }) => date);
const codes = ({ messages }: Fetched): string[] => messages.map(({ code }) => code);
const everyDay = Array.from({ length: 366 }, (_, day) => addDays(A_YEAR_AGO, day));

/** Starts and ends of the requested windows, in days. */
function requestedWindows({ seen }: FakeSimplefin): { from: string; days: number }[] {
  return seen.flatMap(({ path }) => {
    const { searchParams } = new URL(path, 'https://localhost');
    const [start, end] = [Number(searchParams.get('start-date')), Number(searchParams.get('end-date'))];
    return start === 0 ? [] : [{ from: fromEpochDay(Math.floor(start / 86_400)), days: (end - start) / 86_400 }];
  });
}

describe('a fetch of a first year', () => {
  test('uses windows of at most 44 days, each for all accounts in one request, and returns each transaction once', async () => {
    const server = await dailyBank();
    const seen: (number | null)[][] = [];
    const result = await sourceBench(server).fetch({ ...year, progress: (done, total) => seen.push([done, total]) });
    expect(daysOf(result)).toEqual(everyDay);
    expect(result.completeAccountIds).toHaveLength(1);
    expect(result).toMatchObject({ messages: [] });
    expect(result.unfinished).toBeUndefined();
    expect(requestedWindows(server)).toHaveLength(13);
    for (const { days } of requestedWindows(server)) expect(days).toBeLessThanOrEqual(44);
    expect(
      server.seen.every(
        ({ path }) => path.includes('pending=1') && path.includes('version=2') && !path.includes('account='),
      ),
    ).toBe(true);
    expect(seen.at(-1)).toEqual([requestedWindows(server).length, requestedWindows(server).length]);
  });

  test('is complete from a server that silently truncates to 30 days, because windows overlap', async () => {
    const server = await dailyBank();
    server.cap = { days: 30, how: 'silently' };
    expect(daysOf(await sourceBench(server).fetch(year))).toEqual(expect.arrayContaining(everyDay.slice(30)));
  });

  test('reports the days that a stronger truncation left out, and does not mark the account as complete', async () => {
    const server = await dailyBank();
    server.cap = { days: 20, how: 'silently' };
    const result = await sourceBench(server).fetch(year);
    const gap = result.messages.find(({ code }) => code === 'source_gap');
    const { from, until: to } = (gap?.params ?? {}) as Record<string, string>;
    expect(daysOf(result)).not.toContain(from);
    expect(daysOf(result)).not.toContain(to);
    expect(daysOf(result)).toContain(addDays(from as CalendarDate, -1));
    expect(daysOf(result)).toContain(addDays(to as CalendarDate, 1));
    expect(result.completeAccountIds).toEqual([]);
  });

  test('shows one message if the server announces a truncation', async () => {
    const server = await dailyBank();
    server.cap = { days: 30, how: 'gen.api' };
    const result = await sourceBench(server).fetch(year);
    expect(codes(result).filter((code) => code === 'source_limit')).toHaveLength(1);
    expect(result.completeAccountIds).toEqual([]);
  });

  test('reports for each account the first day with transactions', async () => {
    const server = await fakeSimplefin();
    const result = await sourceBench(server).fetch(year);
    expect(result.messages.filter(({ code }) => code === 'source_history_start').map(({ message }) => message)).toEqual(
      [
        'Everyday ••4321: there is nothing before 20 Feb 2026, although days from 27 Sept 2025 on were asked for.',
        'Savings: there is nothing before 1 Mar 2026, although days from 27 Sept 2025 on were asked for.',
        'Card ••8830: there is nothing before 5 Mar 2026, although days from 27 Sept 2025 on were asked for.',
      ],
    );
    expect(result.completeAccountIds).toEqual([]);
  });
});

describe('an interrupted fetch', () => {
  test('returns the newest days, reports the missing ones, and continues there the next day without repeated requests', async () => {
    const server = await dailyBank();
    const bench = sourceBench(server);
    bench.places = 4;
    const first = await bench.fetch(year);
    expect(first.messages).toContainEqual(
      expect.objectContaining({
        severity: 'info',
        code: 'source_history_paced',
        params: expect.objectContaining({
          next: '2026-03-10T10:00:00.000Z',
          // The missing days end on the day before the first returned day.
          until: addDays(daysOf(first)[0] as CalendarDate, -1),
        }),
      }),
    );
    // The next fetch may request the newest days at any time.
    expect(first.unfinished).toEqual({ notBeforeMs: null });
    expect(first.completeAccountIds).toEqual([]);
    expect(daysOf(first).at(-1)).toBe(TODAY);
    const seenBefore = server.seen.length;

    bench.clock.advance(86_400_000);
    bench.places = 100;
    const second = await bench.fetch({ ...year, today: addDays(TODAY, 1) });
    expect(daysOf(second)).toEqual(everyDay);
    expect(second.unfinished).toBeUndefined();
    // Requests only the newest window again, then the missing ones.
    expect(server.seen.length - seenBefore).toBeLessThanOrEqual(14 - 3);
  });

  test.each([429, 500, 403])(
    'keeps the transactions of newer time windows if the request for an older one gets status %i',
    async (status) => {
      const server = await dailyBank();
      server.faults.push('none', 'none', { status });
      const result = await sourceBench(server).fetch(year);
      expect(codes(result)).toContain('source_unfinished');
      expect(result.unfinished).toBeDefined();
      expect(daysOf(result).at(-1)).toBe(TODAY);
      expect(requestedWindows(server)).toHaveLength(3);
    },
  );

  test('is complete if the server rejects older days', async () => {
    const server = await dailyBank();
    server.faults.push('none', 'none', { status: 400, body: '{"errors": ["At most 90 days"]}' });
    const result = await sourceBench(server).fetch(year);
    expect(result.messages.at(0)).toMatchObject({
      severity: 'warning',
      code: 'source_history_start',
      message: expect.stringContaining('At most 90 days'),
    });
    expect(result.unfinished).toBeUndefined();
  });

  test('returns only the reason if its first request fails', async () => {
    const server = await dailyBank();
    const bench = sourceBench(server);
    bench.remembered = { version: '2' };
    bench.places = 0;
    await expect(bench.fetch()).rejects.toMatchObject({
      code: 'source_budget',
      notBeforeMs: bench.clock.now() + 3_600_000,
      params: { until: '2026-03-10T10:00:00.000Z' },
    });
    expect(server.seen).toEqual([]);
  });
});

test('a canceled fetch stops between two windows', async () => {
  const server = await dailyBank();
  const abort = new AbortController();
  const fetching = sourceBench(server).fetch({
    ...year,
    signal: abort.signal,
    progress: (done) => void (done === 3 && abort.abort()),
  });
  await expect(fetching.catch((thrown: unknown) => toPennyrowError(thrown).code)).resolves.toBe('run_cancelled');
  expect(requestedWindows(server)).toHaveLength(3);
});
