import fc from 'fast-check';
import type { BankAccount, BankTransaction } from '../../src/core/bank-transaction.ts';
import { addDays } from '../../src/core/calendar-date.ts';
import { bankTransaction, day, inParts } from './sheet-simulator.ts';

export const START = day('2026-01-01');
export const MERCHANTS = ['Corner Coffee', 'Grocer Market', 'Night Bus', 'Cinema Royal'] as const;

/** A payment and its presentation by the bank. */
export interface Payment {
  readonly madeOn: number;
  readonly merchant: number;
  readonly amount: number;
  readonly tip: number;
  /** The number of days until it posts; 0 if it was never pending. */
  readonly postsAfter: number;
  readonly fate: 'same id' | 'new id' | 'no id' | 'voided';
}

export const payment: fc.Arbitrary<Payment> = fc.record({
  madeOn: fc.integer({ min: 0, max: 25 }),
  merchant: fc.integer({ min: 0, max: 3 }),
  amount: fc.constantFrom(350, 350, 1000, 2400),
  tip: fc.constantFrom(0, 0, 0, 100),
  postsAfter: fc.constantFrom(0, 0, 1, 2, 4),
  fate: fc.constantFrom('same id', 'new id', 'new id', 'no id', 'voided'),
});

function isVisible({ madeOn, postsAfter, fate }: Payment, today: number): boolean {
  return madeOn <= today && (fate !== 'voided' || today < madeOn + Math.max(1, postsAfter));
}

/** The bank's list of payments on a day: first pending, then posted, possibly under another id. */
export function feed(payments: readonly Payment[], today: number, window: number): BankTransaction[] {
  return payments.flatMap((made, place) => {
    if (!isVisible(made, today)) return [];
    const { madeOn, postsAfter, merchant, fate } = made;
    const name = MERCHANTS[merchant] as string;
    const pending = fate === 'voided' || today < madeOn + postsAfter;
    const date = addDays(START, pending ? madeOn : madeOn + postsAfter);
    if (date < addDays(START, today - window)) return [];
    const id = {
      'same id': `t${place}`,
      'new id': `t${place}${pending ? 'p' : ''}`,
      'no id': null,
      voided: `t${place}`,
    }[fate];
    return [
      bankTransaction({
        id,
        on: date,
        amount: amountOf(made, pending),
        text: pending ? name.toUpperCase() : `${name} 0${place} Berlin`,
        pending,
      }),
    ];
  });
}

export function amountOf({ amount, tip, postsAfter }: Payment, pending: boolean): string {
  return `-${((amount + (pending || postsAfter === 0 ? 0 : tip)) / 100).toFixed(2)}`;
}

/** A statement file of the last days, with other texts and ids. */
export function statement(
  payments: readonly Payment[],
  today: number,
  days: number,
  account: BankAccount,
): BankTransaction[] {
  return feed(payments, today, days)
    .filter(({ status }) => status === 'posted')
    .map((transaction, place) =>
      inParts({
        ...transaction,
        account,
        providerId: `${today}/${place}`,
        description: `POS ${transaction.description.toUpperCase()}`,
      }),
    );
}

/** A bank's numbering of transactions: unique ids, reused ids, one id for all, or line numbers of a file. */
export const numbering = fc.constantFrom('own', 'own', 'reused', 'one', 'none', 'lines');
type Numbering = 'own' | 'reused' | 'one' | 'none' | 'lines';

/** The batch with ids of this numbering. Transactions without an id stay without one. */
export function numbered(batch: readonly BankTransaction[], by: Numbering): BankTransaction[] {
  return batch.map((transaction, line) => {
    const { providerId, date } = transaction;
    if (providerId === null || by === 'own') return transaction;
    const id = { reused: `X${100_000 + (Number(date.slice(8)) % 7)}`, one: 'X100234', none: '0', lines: `${line + 1}` }[
      by
    ];
    return { ...transaction, providerId: id };
  });
}
