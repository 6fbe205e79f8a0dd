import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bankTransaction, day, money, CHECKING, SAVINGS } from '../../test/support/sheet-in-hand.ts';
import { addDays } from './calendar-date.ts';
import { balancesAfter } from './balances-after.ts';
import type { BankTransaction } from './bank-transaction.ts';

type Told = readonly [on: string, amount: string, after?: string | null];

function lines(...told: Told[]): BankTransaction[] {
  return told.map(([on, amount, after]) => ({
    ...bankTransaction({ on, amount }),
    ...(after === undefined || after === null ? {} : { balanceAfter: money(after) }),
  }));
}

const told = (transactions: readonly BankTransaction[]) =>
  balancesAfter(transactions).balances.map(({ kind, date, amount }) => `${kind} ${date} ${amount}`);

const JANUARY: Told[] = [
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
  it('give an opening, the closing of each day, and what was booked by the last', () => {
    expect(told(lines(...JANUARY))).toEqual(OF_JANUARY);
  });

  it('say the same newest first, and where days go down while each goes up', () => {
    expect(told(lines(...JANUARY.toReversed()))).toEqual(OF_JANUARY);
    const [first, second, third, fourth] = JANUARY as [Told, Told, Told, Told];
    expect(told(lines(fourth, third, first, second))).toEqual(OF_JANUARY);
    expect(told(lines(second, first, third, fourth))).toEqual(OF_JANUARY);
  });

  it('may be left out where the next one holds them', () => {
    const [[on, amount], ...rest] = JANUARY as [Told, ...Told[]];
    expect(told(lines([on, amount], ...rest))).toEqual(OF_JANUARY);
    expect(told(lines(['2026-01-05', '-10', '90'], ['2026-01-06', '-5'], ['2026-01-07', '-5', '80']))).toEqual([
      'opening 2026-01-05 100.00',
      'closing 2026-01-05 90.00',
      'closing 2026-01-06 85.00',
      'booked 2026-01-07 80.00',
    ]);
  });

  it('prove nothing on the days at a break, which is told', () => {
    const { balances, breaks } = balancesAfter(
      lines(...JANUARY, ['2026-01-11', '-1', '160'], ['2026-01-12', '-1', '159'], ['2026-01-13', '-1', '158']),
    );
    expect(breaks).toMatchObject([{ expected: '168.50', stated: '160.00', transaction: { date: '2026-01-11' } }]);
    expect(balances.map(({ kind, date }) => `${kind} ${date}`)).toEqual([
      'opening 2026-01-05',
      'closing 2026-01-05',
      'closing 2026-01-07',
      'closing 2026-01-12',
      'booked 2026-01-13',
    ]);
  });

  it('prove nothing where most of them do not follow: then it is another column', () => {
    expect(told(lines(['2026-01-05', '-1', '7'], ['2026-01-06', '-1', '3'], ['2026-01-07', '-2', '9']))).toEqual([]);
  });

  it('give no closing of a day whose lines stand on both sides of another day', () => {
    expect(
      told(
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

  it('do not say which of +5 and -5 on one day came first, so that nothing follows', () => {
    expect(told(lines(['2026-01-05', '5', '100'], ['2026-01-05', '-5', '95']))).toEqual([]);
    expect(told(lines(['2026-01-05', '5', '100']))).toEqual(['opening 2026-01-05 95.00', 'booked 2026-01-05 100.00']);
  });

  it('pass over pending transactions, and end where a pending one is in a balance', () => {
    const pending = (amount: string, after?: string): BankTransaction => ({
      ...bankTransaction({ on: '2026-01-10', amount, pending: true }),
      ...(after === undefined ? {} : { balanceAfter: money(after) }),
    });
    expect(told([...lines(...JANUARY), pending('-3')])).toEqual(OF_JANUARY);
    expect(told([pending('-3'), ...lines(...JANUARY).toReversed()])).toEqual(OF_JANUARY);
    expect(told([...lines(...JANUARY), pending('-9.5', '160')])).toEqual([
      ...OF_JANUARY.slice(0, 3),
      'closing 2026-01-09 169.50',
    ]);
  });

  it('are read apart for each account and currency, with their own decimals', () => {
    const other = (on: string, amount: string, after: string): BankTransaction => ({
      ...bankTransaction({ on, amount, account: SAVINGS }),
      balanceAfter: money(after),
    });
    const [a, b, c, d] = lines(...JANUARY) as [BankTransaction, BankTransaction, BankTransaction, BankTransaction];
    const mixed = [a, other('2026-01-05', '-0.125', '7'), b, c, other('2026-01-06', '1', '8'), d];
    expect(balancesAfter(mixed).balances.map(({ account, amount }) => `${account.id} ${amount}`)).toEqual([
      ...['100.00', '70.00', '170.00', '169.50'].map((amount) => `${CHECKING.id} ${amount}`),
      ...['7.125', '7.00', '8.00'].map((amount) => `${SAVINGS.id} ${amount}`),
    ]);
  });

  it('of nothing are none', () => {
    expect(balancesAfter([])).toEqual({ balances: [], breaks: [] });
    expect(balancesAfter(lines(['2026-01-05', '5']))).toEqual({ balances: [], breaks: [] });
  });
});

it('whatever the bank lists, in whichever order, no balance is another than the true one', () => {
  const line = fc.record({ wait: fc.constantFrom(0, 0, 1, 3), cents: fc.integer({ min: -500, max: 500 }) });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('up', 'down', 'days'), (told, order) => {
      let date = day('2026-01-01');
      let cents = 0;
      const truth = new Map<string, number>();
      const up = told.map((one) => {
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
      const { balances, breaks } = balancesAfter(
        lines(...list.map(({ on, amount, after }): Told => [on, amount, after])),
      );
      expect(breaks).toEqual([]);
      for (const { kind, date, amount } of balances)
        if (kind !== 'opening') expect(Number(amount) * 100).toBeCloseTo(truth.get(date) ?? NaN);
        else expect(amount).toBe('0.00');
    }),
  );
});

it('reads the balances of a statement of more lines than a call has room for arguments', () => {
  const many = Array.from({ length: 150_000 }, (_, place): Told => ['2026-01-05', '1', String(place + 1)]);
  expect(told(lines(...many.slice(0, 2)))).toEqual(['opening 2026-01-05 0.00', 'booked 2026-01-05 2.00']);
  expect(told(many.flatMap((one) => lines(one)))).toEqual(['opening 2026-01-05 0.00', 'booked 2026-01-05 150000.00']);
});
