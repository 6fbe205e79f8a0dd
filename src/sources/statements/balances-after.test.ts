import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bankTransaction, day, money, CHECKING, SAVINGS } from '../../../test/support/sheet-simulator.ts';
import { addDays } from '../../core/calendar-date.ts';
import { balancesAfter } from './stated-balances.ts';
import type { BankTransaction } from '../../core/bank-transaction.ts';

type LineInput = readonly [on: string, amount: string, after?: string | null];

function lines(...summaries: LineInput[]): BankTransaction[] {
  return summaries.map(([on, amount, after]) => ({
    ...bankTransaction({ on, amount }),
    ...(after === undefined || after === null ? {} : { balanceAfter: money(after) }),
  }));
}

const summaries = (transactions: readonly BankTransaction[]) =>
  balancesAfter(transactions).map(({ kind, date, amount }) => `${kind} ${date} ${amount}`);

const JANUARY: LineInput[] = [
  ['2026-01-05', '-10', '90'],
  ['2026-01-05', '-20', '70'],
  ['2026-01-07', '100', '170'],
  ['2026-01-09', '-0.5', '169.5'],
];
const OF_JANUARY = [
  'opening 2026-01-05 100.00',
  'closing 2026-01-05 70.00',
  'closing 2026-01-07 170.00',
  'booked 2026-01-09 169.50',
];

describe('balances after each transaction', () => {
  it('give an opening balance, a closing balance for each day and a booked balance for the last day', () => {
    expect(summaries(lines(...JANUARY))).toEqual(OF_JANUARY);
  });

  it('give the same result for a list that is newest first, or whose days are newest first', () => {
    expect(summaries(lines(...JANUARY.toReversed()))).toEqual(OF_JANUARY);
    const [first, second, third, fourth] = JANUARY as [LineInput, LineInput, LineInput, LineInput];
    expect(summaries(lines(fourth, third, first, second))).toEqual(OF_JANUARY);
    expect(summaries(lines(second, first, third, fourth))).toEqual(OF_JANUARY);
  });

  it('may be missing after a transaction that the next balance includes', () => {
    const [[on, amount], ...rest] = JANUARY as [LineInput, ...LineInput[]];
    expect(summaries(lines([on, amount], ...rest))).toEqual(OF_JANUARY);
    expect(summaries(lines(['2026-01-05', '-10', '90'], ['2026-01-06', '-5'], ['2026-01-07', '-5', '80']))).toEqual([
      'opening 2026-01-05 100.00',
      'closing 2026-01-05 90.00',
      'closing 2026-01-06 85.00',
      'booked 2026-01-07 80.00',
    ]);
  });

  it('give no closing balance around an inconsistency', () => {
    const balances = balancesAfter(
      lines(...JANUARY, ['2026-01-11', '-1', '160'], ['2026-01-12', '-1', '159'], ['2026-01-13', '-1', '158']),
    );
    expect(balances.map(({ kind, date }) => `${kind} ${date}`)).toEqual([
      'opening 2026-01-05',
      'closing 2026-01-05',
      'closing 2026-01-07',
      'closing 2026-01-12',
      'booked 2026-01-13',
    ]);
  });

  it('give no balances if most of them are inconsistent', () => {
    expect(summaries(lines(['2026-01-05', '-1', '7'], ['2026-01-06', '-1', '3'], ['2026-01-07', '-2', '9']))).toEqual(
      [],
    );
  });

  it('give no closing balance for a day whose transactions are not listed together', () => {
    expect(
      summaries(
        lines(
          ['2026-01-05', '-10', '90'],
          ['2026-01-07', '-10', '80'],
          ['2026-01-06', '-10', '70'],
          ['2026-01-08', '-1', '69'],
        ),
      ),
    ).toEqual([
      'opening 2026-01-05 100.00',
      'closing 2026-01-05 90.00',
      'closing 2026-01-07 70.00',
      'booked 2026-01-08 69.00',
    ]);
  });

  it('give no balances if the order of +5 and -5 on one day is unknown', () => {
    expect(summaries(lines(['2026-01-05', '5', '100'], ['2026-01-05', '-5', '95']))).toEqual([]);
    expect(summaries(lines(['2026-01-05', '5', '100']))).toEqual([
      'opening 2026-01-05 95.00',
      'booked 2026-01-05 100.00',
    ]);
  });

  it('ignore a pending transaction without a balance, and end before one that states a balance', () => {
    const pending = (amount: string, after?: string): BankTransaction => ({
      ...bankTransaction({ on: '2026-01-10', amount, pending: true }),
      ...(after === undefined ? {} : { balanceAfter: money(after) }),
    });
    expect(summaries([...lines(...JANUARY), pending('-3')])).toEqual(OF_JANUARY);
    expect(summaries([pending('-3'), ...lines(...JANUARY).toReversed()])).toEqual(OF_JANUARY);
    expect(summaries([...lines(...JANUARY), pending('-9.5', '160')])).toEqual([
      ...OF_JANUARY.slice(0, 3),
      'closing 2026-01-09 169.50',
    ]);
  });

  it('are separate for each account and currency, each with its own decimals', () => {
    const other = (on: string, amount: string, after: string): BankTransaction => ({
      ...bankTransaction({ on, amount, account: SAVINGS }),
      balanceAfter: money(after),
    });
    const [a, b, c, d] = lines(...JANUARY) as [BankTransaction, BankTransaction, BankTransaction, BankTransaction];
    const mixed = [a, other('2026-01-05', '-0.125', '7'), b, c, other('2026-01-06', '1', '8'), d];
    expect(balancesAfter(mixed).map(({ account, amount }) => `${account.id} ${amount}`)).toEqual([
      ...['100.00', '70.00', '170.00', '169.50'].map((amount) => `${CHECKING.id} ${amount}`),
      ...['7.125', '7.00', '8.00'].map((amount) => `${SAVINGS.id} ${amount}`),
    ]);
  });

  it('give no balances without transactions', () => {
    expect(balancesAfter([])).toEqual([]);
    expect(balancesAfter(lines(['2026-01-05', '5']))).toEqual([]);
  });
});

it('balancesAfter never derives a wrong balance, whatever the list and its order', () => {
  const line = fc.record({ wait: fc.constantFrom(0, 0, 1, 3), cents: fc.integer({ min: -500, max: 500 }) });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('up', 'down', 'days'), (summaries, order) => {
      let date = day('2026-01-01');
      let cents = 0;
      const truth = new Map<string, number>();
      const up = summaries.map((one) => {
        date = addDays(date, one.wait);
        cents += one.cents;
        truth.set(date, cents);
        return { on: date, amount: (one.cents / 100).toFixed(2), after: (cents / 100).toFixed(2) };
      });
      const list = {
        up,
        down: up.toReversed(),
        days: [...Map.groupBy(up, ({ on }) => on).values()].toReversed().flat(),
      }[order];
      const balances = balancesAfter(lines(...list.map(({ on, amount, after }): LineInput => [on, amount, after])));
      for (const { kind, date, amount } of balances)
        if (kind !== 'opening') expect(Number(amount) * 100).toBeCloseTo(truth.get(date) ?? NaN);
        else expect(amount).toBe('0.00');
    }),
  );
});

it('balancesAfter handles statements with more lines than the maximum number of function arguments', () => {
  const many = Array.from({ length: 150_000 }, (_, place): LineInput => ['2026-01-05', '1', String(place + 1)]);
  expect(summaries(lines(...many.slice(0, 2)))).toEqual(['opening 2026-01-05 0.00', 'booked 2026-01-05 2.00']);
  expect(summaries(many.flatMap((one) => lines(one)))).toEqual([
    'opening 2026-01-05 0.00',
    'booked 2026-01-05 150000.00',
  ]);
});
