import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BankTransaction } from '../../core/bank-transaction.ts';
import { addDays, daysBetween, type CalendarDate } from '../../core/calendar-date.ts';
import { createDemoBank } from './demo-bank.ts';

const TODAY = '2026-03-12' as CalendarDate;
const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const days = fc.integer({ min: -2000, max: 2000 }).map((offset) => addDays(TODAY, offset));

async function fetchDemo(seed: number, today: CalendarDate, since = addDays(today, -396)) {
  const signal = new AbortController().signal;
  return createDemoBank({ seed }).fetch({ since, today, timeZone: 'UTC', signal, progress: () => {} });
}

async function year(): Promise<readonly BankTransaction[]> {
  return (await fetchDemo(1, TODAY)).transactions;
}

const cents = (amount: string): number => Math.round(Number(amount) * 100);
const keyOf = ({ account, providerId }: BankTransaction) => `${account.id} ${providerId}`;

describe('the demo bank', () => {
  test("keeps yesterday's posted transactions unchanged, and adds today's", () =>
    fc.assert(
      fc.asyncProperty(seeds, days, async (seed, today) => {
        const tomorrow = addDays(today, 1);
        const since = addDays(today, -60);
        const before = (await fetchDemo(seed, today, since)).transactions.filter(({ status }) => status === 'posted');
        const after = (await fetchDemo(seed, tomorrow, since)).transactions.filter(({ status }) => status === 'posted');
        expect(after.filter(({ date }) => date <= today)).toEqual(before);
        for (const { date } of after.slice(before.length)) expect(date).toBe(tomorrow);
      }),
      { numRuns: 40 },
    ));

  test('never uses an id twice in an account', () =>
    fc.assert(
      fc.asyncProperty(seeds, days, async (seed, today) => {
        const keys = (await fetchDemo(seed, today)).transactions.map(keyOf);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 20 },
    ));

  test('returns the same transactions for a later start, except those before it', () =>
    fc.assert(
      fc.asyncProperty(seeds, days, fc.integer({ min: 0, max: 396 }), async (seed, today, back) => {
        const since = addDays(today, -back);
        const all = (await fetchDemo(seed, today)).transactions;
        expect((await fetchDemo(seed, today, since)).transactions).toEqual(all.filter(({ date }) => date >= since));
      }),
      { numRuns: 40 },
    ));

  test('returns balances that agree with the posted transactions, day after day', () =>
    fc.assert(
      fc.asyncProperty(seeds, days, fc.integer({ min: 0, max: 60 }), async (seed, today, back) => {
        const since = addDays(today, -back);
        const { transactions, balances } = await fetchDemo(seed, today, since);
        const next = (await fetchDemo(seed, addDays(today, 1), addDays(today, 1))).balances;
        const of = (list: typeof balances, id: string, kind: string): number =>
          cents(list.find(({ account, kind: stated }) => account.id === id && stated === kind)?.amount ?? '');
        expect(balances).toHaveLength(6);
        for (const id of new Set(balances.map(({ account }) => account.id))) {
          const sum = (status: string): number =>
            transactions.reduce(
              (total, one) => (one.account.id === id && one.status === status ? total + cents(one.amount) : total),
              0,
            );
          expect(of(balances, id, 'opening') + sum('posted')).toBe(of(balances, id, 'booked'));
          expect(of(balances, id, 'booked') + sum('pending')).toBe(of(balances, id, 'available'));
          expect(of(next, id, 'opening')).toBe(of(balances, id, 'booked'));
        }
      }),
      { numRuns: 40 },
    ));

  test('reports where its history starts if an earlier day is requested', async () => {
    const { messages } = await fetchDemo(1, TODAY, '2020-01-01' as CalendarDate);
    expect(messages.map(({ code }) => code)).toEqual(['source_history_start']);
    expect((await fetchDemo(1, TODAY)).messages).toEqual([]);
  });
});

describe("the demo bank's transactions", () => {
  test('include pending card payments that are posted or dropped within three days, some with another amount', async () => {
    let tips = 0;
    let voided = 0;
    for (let today = addDays(TODAY, -120); today < TODAY; today = addDays(today, 1)) {
      const now = (await fetchDemo(1, today, addDays(today, -30))).transactions;
      const later = (await fetchDemo(1, addDays(today, 3), addDays(today, -30))).transactions;
      const shownKeys = new Set(now.map(keyOf));
      for (const pending of now.filter(({ status, date }) => status === 'pending' && date === today)) {
        expect(later.map(keyOf)).not.toContain(keyOf(pending));
        const news = later.filter((other) => !shownKeys.has(keyOf(other)) && other.status === 'posted');
        const posted = news.filter(({ description }) => description === pending.description);
        if (posted.length === 0) voided += 1;
        if (posted.length > 0 && posted.every(({ amount }) => amount !== pending.amount)) tips += 1;
        for (const { date } of posted) expect(daysBetween(pending.date, date)).toBeLessThanOrEqual(3);
      }
    }
    expect(tips).toBeGreaterThan(5);
    expect(voided).toBeGreaterThan(0);
  });

  test('include salary and rent once a month', async () => {
    const everything = await year();
    expect(everything.filter(({ description }) => description.startsWith('Salary'))).toHaveLength(13);
    expect(everything.filter(({ description }) => description.endsWith('rent'))).toHaveLength(13);
  });

  test('include purchases that differ only in their id', async () => {
    const looks = (await year()).map(({ date, amount, description }) => `${date} ${amount} ${description}`);
    expect(looks.length - new Set(looks).size).toBeGreaterThan(3);
  });

  test('use two accounts in two currencies, with transfers between them', async () => {
    const everything = await year();
    expect(new Set(everything.map(({ account, currency }) => `${account.name} ${currency}`))).toEqual(
      new Set(['Everyday checking ••4321 EUR', 'Travel card ••8830 USD']),
    );
    const topUps = everything.filter(({ description }) => description.startsWith('Top-up'));
    for (const { date } of topUps) {
      const transfers = everything.filter(
        (other) => other.date === date && other.description === 'Transfer to travel card',
      );
      expect(transfers.map(({ amount }) => amount)).toEqual(['-600.00']);
    }
    expect(topUps.length).toBeGreaterThan(2);
  });

  test('include refunds of the same amount after a purchase', async () => {
    const everything = await year();
    const monthOne = addDays(TODAY, -370);
    const refunds = everything.filter(({ description, date }) => description.startsWith('Refund ') && date > monthOne);
    expect(refunds.length).toBeGreaterThan(0);
    for (const refund of refunds) {
      const shop = refund.description.slice('Refund '.length);
      expect(everything.some(({ description, amount }) => description === shop && amount === `-${refund.amount}`)).toBe(
        true,
      );
    }
  });

  test('include descriptions that other programs fail to handle', async () => {
    const texts = (await fetchDemo(3, TODAY)).transactions.map(({ description }) => description);
    expect(texts.some((text) => /^[=+@-]/.test(text))).toBe(true);
    expect(texts.some((text) => /[^\p{Script=Latin}\p{Script=Common}]/u.test(text))).toBe(true);
  });
});
