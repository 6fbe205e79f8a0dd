import { fromUnits, type Amount } from '../../src/core/amount.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';

const START = '2026-01-01' as CalendarDate;

/** Names without a common word, so that a bank's text always identifies one shop. */
export const SHOPS = ['Corner Coffee', 'Grocer Market', 'Night Bus', 'Cinema Royal', 'Papermill Press'] as const;

/** An actual payment, which each fake bank sends in its own form. Days count from `START`. */
export interface Payment {
  readonly number: number;
  readonly made: number;
  readonly booked: number;
  readonly shop: (typeof SHOPS)[number];
  readonly cents: number;
  /** The amount while the payment is pending, before a tip is added. */
  readonly pendingCents: number;
  /** Decides whether fake banks keep the payment's id on booking, change it, or send none. */
  readonly fate: 'keeps' | 'changes' | 'blank';
}

/** Random payments of the days from -20 to `days`, many with the same amount, and a salary every 30 days. */
export function makePayments(random: () => number, days: number): Payment[] {
  const payments: Payment[] = [];
  const integer = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(list: readonly T[]): T => list[integer(0, list.length - 1)] as T;
  for (let made = -20; made < days; made += 1) {
    const cents = made % 30 === 0 ? [250_000] : [];
    while (random() < 0.3) cents.push(pick([-350, -350, -1000, -integer(100, 9000)]));
    for (const pendingCents of cents) {
      const wait = pendingCents > 0 ? 0 : pick([0, 0, 1, 2, 4]);
      const tip = wait > 0 && random() < 0.1 ? Math.round(pendingCents * 0.1) : 0;
      payments.push({
        number: payments.length,
        made,
        booked: made + wait,
        shop: pendingCents > 0 ? 'Papermill Press' : pick(SHOPS.slice(0, 4)),
        cents: pendingCents + tip,
        pendingCents,
        fate: pick(['keeps', 'keeps', 'changes', 'blank']),
      });
    }
  }
  return payments;
}

export function dayAt(day: number): CalendarDate {
  return addDays(START, day);
}

export function amountOf(cents: number): Amount {
  return fromUnits(BigInt(cents), 2);
}

/** The balance of the account at the end of a day. */
export function heldOn(payments: readonly Payment[], opening: number, today: number): number {
  return payments.reduce((sum, { booked, cents }) => (booked <= today ? sum + cents : sum), opening);
}
