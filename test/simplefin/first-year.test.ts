import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, type CalendarDate } from '../../src/core/calendar-date.ts';
import { createSimplefinSource } from '../../src/sources/simplefin/simplefin-source.ts';
import type { Fetched } from '../../src/sources/source.ts';
import { addConnection, findConnection, type Connection } from '../../src/store/connections.ts';
import { sourceKeep } from '../../src/store/source-keep.ts';
import { noon, type FakeTransaction } from '../fakes/simplefin/bank.ts';
import { fakeSimplefin, type FakeSimplefin } from '../fakes/simplefin/server.ts';
import { sourceBench } from '../fakes/simplefin/source.ts';
import { manualClock, type ManualClock } from '../support/manual-clock.ts';
import { TIMEOUT_MS } from '../support/eventually.ts';
import { AT, storeWithAccount } from '../support/store-with-account.ts';
import { A_YEAR_AGO, dailyBank, purchase, TODAY, year } from './daily-bank.ts';

/** The daily limit of one access URL. */
const ALLOWANCE = { perDay: 24, reserved: 4, past: 12 };
const HOUR = 3_600_000;
const SILENCE_DAYS = 116;

const daysOf = ({ transactions }: Fetched): Set<string> => new Set(transactions.map(({ date }) => date));
const findMessage = ({ messages }: Fetched, code: string) => messages.find((message) => message.code === code);

function withHistories(server: FakeSimplefin, histories: readonly (readonly number[])[]): void {
  for (const [index, account] of server.bank.accounts.entries()) {
    account.transactions = (histories[index] ?? []).map((days): FakeTransaction => ({
      ...purchase(addDays(TODAY, -days)),
      id: `A${index}-${days}`,
    }));
  }
}

/** Bursts of transactions with gaps of any length between them. */
const history = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 160 }), burst: fc.integer({ min: 1, max: 6 }) }), { maxLength: 6 })
  .map((parts) => {
    const days: number[] = [];
    let day = 0;
    for (const { gap, burst } of parts) {
      day += gap;
      for (let more = 0; more < burst; more += 1, day += 1) if (day <= 365) days.push(day);
    }
    return days;
  });

describe('a first fetch', () => {
  test('returns the history back to a gap of 116 days, reports the omitted part, and returns it on request', async () => {
    const server = await fakeSimplefin();
    server.budget = Number.MAX_SAFE_INTEGER;
    await fc.assert(
      fc.asyncProperty(fc.tuple(history, history, history), async (histories) => {
        withHistories(server, histories);
        const all = [...new Set(histories.flat())].sort((a, b) => a - b);
        const bench = sourceBench(server);
        const result = await bench.fetch(year);
        const came = daysOf(result);
        // Expects all days up to the first long gap that lies before the newest window, whose days are always returned.
        let from = 42;
        for (const days of all) {
          if (days - from >= SILENCE_DAYS) break;
          expect(came).toContain(addDays(TODAY, -days));
          from = Math.max(from, days);
        }
        const missing = all.filter((days) => !came.has(addDays(TODAY, -days)));
        const end = findMessage(result, 'source_history_end');
        if (missing.length > 0)
          expect(end?.params).toMatchObject({
            from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
            until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          });
        const { from: silentFrom = '', until: silentTo = '' } = (end?.params ?? {}) as Record<string, string>;
        expect(all.filter((days) => addDays(TODAY, -days) >= silentFrom && addDays(TODAY, -days) <= silentTo)).toEqual(
          [],
        );
        bench.remembered = { ...bench.remembered, backfillFrom: A_YEAR_AGO };
        expect(daysOf(await bench.fetch(year)).size).toBe(all.length);
        expect(bench.remembered.backfillFrom).toBeNull();
      }),
      { numRuns: 15, examples: [[[[], [], [136]]]] },
    );
  });

  test('takes eight requests for a bank that has 90 days, and six for an empty one', async () => {
    const server = await fakeSimplefin();
    withHistories(server, [Array.from({ length: 90 }, (_, day) => day), [], []]);
    await sourceBench(server).fetch(year);
    expect(server.seen).toHaveLength(8);
    withHistories(server, [[], [], []]);
    await sourceBench(server).fetch(year);
    expect(server.seen).toHaveLength(8 + 6);
  });

  test('counts no gap at a failing bank, nor between pending transactions that are in every response', async () => {
    const server = await fakeSimplefin();
    server.budget = 1000;
    withHistories(server, [[300], [], []]);
    server.bank.errors = [{ code: 'con.', msg: 'Away', conn_id: 'CON-linden' }];
    expect(daysOf(await sourceBench(server).fetch(year))).toContain(addDays(TODAY, -300));
    server.bank.errors = [];
    server.bank.pendingEverywhere = true;
    server.bank.accounts[0]?.transactions.push({
      id: 'P',
      posted: 0,
      amount: '-1.00',
      description: 'Pending',
      pending: true,
      transacted_at: noon(addDays(TODAY, -1)),
    });
    const seenBefore = server.seen.length;
    expect(findMessage(await sourceBench(server).fetch(year), 'source_history_end')).toBeDefined();
    expect(server.seen.length - seenBefore).toBe(6);
  });
});

/** Fetches for the user or for the schedule; a real database stores the requests and answers of the connection. */
function synced(server: FakeSimplefin, clock: ManualClock) {
  const store = storeWithAccount();
  addConnection(store, { id: 'c', accountId: 'a', source: 'simplefin', name: 'Bank', settings: {}, createdAt: AT });
  const fetch = (isPerson: boolean): Promise<Fetched> => {
    const keep = sourceKeep(store, findConnection(store, 'c') as Connection, { clock, limit: ALLOWANCE, isPerson });
    const source = createSimplefinSource({
      ...keep,
      writtenUntilMs: Number.MAX_SAFE_INTEGER - 1,
      secret: async () => server.accessUrl,
      clock,
      network: { ca: server.ca, timeoutMs: TIMEOUT_MS },
    });
    const today = addDays(TODAY, Math.floor((clock.now() - start) / (24 * HOUR)));
    return source.fetch({
      since: addDays(today, -365),
      today,
      timeZone: 'UTC',
      signal: new AbortController().signal,
      progress: () => {},
    });
  };
  const start = clock.now();
  return fetch;
}

test.each([1, 3, 6, 24])(
  'a full year is fetched within two days by a sync every %i hours, with half of the first day’s requests unused',
  async (hours) => {
    const clock = manualClock();
    // The server answers 429 beyond 24 requests in any 24 hours.
    const server = await dailyBank({ now: clock.now });
    const fetch = synced(server, clock);
    const first = await fetch(true);
    expect(server.seen.length).toBe(ALLOWANCE.past);
    expect(findMessage(first, 'source_history_paced')).toMatchObject({ severity: 'info' });
    expect(first.unfinished).toEqual({ notBeforeMs: null });
    let whole: number | null = null;
    for (let passed = hours; passed <= 48 && whole === null; passed += hours) {
      clock.advance(hours * HOUR);
      const next = await fetch(false).catch((thrown: unknown) => {
        // The schedule used up its share; the server never rejected a request.
        expect(thrown).toMatchObject({ code: 'source_budget' });
        return null;
      });
      if (
        next !== null &&
        next.unfinished === undefined &&
        daysBetween(A_YEAR_AGO, [...daysOf(next)].sort()[0] as CalendarDate) <= 2
      )
        whole = passed;
    }
    expect(whole).not.toBeNull();
    expect(whole).toBeLessThanOrEqual(48);
  },
);
