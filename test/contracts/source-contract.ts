import { describe, expect, test } from 'vitest';
import { parseAmount } from '../../src/core/amount.ts';
import type { BankAccount } from '../../src/core/bank-transaction.ts';
import { parseCalendarDate, type CalendarDate } from '../../src/core/calendar-date.ts';
import { toPennyrowError } from '../../src/platform/errors.ts';
import type { Fetched, FetchRequest, Source } from '../../src/sources/source.ts';

export interface SourceUnderTest {
  readonly source: Source;
  /** Days for which the source has transactions, at least two. */
  readonly since: CalendarDate;
  readonly today: CalendarDate;
  /** What must never show in anything that the source returns or throws. */
  readonly secrets?: readonly string[];
  /** Puts away what `make` set up. */
  readonly dispose?: () => Promise<void>;
}

/** What holds for every source. `make` gives a fresh one that always has the same data. */
export function sourceContract(name: string, make: () => Promise<SourceUnderTest>): void {
  describe(`the source contract, ${name}`, () => {
    test('every date is a day of the calendar', () =>
      checkFetched(make, ({ transactions }) => {
        for (const { date } of transactions) expect(parseCalendarDate(date)).toBe(date);
      }));

    test('every amount is canonical decimal text', () =>
      checkFetched(make, ({ transactions }) => {
        for (const { amount } of transactions) expect(parseAmount(amount)).toBe(amount);
      }));

    test('every description is one line of plain text and not empty', () =>
      checkFetched(make, ({ transactions }) => {
        expect(transactions.filter(({ description }) => !isPlainLine(description))).toEqual([]);
      }));

    test('every currency is upper case and not empty', () =>
      checkFetched(make, ({ transactions }) => {
        for (const { account, currency } of transactions) {
          expect(currency).toMatch(/^\S+$/);
          expect(currency).toBe(currency.toUpperCase());
          expect(account.currency).toBe(account.currency.toUpperCase());
          expect(account.currency).not.toBe('');
        }
      }));

    test('accounts have an id and a name, and one id is one account', () =>
      checkFetched(make, (fetched) => {
        for (const account of accountsOf(fetched).values()) {
          expect(account.id).toSatisfy(isPlainLine);
          expect(account.name).toSatisfy(isPlainLine);
          expect(account.lastDigits).not.toBe('');
        }
        for (const { account } of fetched.transactions) expect(accountsOf(fetched).get(account.id)).toEqual(account);
      }));

    test('a provider id is null or one line of text', () =>
      checkFetched(make, ({ transactions }) => {
        expect(transactions.filter(({ providerId }) => providerId !== null && !isPlainLine(providerId))).toEqual([]);
      }));

    test('raw is JSON and nothing gets lost in it', () =>
      checkFetched(make, ({ transactions }) => {
        for (const { raw } of transactions) expect(JSON.parse(JSON.stringify(raw))).toEqual(raw);
      }));

    test('an account that is called complete has no day after today', () =>
      checkFetched(make, ({ transactions, completeAccountIds }, { today }) => {
        expect(new Set(completeAccountIds).size).toBe(completeAccountIds.length);
        const complete = transactions.filter(({ account }) => completeAccountIds.includes(account.id));
        for (const { date } of complete) expect(date <= today).toBe(true);
      }));

    test('a later start never brings a transaction that the earlier one did not', () =>
      underTest(make, async (subject) => {
        const earlier = await fetchFrom(subject);
        const later = await fetchFrom(subject, { since: subject.today });
        const known = new Set(earlier.transactions.map((transaction) => JSON.stringify(transaction)));
        for (const transaction of later.transactions) expect(known).toContain(JSON.stringify(transaction));
      }));

    test('the same request brings the same answer in the same order', async () => {
      const first = await underTest(make, async (subject) => [await fetchFrom(subject), await fetchFrom(subject)]);
      const again = await underTest(make, (subject) => fetchFrom(subject));
      expect(first[0]?.transactions.length).toBeGreaterThan(1);
      expect(first[1]).toEqual(first[0]);
      expect(accountsOf(again)).toEqual(accountsOf(first[0] as Fetched));
      expect(again.transactions).toEqual(first[0]?.transactions);
    });

    test('every balance is of a known account, in canonical text, and of a day up to today', () =>
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
          // No zone is further than that from the middle of its day in UTC.
          if (at !== null)
            expect(Math.abs(Date.parse(at) - Date.parse(`${date}T12:00:00Z`))).toBeLessThanOrEqual(26 * HOUR);
        }
      }));

    test('one account states one balance of a kind and a day, unless several files do', () =>
      checkFetched(make, ({ balances }) => {
        const stated = balances.map(({ account, kind, currency, date, file = '' }) =>
          JSON.stringify([account.id, kind, currency, date, file]),
        );
        expect(new Set(stated).size).toBe(stated.length);
      }));

    test('messages are plain lines with a code', () =>
      checkFetched(make, ({ messages }) => {
        for (const { code, message, remedy } of messages) {
          expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/);
          expect(message).toSatisfy(isPlainLine);
          expect(remedy ?? 'nothing to do').toSatisfy(isPlainLine);
        }
      }));

    test('no secret shows in what is returned', () =>
      checkFetched(make, (fetched, { secrets = [] }) => {
        const everything = JSON.stringify(fetched);
        for (const secret of secrets) expect(everything).not.toContain(secret);
      }));

    test('progress only grows and never passes its total', () =>
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

    test('a request that is cancelled before it begins is refused as cancelled', () =>
      underTest(make, async (subject) => {
        const fetching = fetchFrom(subject, { signal: AbortSignal.abort() });
        expect(await codeOf(fetching)).toBe('run_cancelled');
      }));

    test('a request that is cancelled on its way stops as cancelled', () =>
      underTest(make, async (subject) => {
        const abort = new AbortController();
        const fetching = fetchFrom(subject, { signal: abort.signal, progress: () => abort.abort() });
        expect(await codeOf(fetching)).toBe('run_cancelled');
      }));

    test('it can be closed twice, also without a fetch', () =>
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
    const fetched = await fetchFrom(subject);
    expect(fetched.transactions.length).toBeGreaterThan(1);
    check(fetched, subject);
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
