import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoLife } from '../../test/support/demo-life.ts';
import { parseAmount, type Amount } from './amount.ts';
import { addDays, type CalendarDate } from './calendar-date.ts';
import { createCommonWords } from './description-words.ts';
import { findRecurring, type PaidRow, findRhythm, RHYTHMS, stepFrom } from './find-recurring.ts';

const TODAY = '2026-03-20' as CalendarDate;

function row(day: string, description: string, amount: string, more: Partial<PaidRow> = {}): PaidRow {
  const value = parseAmount(amount) as Amount;
  return { day: day as CalendarDate, description, amount: value, currency: 'EUR', category: '', account: 'a', ...more };
}

const paid = (days: readonly string[], description: string, amount = '-9.99'): PaidRow[] =>
  days.map((day) => row(day, description, amount));

function recurringIn<Row extends PaidRow>(rows: readonly Row[], today: CalendarDate) {
  const common = createCommonWords();
  for (const one of rows) common.add(one);
  return findRecurring(rows, today, common);
}

const brief = (rows: readonly PaidRow[], today = TODAY) =>
  recurringIn(rows, today).map(({ rhythm, next, rows: of }) => [of[0]?.description, rhythm, next]);

describe('findRecurring', () => {
  test.each([
    ['weekly', ['2026-02-17', '2026-02-24', '2026-03-03', '2026-03-11', '2026-03-17'], '2026-03-24'],
    ['monthly', ['2026-01-05', '2026-02-05', '2026-03-05'], '2026-04-05'],
    ['quarterly', ['2025-09-15', '2025-12-15', '2026-03-16'], '2026-06-15'],
    ['yearly', ['2024-06-30', '2025-07-01'], '2026-07-01'],
  ])('finds a %s payment and its next date', (rhythm, days, next) => {
    const [found] = brief(paid(days, 'Tunestream'));
    expect(found?.slice(0, 2)).toEqual(['Tunestream', rhythm]);
    expect(Math.abs(Date.parse(found?.[2] ?? '') - Date.parse(next))).toBeLessThanOrEqual(86_400_000);
  });

  test('finds a payment at the end of each month', () => {
    expect(brief(paid(['2025-12-31', '2026-01-30', '2026-02-28'], 'Rent'))).toEqual([
      ['Rent', 'monthly', '2026-03-31'],
    ]);
  });

  test('finds a monthly payment although one is two days late and one is missing', () => {
    const days = ['2025-09-01', '2025-10-01', '2025-11-03', '2025-12-01', '2026-02-02', '2026-03-02'];
    expect(brief(paid(days, 'Talwerke Strom'))).toEqual([['Talwerke Strom', 'monthly', '2026-04-03']]);
  });

  test('finds a payment whose price changed, and returns both prices', () => {
    const rows = [
      ...paid(['2025-12-05', '2026-01-05'], 'Filmgarten', '-11.99'),
      ...paid(['2026-02-05', '2026-03-05'], 'Filmgarten', '-13.99'),
    ];
    expect(recurringIn(rows, TODAY)).toMatchObject([
      { change: { from: { day: '2026-01-05', amount: '-11.99' }, to: { day: '2026-02-05', amount: '-13.99' } } },
    ]);
    expect(recurringIn(rows.slice(2), '2026-03-01' as CalendarDate)).toEqual([]);
  });

  test('finds several contracts with one payee separately', () => {
    const rows = [
      ...paid(['2026-01-03', '2026-02-03', '2026-03-03'], 'Orchard bill', '-2.99'),
      ...paid(['2026-01-12', '2026-02-12', '2026-03-12'], 'Orchard bill', '-9.99'),
      row('2026-02-20', 'Orchard bill', '-49.00'),
    ];
    expect(brief(rows)).toEqual([
      ['Orchard bill', 'monthly', '2026-04-03'],
      ['Orchard bill', 'monthly', '2026-04-12'],
    ]);
  });
});

test('findRecurring finds a usage-based bill without reporting a price change', () => {
  const rows = ['-85.45', '-44.87', '-41.79', '-59.15', '-108.60', '-87.28'].map((amount, at) =>
    row(stepFrom('2025-10-05' as CalendarDate, RHYTHMS[1] as never, at), 'Talwerke', amount),
  );
  expect(recurringIn(rows, TODAY)).toMatchObject([{ rhythm: 'monthly', varies: true, change: null }]);
});

describe('findRecurring for rows that are no recurring payment', () => {
  test.each([
    ['for only two payments', paid(['2026-02-05', '2026-03-05'], 'Tunestream')],
    ['for irregular days', paid(['2026-01-05', '2026-01-19', '2026-02-27', '2026-03-02'], 'Green Grocer')],
    ['for payments that have ended', paid(['2025-09-05', '2025-10-05', '2025-11-05'], 'Tunestream')],
    ['for income', paid(['2026-01-05', '2026-02-05', '2026-03-05'], 'Salary', '900')],
    [
      "for transfers between the user's accounts",
      paid(['2026-01-05', '2026-02-05', '2026-03-05'], 'To savings').map((one) => ({ ...one, category: 'Transfers' })),
    ],
    [
      'for very different amounts',
      ['-12', '-80', '-33'].map((amount, at) => row(`2026-0${at + 1}-05`, 'Green Grocer', amount)),
    ],
    ['for descriptions without words', paid(['2026-01-05', '2026-02-05', '2026-03-05'], '0815 4711')],
  ])('finds nothing %s', (_, rows) => {
    expect(brief(rows)).toEqual([]);
  });
});

test('findRecurring finds the recurring payments of the demo bank and no others', async () => {
  const rows = (await demoLife(7)).map((lived) => ({ ...lived, currency: 'EUR' }));
  const found = recurringIn(rows, '2026-03-31' as CalendarDate);
  const regular = new Set(['Rent', 'Subscriptions', 'Energy', 'Fitness', 'Phone and internet', 'Bank fees', 'Savings']);
  const truths = new Set(found.map((one) => one.rows[0]?.truth ?? ''));
  for (const truth of ['Rent', 'Subscriptions', 'Energy', 'Fitness', 'Phone and internet'])
    expect(truths).toContain(truth);
  expect(found.filter((one) => !regular.has(one.rows[0]?.truth ?? ''))).toEqual([]);
});

test('findRecurring finds any rhythm with any start and booking delay, and predicts the next payment', () => {
  const property = fc.property(
    fc.constantFrom(...RHYTHMS),
    fc.integer({ min: 0, max: 364 }),
    fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 8, maxLength: 8 }),
    fc.integer({ min: 0, max: 3 }),
    (rule, begin, slips, more) => {
      const first = addDays('2024-01-01' as CalendarDate, begin);
      const count = rule.least + more;
      const slack = Math.min(2, rule.slack - 1);
      const days = Array.from({ length: count }, (_, at) =>
        addDays(stepFrom(first, rule, at), Math.min(slips[at] ?? 0, slack)),
      );
      const found = findRhythm(days);
      expect(found?.rule.rhythm).toBe(rule.rhythm);
      const last = days.at(-1) as CalendarDate;
      const [one] = recurringIn(paid(days, 'Tunestream'), last);
      expect(one?.rows).toHaveLength(count);
      const due = stepFrom(first, rule, count);
      expect(Math.abs(Date.parse(one?.next ?? '') - Date.parse(due))).toBeLessThanOrEqual(3 * 86_400_000);
    },
  );
  fc.assert(property, { seed: 7, numRuns: 500 });
});

test('findRecurring ignores the order of rows, uses each row once, and predicts a later payment', () => {
  const anyRow = fc
    .tuple(
      fc.integer({ min: 0, max: 400 }),
      fc.constantFrom('Tunestream', 'Green Grocer', 'Orchard bill'),
      fc.constantFrom('-2.99', '-9.99', '-10.49', '-80.00'),
    )
    .map(([days, description, amount]) => row(addDays('2025-02-01' as CalendarDate, days), description, amount));
  const property = fc.property(fc.array(anyRow, { maxLength: 30 }), (rows) => {
    const found = recurringIn(rows, TODAY);
    const used = found.flatMap((one) => one.rows);
    expect(new Set(used).size).toBe(used.length);
    for (const { rows: of, next } of found) expect(next > (of.at(-1)?.day ?? '')).toBe(true);
    const facts = (all: typeof found) =>
      all.map(({ rhythm, next, rows: of }) => `${rhythm} ${next} ${of.length}`).sort();
    expect(facts(recurringIn(rows.toReversed(), TODAY))).toEqual(facts(found));
  });
  fc.assert(property, { seed: 7, numRuns: 300 });
});
