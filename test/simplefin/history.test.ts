import { describe, expect, test } from 'vitest';
import { addDays, fromEpochDay, type CalendarDate } from '../../src/core/calendar-date.ts';
import { toPennyrowError } from '../../src/platform/errors.ts';
import type { Fetched } from '../../src/sources/source.ts';
import { noon, type FakeTransaction } from '../fakes/simplefin/bank.ts';
import { fakeSimplefin, type FakeSimplefin } from '../fakes/simplefin/server.ts';
import { sourceBench } from '../fakes/simplefin/source.ts';

const TODAY = '2026-03-10' as CalendarDate;
const A_YEAR_AGO = addDays(TODAY, -365);
const year = { since: A_YEAR_AGO, today: TODAY };

/** One account with a purchase on each day of a year. */
async function dailyBank(): Promise<FakeSimplefin> {
  const server = await fakeSimplefin();
  server.bank.accounts.length = 1;
  const [account] = server.bank.accounts;
  if (account !== undefined) account.transactions = Array.from({ length: 366 }, (_, day) => purchase(addDays(A_YEAR_AGO, day)));
  return server;
}

function purchase(day: CalendarDate): FakeTransaction {
  return { id: `D-${day}`, posted: noon(day), amount: '-2.40', description: 'City transit' };
}

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
    expect(server.seen.every(({ path }) => path === '/simplefin/info' || (path.includes('pending=1') && path.includes('version=2') && !path.includes('account=')))).toBe(true);
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
    const [, from, to] = /between (\S+) and (\S+) were left out/.exec(gap?.message ?? '') ?? [];
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
    expect(fetched.messages.filter(({ code }) => code === 'source_history_start').map(({ message }) => message)).toEqual([
      'Everyday ••4321: there is nothing before 2026-02-20, although days from 2025-03-10 on were asked for.',
      'Savings: there is nothing before 2026-03-01, although days from 2025-03-10 on were asked for.',
      'Card ••8830: there is nothing before 2026-03-05, although days from 2025-03-10 on were asked for.',
    ]);
    expect(fetched.completeAccountIds).toEqual([]);
  });
});

describe('a fetch that has to stop', () => {
  test('brings the newest days, says what is missing, and goes on there the next day without asking again', async () => {
    const server = await dailyBank();
    const bench = sourceBench(server);
    bench.places = 1 + 4;
    const first = await bench.fetch(year);
    expect(codes(first)).toContain('source_unfinished');
    expect(first.unfinished?.notBeforeMs).toBeGreaterThan(bench.clock.now());
    expect(first.completeAccountIds).toEqual([]);
    expect(daysOf(first).at(-1)).toBe(TODAY);
    const asked = server.seen.length;

    bench.clock.advance(86_400_000);
    bench.places = 100;
    const second = await bench.fetch({ ...year, today: addDays(TODAY, 1) });
    expect(daysOf(second)).toEqual(everyDay);
    expect(second.unfinished).toBeUndefined();
    // The newest window anew, and those that were missing.
    expect(server.seen.length - asked).toBeLessThanOrEqual(14 - 3);
  });

  test.each([429, 500, 403])('after %i on an older window keeps what came before', async (status) => {
    const server = await dailyBank();
    server.faults.push('none', 'none', 'none', { status });
    const fetched = await sourceBench(server).fetch(year);
    expect(codes(fetched)).toContain('source_unfinished');
    expect(fetched.unfinished).toBeDefined();
    expect(daysOf(fetched).at(-1)).toBe(TODAY);
    expect(windowsAsked(server)).toHaveLength(3);
  });

  test('where the server refuses older days has no more to come', async () => {
    const server = await dailyBank();
    server.faults.push('none', 'none', 'none', { status: 400, body: '{"errors": ["At most 90 days"]}' });
    const fetched = await sourceBench(server).fetch(year);
    expect(fetched.messages.at(0)).toMatchObject({ severity: 'warning', code: 'source_history_start', message: expect.stringContaining('At most 90 days') });
    expect(fetched.unfinished).toBeUndefined();
  });

  test('on its first request brings nothing but the reason', async () => {
    const server = await dailyBank();
    const bench = sourceBench(server);
    bench.remembered = { version: '2' };
    bench.places = 0;
    await expect(bench.fetch()).rejects.toMatchObject({ code: 'source_budget', notBeforeMs: bench.clock.now() + 3_600_000, remedy: expect.stringContaining('2026-03-10 11:00') });
    expect(server.seen).toEqual([]);
  });
});

describe('what was sent', () => {
  test('is used again when it was never written, for an hour, and then it is asked anew', async () => {
    const server = await fakeSimplefin();
    const bench = sourceBench(server, { writtenUntilMs: 0 });
    const first = await bench.fetch();
    const asked = server.seen.length;
    bench.clock.advance(3 * 60_000);
    const again = await bench.fetch();
    expect(again.transactions).toEqual(first.transactions);
    expect(again.messages).toMatchObject([{ severity: 'info', code: 'source_replayed', message: expect.stringContaining('3 minutes ago') }]);
    expect(server.seen).toHaveLength(asked);
    bench.clock.advance(60 * 60_000);
    expect((await bench.fetch()).messages).toEqual([]);
    expect(server.seen).toHaveLength(asked + 1);
  });

  test('is never used again once it is written, or when it had a problem', async () => {
    const server = await fakeSimplefin();
    const written = sourceBench(server);
    await written.fetch();
    await written.fetch();
    expect(server.seen).toHaveLength(3);
    const unwritten = sourceBench(server, { writtenUntilMs: 0 });
    server.bank.errors = [{ code: 'con.auth', msg: 'Sign in', conn_id: 'CON-linden' }];
    await unwritten.fetch();
    server.bank.errors = [];
    expect((await unwritten.fetch()).messages).toEqual([]);
  });

  test('of an old window is not used for an account that came later, nor for a bank that is well again', async () => {
    const server = await dailyBank();
    server.budget = 1000;
    const bench = sourceBench(server);
    server.bank.errors = [{ code: 'con.', msg: 'Away', conn_id: 'CON-linden' }];
    await bench.fetch(year);
    const asked = server.seen.length;
    await bench.fetch(year);
    expect(server.seen).toHaveLength(asked + 1);
    server.bank.errors = [];
    await bench.fetch(year);
    expect(server.seen.length).toBeGreaterThan(asked + 10);
    const before = server.seen.length;
    server.bank.accounts.push({ conn_id: 'CON-harbour', id: 'ACT-new', name: 'New', currency: 'EUR', transactions: [purchase(addDays(TODAY, -200))] });
    expect((await bench.fetch(year)).transactions).toHaveLength(367);
    expect(server.seen.length).toBeGreaterThan(before + 10);
  });
});

test('a pending transaction that is in every answer comes once, and not again from an old answer once it is gone', async () => {
  const server = await dailyBank();
  server.bank.pendingEverywhere = true;
  const [account] = server.bank.accounts;
  const pending = { id: 'P-1', posted: 0, amount: '-20.00', description: 'Restaurant', pending: true, transacted_at: noon('2026-03-09') };
  account?.transactions.push(pending);
  const bench = sourceBench(server);
  const isPending = ({ status }: { readonly status: string }) => status === 'pending';
  expect((await bench.fetch(year)).transactions.filter(isPending)).toHaveLength(1);
  account?.transactions.pop();
  account?.transactions.push({ id: 'T-9', posted: noon('2026-03-10'), amount: '-23.00', description: 'Restaurant' });
  const asked = server.seen.length;
  const later = await bench.fetch(year);
  expect(server.seen).toHaveLength(asked + 1);
  expect(later.transactions.filter(isPending)).toEqual([]);
  expect(later.completeAccountIds).toHaveLength(1);
});

test('a cancelled fetch is cancelled between two windows', async () => {
  const server = await dailyBank();
  const abort = new AbortController();
  const fetching = sourceBench(server).fetch({ ...year, signal: abort.signal, progress: (done) => void (done === 3 && abort.abort()) });
  await expect(fetching.catch((thrown: unknown) => toPennyrowError(thrown).code)).resolves.toBe('run_cancelled');
  expect(windowsAsked(server)).toHaveLength(3);
});
