import { describe, expect, test } from 'vitest';

import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { consentReminder } from '../../src/control/connections/view.ts';
import { toPennyrowError, type PennyrowError } from '../../src/platform/errors.ts';
import { RetryLater, type FetchRequest } from '../../src/sources/source.ts';
import type { SourceKind } from '../../src/sources/source-kind.ts';
import { addConnection, findConnection } from '../../src/store/connections.ts';
import { sourceKeep } from '../../src/store/source-keep.ts';
import type { Store } from '../../src/store/store.ts';
import { isConsentOver } from '../../src/sync/use-cases/back-off.ts';
import type { ServiceBench } from '../fakes/banks/source-bench.ts';
import { AT, storeWithAccount } from '../support/store-with-account.ts';

const DAY = 86_400_000;
const CONNECTION = 'bank';

export interface AccessUnderTest {
  readonly kind: SourceKind;
  readonly bench: ServiceBench;
  readonly requestCount: () => number;
  /** Makes the source reject the credentials. */
  refuse(): void;
  readonly refusal: 'source_consent_ended' | 'source_reauthorise';
  /** Makes the source ask for a pause of some minutes. */
  busy(): void;
  /** Makes the source fail. */
  down(): void;
  /** Ends the faults of the three methods above and of `cuts`. */
  up(): void;
  /** Faults by name: the source omits transactions although the request succeeds, until `up` is called. */
  readonly cuts: Readonly<Record<string, () => void>>;
  /** True if the source's answer does not say that transactions are missing: the list is then incomplete without a message. */
  readonly cutsAreSilent?: boolean;
  /** True for a kind that sends one request per account; its bench then needs at least two accounts. */
  readonly hasParts: boolean;
  /** True for a kind whose bank does not limit manual requests. */
  readonly personIsUncounted?: boolean;
  /** False for a kind whose bank sends no balances. */
  readonly hasBalances?: false;
  /** True for a kind whose balances have a time of day. */
  readonly hasMoments: boolean;
  readonly secrets: readonly string[];
}

/** Tests for every kind that needs credentials: times of balances, rejected and expired credentials, and the daily limit. */
export function accessContract(name: string, make: () => Promise<AccessUnderTest>): void {
  async function underTest(): Promise<AccessUnderTest & Counted> {
    const subject = await make();
    return { ...subject, ...counted(subject) };
  }

  describe(`the access contract, ${name}`, () => {
    test('returns balances with a time that is not in the future and never earlier than in the previous fetch', async () => {
      const { bench, hasBalances = true, hasMoments } = await underTest();
      const first = (await bench.fetch()).balances;
      expect(first.length > 0, 'states balances; see `hasBalances`').toBe(hasBalances);
      expect(first.some(({ at }) => at !== null)).toBe(hasMoments);
      for (const { at } of first) if (at !== null) expect(Date.parse(at)).toBeLessThanOrEqual(bench.clock.now());
      bench.clock.advance(3_600_000);
      const second = (await bench.fetch()).balances;
      const momentOf = ({ at }: (typeof first)[number]): number => Date.parse(at ?? '1970-01-01');
      expect(second.map(({ kind }) => kind)).toEqual(first.map(({ kind }) => kind));
      for (const [place, balance] of second.entries())
        expect(momentOf(balance)).toBeGreaterThanOrEqual(momentOf(first[place] as (typeof first)[number]));
    });

    test('counts its scheduled requests, and sends none above the daily limit', async () => {
      const { bench, requestCount, countedRequests, takeAll } = await underTest();
      await bench.fetch();
      const used = countedRequests();
      expect(used).toBeGreaterThan(0);
      bench.clock.advance(60_000);
      const oldest = bench.clock.now();
      takeAll();
      const before = requestCount();
      const refused = await failureOf(bench.fetch());
      expect(refused).toBeInstanceOf(RetryLater);
      expect(refused).toMatchObject({ code: 'source_budget', wasRequested: false });
      expect((refused as RetryLater).notBeforeMs).toBeGreaterThan(bench.clock.now());
      expect((refused as RetryLater).notBeforeMs).toBeLessThanOrEqual(oldest + DAY);
      expect(requestCount()).toBe(before);
      bench.clock.advance(DAY);
      expect((await bench.fetch()).transactions.length).toBeGreaterThan(0);
    });

    test('answers a manual sync after the schedule has used up its requests', async () => {
      const { bench, takeAll, countedRequests, personIsUncounted = false } = await underTest();
      takeAll();
      const before = countedRequests();
      bench.isPerson = true;
      expect((await bench.fetch()).transactions.length).toBeGreaterThan(0);
      expect(countedRequests() > before).toBe(!personIsUncounted);
    });

    test('reports rejected credentials in a fetch and in a connection test, without their secrets, until they are renewed', async () => {
      const { bench, refuse, refusal, secrets } = await underTest();
      refuse();
      const fetchFailure = await failureOf(bench.fetch());
      expect(fetchFailure.code).toBe(refusal);
      const tested = await failureOf(testAccess(bench));
      expect(tested.code).toBe(refusal);
      for (const { message, remedy } of [fetchFailure, tested]) {
        expect(remedy).toMatch(/\S/);
        for (const secret of secrets) expect(message + remedy).not.toContain(secret);
      }
    });

    test('waits as long as a busy source demands, and reports a busy or failing source without partial data', async () => {
      const { bench, busy, down, up } = await underTest();
      busy();
      const later = await failureOf(bench.fetch());
      expect(later).toBeInstanceOf(RetryLater);
      expect(later).toMatchObject({ wasRequested: true });
      expect((later as RetryLater).notBeforeMs).toBeGreaterThan(bench.clock.now());
      down();
      const failed = await failureOf(bench.fetch());
      expect(failed.code).not.toBe(later.code);
      expect(failed.remedy).toMatch(/\S/);
      up();
      const { transactions, messages } = await bench.fetch();
      expect([transactions.length > 0, messages.filter(({ severity }) => severity === 'problem')]).toEqual([true, []]);
    });

    test('keeps the result of an interrupted fetch, and continues from there in the next fetch', async () => {
      const { bench, refuse, refusal, hasParts } = await underTest();
      const whole = await bench.fetch();
      const part = await bench.fetch({ progress: (done) => (done === 1 ? refuse() : undefined) });
      const allTransactions = new Set(whole.transactions.map((transaction) => JSON.stringify(transaction)));
      for (const transaction of part.transactions) expect(allTransactions).toContain(JSON.stringify(transaction));
      if (!hasParts) return expect(part.transactions).toEqual(whole.transactions);
      expect(part.messages).toMatchObject([{ code: refusal, severity: 'problem' }]);
      expect(part.completeAccountIds.length).toBeLessThan(whole.completeAccountIds.length);
      expect(part.unfinished).toEqual({ notBeforeMs: null });
    });

    test('reports an incomplete list, keeps its transactions, and does not mark the account as complete', async () => {
      const ways = Object.keys((await underTest()).cuts);
      const seen: object[] = [];
      for (const way of ways) {
        const { bench, cuts, up } = await underTest();
        // An earlier start would make SimpleFIN report missing history, which is another kind of omission.
        const since = '2026-02-20' as CalendarDate;
        const whole = await bench.fetch({ since });
        cuts[way]?.();
        const part = await bench.fetch({ since });
        const allTransactions = new Set(whole.transactions.map((transaction) => JSON.stringify(transaction)));
        up();
        const again = await bench.fetch({ since });
        seen.push({
          way,
          unknown: part.transactions.filter((transaction) => !allTransactions.has(JSON.stringify(transaction))),
          isComplete: part.completeAccountIds.length === whole.completeAccountIds.length,
          isReported: part.messages.some(({ severity }) => severity !== 'info'),
          isCompleteAgain: JSON.stringify(again.completeAccountIds) === JSON.stringify(whole.completeAccountIds),
        });
      }
      const { cutsAreSilent = false } = await underTest();
      const expected = { unknown: [], isComplete: false, isReported: !cutsAreSilent, isCompleteAgain: true };
      expect(seen.length).toBeGreaterThan(0);
      expect(seen).toEqual(ways.map((way) => ({ way, ...expected })));
    });

    test('records the end of a consent, reminds the user days before it, and sends no request after it', async () => {
      const { kind, bench, requestCount } = await underTest();
      const endsAt = bench.settings['consentEndsAt'];
      if (kind.access?.ask === undefined) return expect(endsAt).toBeUndefined();
      const endsAtMs = Date.parse(String(endsAt));
      const state = () => {
        const connection = { name: 'Bank', settings: bench.settings, health: HEALTHY };
        const now = bench.clock.now();
        const reminder = consentReminder(connection, 'UTC', now);
        return [reminder?.code === 'source_consent_ends' ? reminder.params.days : null, isConsentOver(connection, now)];
      };
      expect(state()).toEqual([null, false]);
      for (const days of [14, 7, 1]) {
        bench.clock.advance(endsAtMs - days * DAY - bench.clock.now());
        expect(state()).toEqual([days, false]);
      }
      const before = requestCount();
      bench.clock.advance(endsAtMs - bench.clock.now());
      expect(state()).toEqual([null, true]);
      expect((await failureOf(bench.fetch())).code).toBe('source_consent_ended');
      expect((await failureOf(testAccess(bench))).code).toBe('source_consent_ended');
      expect(requestCount()).toBe(before);
    });
  });
}

const HEALTHY = { lastAttemptAt: null, lastSuccessAt: null, failures: 0, problem: null };

interface Counted {
  readonly countedRequests: () => number;
  readonly takeAll: () => void;
}

/** Makes the store count the requests of the bench. */
function counted({ kind, bench }: AccessUnderTest): Counted {
  const store: Store = storeWithAccount();
  addConnection(store, { id: CONNECTION, accountId: 'a', source: kind.id, name: 'Bank', settings: {}, createdAt: AT });
  const limit = kind.access?.allowance ?? { perDay: 0, reserved: 0, past: 0 };
  const budgetFor = (isPerson: boolean) => {
    const connection = findConnection(store, CONNECTION);
    if (connection === null) throw new Error('There is no connection.');
    return sourceKeep(store, connection, { clock: bench.clock, limit, isPerson }).budget;
  };
  bench.budget = { take: (purpose) => budgetFor(bench.isPerson).take(purpose) };
  return {
    countedRequests: () => store.get<{ count: number }>('SELECT count(*) AS count FROM source_request')?.count ?? 0,
    takeAll: () =>
      store.transaction(() => {
        while (budgetFor(false).take('latest') === null);
      }),
  };
}

async function testAccess(bench: ServiceBench): Promise<unknown> {
  const testRequest: Pick<FetchRequest, 'timeZone' | 'signal'> = {
    timeZone: 'UTC',
    signal: new AbortController().signal,
  };
  const source = await bench.open();
  return source.test?.(testRequest);
}

async function failureOf(asking: Promise<unknown>): Promise<PennyrowError> {
  return asking.then(
    () => {
      throw new Error('It was answered.');
    },
    (thrown: unknown) => toPennyrowError(thrown),
  );
}
