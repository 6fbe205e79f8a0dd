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

/** Starts and ends of the windows that were asked for, in days. */
function windowsAsked({ seen }: FakeSimplefin): { from: string; days: number }[] {
  return seen.flatMap(({ path }) => {
    const { searchParams } = new URL(path, 'https://localhost');
    const [start, end] = [Number(searchParams.get('start-date')), Number(searchParams.get('end-date'))];
    return start === 0 ? [] : [{ from: fromEpochDay(Math.floor(start / 86_400)), days: (end - start) / 86_400 }];
  });
}

describe('a first year', () => {
  test('is asked for in windows of at most 44 days, all accounts at once, and brings each transaction once', async () => {
    const server = await dailyBank();
    const seen: (number | null)[][] = [];
    const fetched = await sourceBench(server).fetch({ ...year, progress: (done, total) => seen.push([done, total]) });
    expect(daysOf(fetched)).toEqual(everyDay);
    expect(fetched.completeAccountIds).toHaveLength(1);
    expect(fetched).toMatchObject({ messages: [] });
    expect(fetched.unfinished).toBeUndefined();
    expect(windowsAsked(server)).toHaveLength(13);
    for (const { days } of windowsAsked(server)) expect(days).toBeLessThanOrEqual(44);
    expect(
      server.seen.every(
        ({ path }) => path.includes('pending=1') && path.includes('version=2') && !path.includes('account='),
      ),
    ).toBe(true);
    expect(seen.at(-1)).toEqual([windowsAsked(server).length, windowsAsked(server).length]);
  });

  test('survives a server that cuts to 30 days without a word, since windows overlap', async () => {
    const server = await dailyBank();
    server.cap = { days: 30, how: 'silently' };
    expect(daysOf(await sourceBench(server).fetch(year))).toEqual(expect.arrayContaining(everyDay.slice(30)));
  });

  test('shows the days that a tighter cut left out, and does not call the account whole', async () => {
    const server = await dailyBank();
    server.cap = { days: 20, how: 'silently' };
    const fetched = await sourceBench(server).fetch(year);
    const gap = fetched.messages.find(({ code }) => code === 'source_gap');
    const { from, until: to } = (gap?.params ?? {}) as Record<string, string>;
    expect(daysOf(fetched)).not.toContain(from);
    expect(daysOf(fetched)).not.toContain(to);
    expect(daysOf(fetched)).toContain(addDays(from as CalendarDate, -1));
    expect(daysOf(fetched)).toContain(addDays(to as CalendarDate, 1));
    expect(fetched.completeAccountIds).toEqual([]);
  });

  test('shows a cut that the server speaks of, once', async () => {
    const server = await dailyBank();
    server.cap = { days: 30, how: 'gen.api' };
    const fetched = await sourceBench(server).fetch(year);
    expect(codes(fetched).filter((code) => code === 'source_limit')).toHaveLength(1);
    expect(fetched.completeAccountIds).toEqual([]);
  });

  test('says for each account from which day on there is something', async () => {
    const server = await fakeSimplefin();
    const fetched = await sourceBench(server).fetch(year);
    expect(
      fetched.messages.filter(({ code }) => code === 'source_history_start').map(({ message }) => message),
    ).toEqual([
      'Everyday ••4321: there is nothing before 20 Feb 2026, although days from 27 Sept 2025 on were asked for.',
      'Savings: there is nothing before 1 Mar 2026, although days from 27 Sept 2025 on were asked for.',
      'Card ••8830: there is nothing before 5 Mar 2026, although days from 27 Sept 2025 on were asked for.',
    ]);
    expect(fetched.completeAccountIds).toEqual([]);
  });
});

describe('a fetch that has to stop', () => {
  test('brings the newest days, says what is missing, and goes on there the next day without asking again', async () => {
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
          // What is still to come begins where the fetched days end.
          until: addDays(daysOf(first)[0] as CalendarDate, -1),
        }),
      }),
    );
    // The newest days do not wait for the older ones.
    expect(first.unfinished).toEqual({ notBeforeMs: null });
    expect(first.completeAccountIds).toEqual([]);
    expect(daysOf(first).at(-1)).toBe(TODAY);
    const asked = server.seen.length;

    bench.clock.advance(86_400_000);
    bench.places = 100;
    const second = await bench.fetch({ ...year, today: addDays(TODAY, 1) });
    expect(daysOf(second)).toEqual(everyDay);
    expect(second.unfinished).toBeUndefined();
    // The newest window again, and those that were missing.
    expect(server.seen.length - asked).toBeLessThanOrEqual(14 - 3);
  });

  test.each([429, 500, 403])('after %i on an older window keeps what came before', async (status) => {
    const server = await dailyBank();
    server.faults.push('none', 'none', { status });
    const fetched = await sourceBench(server).fetch(year);
    expect(codes(fetched)).toContain('source_unfinished');
    expect(fetched.unfinished).toBeDefined();
    expect(daysOf(fetched).at(-1)).toBe(TODAY);
    expect(windowsAsked(server)).toHaveLength(3);
  });

  test('where the server refuses older days has no more to come', async () => {
    const server = await dailyBank();
    server.faults.push('none', 'none', { status: 400, body: '{"errors": ["At most 90 days"]}' });
    const fetched = await sourceBench(server).fetch(year);
    expect(fetched.messages.at(0)).toMatchObject({
      severity: 'warning',
      code: 'source_history_start',
      message: expect.stringContaining('At most 90 days'),
    });
    expect(fetched.unfinished).toBeUndefined();
  });

  test('on its first request brings nothing but the reason', async () => {
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

test('a cancelled fetch is cancelled between two windows', async () => {
  const server = await dailyBank();
  const abort = new AbortController();
  const fetching = sourceBench(server).fetch({
    ...year,
    signal: abort.signal,
    progress: (done) => void (done === 3 && abort.abort()),
  });
  await expect(fetching.catch((thrown: unknown) => toPennyrowError(thrown).code)).resolves.toBe('run_cancelled');
  expect(windowsAsked(server)).toHaveLength(3);
});
