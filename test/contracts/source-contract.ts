import { describe, expect, test } from 'vitest';
import { parseAmount } from '../../src/core/amount.ts';
import type { BankAccount } from '../../src/core/bank-transaction.ts';
import { parseCalendarDate, type CalendarDate } from '../../src/core/calendar-date.ts';
import { toPennyrowError } from '../../src/platform/errors.ts';
import type { Fetched, FetchRequest, Source } from '../../src/sources/source.ts';

export interface SourceUnderTest {
  readonly source: Source;
  /** The first day of the requested range; the source has transactions on at least two days of it. */
  readonly since: CalendarDate;
  readonly today: CalendarDate;
  /** Texts that must never occur in anything that the source returns or throws. */
  readonly secrets?: readonly string[];
  readonly dispose?: () => Promise<void>;
}

/** Tests for every source. `make` returns a new source that always has the same data. */
export function sourceContract(name: string, make: () => Promise<SourceUnderTest>): void {
  describe(`the source contract, ${name}`, () => {
    test('returns only valid dates', () =>
      checkFetched(make, ({ transactions }) => {
        for (const { date } of transactions) expect(parseCalendarDate(date)).toBe(date);
      }));

    test('returns amounts as canonical decimal text', () =>
      checkFetched(make, ({ transactions }) => {
        for (const { amount } of transactions) expect(parseAmount(amount)).toBe(amount);
      }));

    test('returns descriptions that are one line of plain text and not empty', () =>
      checkFetched(make, ({ transactions }) => {
        expect(transactions.filter(({ description }) => !isPlainLine(description))).toEqual([]);
      }));

    test('returns currencies that are upper case and not empty', () =>
      checkFetched(make, ({ transactions }) => {
        for (const { account, currency } of transactions) {
          expect(currency).toMatch(/^\S+$/);
          expect(currency).toBe(currency.toUpperCase());
          expect(account.currency).toBe(account.currency.toUpperCase());
          expect(account.currency).not.toBe('');
        }
      }));

    test('returns accounts with an id and a name, and one account per id', () =>
      checkFetched(make, (fetched) => {
        for (const account of accountsOf(fetched).values()) {
          expect(account.id).toSatisfy(isPlainLine);
          expect(account.name).toSatisfy(isPlainLine);
          expect(account.lastDigits).not.toBe('');
        }
        for (const { account } of fetched.transactions) expect(accountsOf(fetched).get(account.id)).toEqual(account);
      }));

    test('returns provider ids that are null or one line of text', () =>
      checkFetched(make, ({ transactions }) => {
        expect(transactions.filter(({ providerId }) => providerId !== null && !isPlainLine(providerId))).toEqual([]);
      }));

    test('returns raw data that survives a JSON round trip', () =>
      checkFetched(make, ({ transactions }) => {
        for (const { raw } of transactions) expect(JSON.parse(JSON.stringify(raw))).toEqual(raw);
      }));

    test('never marks an account as complete if it has a transaction after today', () =>
      checkFetched(make, ({ transactions, completeAccountIds }, { today }) => {
        expect(new Set(completeAccountIds).size).toBe(completeAccountIds.length);
        const complete = transactions.filter(({ account }) => completeAccountIds.includes(account.id));
        for (const { date } of complete) expect(date <= today).toBe(true);
      }));

    test('returns for a later start date only transactions that it also returns for an earlier one', () =>
      underTest(make, async (subject) => {
        const earlier = await fetchFrom(subject);
        const later = await fetchFrom(subject, { since: subject.today });
        const earlierTransactions = new Set(earlier.transactions.map((transaction) => JSON.stringify(transaction)));
        for (const transaction of later.transactions)
          expect(earlierTransactions).toContain(JSON.stringify(transaction));
      }));

    test('returns the same result in the same order for the same request', async () => {
      const first = await underTest(make, async (subject) => [await fetchFrom(subject), await fetchFrom(subject)]);
      const again = await underTest(make, (subject) => fetchFrom(subject));
      expect(first[0]?.transactions.length).toBeGreaterThan(1);
      expect(first[1]).toEqual(first[0]);
      expect(accountsOf(again)).toEqual(accountsOf(first[0] as Fetched));
      expect(again.transactions).toEqual(first[0]?.transactions);
    });

    test('returns balances whose accounts match the listed ones, with canonical amounts and no date after today', () =>
      checkFetched(make, (fetched, { today }) => {
        for (const { account, kind, amount, currency, date, at } of fetched.balances) {
          expect(accountsOf(fetched).get(account.id) ?? account).toEqual(account);
          expect(account.id).toSatisfy(isPlainLine);
          expect(account.name).toSatisfy(isPlainLine);
          expect(['opening', 'closing', 'booked', 'available']).toContain(kind);
          expect(parseAmount(amount)).toBe(amount);
          expect(currency).toMatch(/^\S+$/);
          expect(currency).toBe(currency.toUpperCase());
          expect(parseCalendarDate(date)).toBe(date);
          expect(date <= today).toBe(true);
          // In any time zone, a time on that date differs from 12:00 UTC of the date by at most 26 hours.
          if (at !== null)
            expect(Math.abs(Date.parse(at) - Date.parse(`${date}T12:00:00Z`))).toBeLessThanOrEqual(26 * HOUR);
        }
      }));

    test('returns at most one balance per account, kind, currency and day, or per statement file', () =>
      checkFetched(make, ({ balances }) => {
        const stated = balances.map(({ account, kind, currency, date, file = '' }) =>
          JSON.stringify([account.id, kind, currency, date, file]),
        );
        expect(new Set(stated).size).toBe(stated.length);
      }));

    test('returns messages that are one line of plain text, with a code', () =>
      checkFetched(make, ({ messages }) => {
        for (const { code, message, remedy } of messages) {
          expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/);
          expect(message).toSatisfy(isPlainLine);
          expect(remedy ?? 'nothing to do').toSatisfy(isPlainLine);
        }
      }));

    test('returns no secret', () =>
      checkFetched(make, (fetched, { secrets = [] }) => {
        const everything = JSON.stringify(fetched);
        for (const secret of secrets) expect(everything).not.toContain(secret);
      }));

    test('reports progress that only grows and never exceeds its total', () =>
      underTest(make, async (subject) => {
        const seen: number[] = [];
        await fetchFrom(subject, {
          progress: (done, total) => {
            expect(done).toBeLessThanOrEqual(total ?? done);
            seen.push(done);
          },
        });
        expect(seen.length).toBeGreaterThan(0);
        expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      }));

    test('rejects a fetch with `run_cancelled` if it is canceled before it begins', () =>
      underTest(make, async (subject) => {
        const fetching = fetchFrom(subject, { signal: AbortSignal.abort() });
        expect(await codeOf(fetching)).toBe('run_cancelled');
      }));

    test('rejects a fetch with `run_cancelled` if it is canceled while it runs', () =>
      underTest(make, async (subject) => {
        const abort = new AbortController();
        const fetching = fetchFrom(subject, { signal: abort.signal, progress: () => abort.abort() });
        expect(await codeOf(fetching)).toBe('run_cancelled');
      }));

    test('can be closed twice, even if it has fetched nothing', () =>
      underTest(make, async ({ source }) => {
        await source.close();
        await expect(source.close()).resolves.toBeUndefined();
      }));
  });
}

async function underTest<T>(
  make: () => Promise<SourceUnderTest>,
  check: (subject: SourceUnderTest) => Promise<T>,
): Promise<T> {
  const subject = await make();
  try {
    return await check(subject);
  } finally {
    await subject.source.close();
    await subject.dispose?.();
  }
}

function checkFetched(
  make: () => Promise<SourceUnderTest>,
  check: (fetched: Fetched, subject: SourceUnderTest) => void,
): Promise<void> {
  return underTest(make, async (subject) => {
    const result = await fetchFrom(subject);
    expect(result.transactions.length).toBeGreaterThan(1);
    check(result, subject);
  });
}

function fetchFrom({ source, since, today }: SourceUnderTest, changes: Partial<FetchRequest> = {}): Promise<Fetched> {
  const signal = new AbortController().signal;
  return source.fetch({ since, today, timeZone: 'Europe/Berlin', signal, progress: () => {}, ...changes });
}

async function codeOf(fetching: Promise<Fetched>): Promise<string> {
  return fetching.then(
    () => 'nothing was thrown',
    (thrown: unknown) => toPennyrowError(thrown).code,
  );
}

function accountsOf({ transactions }: Fetched): Map<string, BankAccount> {
  return new Map(transactions.map(({ account }) => [account.id, account]));
}

function isPlainLine(text: string): boolean {
  return text !== '' && text === text.trim() && text.isWellFormed() && !NOT_PLAIN.test(text);
}

const HOUR = 3_600_000;

/** Control characters, line ends and marks that change the direction of writing. */
const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
