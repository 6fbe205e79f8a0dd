import { fromUnits } from '../../src/core/amount.ts';
import { addDays, toInstant, type CalendarDate } from '../../src/core/calendar-date.ts';
import type { LedgerRow, StatedBalance } from '../../src/core/reconcile/reconciliation.ts';
import type { BankHabits } from './bank-habits.ts';
import { seeded } from './seeded.ts';
import { day } from './sheet-simulator.ts';

/** A payment. Days count from the first simulated day and are negative before it. */
export interface Payment {
  readonly id: string;
  readonly cents: bigint;
  /** The amount while it was pending. */
  readonly pendingCents: bigint;
  readonly pendingFrom: number;
  /** Infinity if it was pending and never posted. */
  readonly bookedOn: number;
  /** The time of that day, from 0 to 1. */
  readonly moment: number;
  /** The date of the payment's row. */
  readonly datedOn: number;
}

const START = day('2026-01-01');
/** The number of days with rows before the first balance. */
const DAYS_BEFORE = 30;

export class SimulatedBank {
  readonly payments: readonly Payment[];
  readonly habits: BankHabits;
  readonly #random: () => number;
  readonly #opening: bigint;
  readonly #balances: { readonly knownOn: number; readonly balance: StatedBalance }[] = [];
  /** By booking day, the day on which a statement or table with its bookings arrived. */
  readonly #deliveredOn = new Map<number, number>();
  readonly #fetchDays: number[] = [];

  constructor(habits: BankHabits) {
    this.habits = habits;
    this.#random = seeded(habits.seed);
    this.#opening = BigInt(this.#integer(-200_000, 900_000)) * habits.unit;
    this.payments = this.#makePayments();
    this.#askFeed();
    this.#sendStatements();
    this.#sendTables();
  }

  /** The balance before all payments, in cents. A correct balance is the sum of the rows plus this amount. */
  get base(): bigint {
    return this.#opening;
  }

  /** The balances that the sources have stated by the end of that day. */
  balancesOn(today: number): StatedBalance[] {
    return this.#balances.filter(({ knownOn }) => knownOn <= today).map(({ balance }) => balance);
  }

  /** The rows that the sheet has on that day if nothing goes wrong. */
  rowsOn(today: number): LedgerRow[] {
    const lastFetch = this.#fetchDays.findLast((on) => on <= today) ?? null;
    return this.payments.flatMap((payment): LedgerRow[] => {
      const hasPosted =
        (lastFetch !== null && payment.bookedOn + this.habits.feedLag <= lastFetch) ||
        payment.bookedOn < 0 ||
        (this.#deliveredOn.get(payment.bookedOn) ?? Infinity) <= today;
      if (hasPosted) return [this.rowOf(payment, payment.cents, payment.datedOn, 'posted')];
      const isPending = this.habits.listsPending && lastFetch !== null && this.#isPending(payment, lastFetch);
      return isPending ? [this.rowOf(payment, payment.pendingCents, payment.pendingFrom, 'pending')] : [];
    });
  }

  rowOf({ id }: Payment, cents: bigint, on: number, status: LedgerRow['status']): LedgerRow {
    const amount = fromUnits(cents, 2);
    const date = this.date(on);
    const sent = { date, amount };
    return { transactionId: id, date, amount, currency: 'EUR', sent, status, isDeleted: false };
  }

  /** The first and the last day, both inclusive, on which the bank's balances may have started to include a payment. */
  tookBetween(transactionId: string): { readonly from: CalendarDate; readonly until: CalendarDate } {
    const { pendingFrom, bookedOn } = this.payments.find(({ id }) => id === transactionId) as Payment;
    const { holdsPending, stale } = this.habits;
    return { from: this.date(holdsPending ? pendingFrom : bookedOn), until: this.date(bookedOn + (stale > 0 ? 1 : 0)) };
  }

  date(on: number): CalendarDate {
    return addDays(START, on);
  }

  #isPending({ pendingFrom, bookedOn }: Payment, on: number): boolean {
    // A hold that never posts disappears after some days.
    return pendingFrom <= on && on < bookedOn && (bookedOn !== Infinity || on < pendingFrom + 5);
  }

  #makePayments(): readonly Payment[] {
    const { days, perDay, unit } = this.habits;
    const payments: Payment[] = [];
    for (let on = -DAYS_BEFORE; on <= days; on++) {
      const amounts = on % 30 === 0 ? [250_000] : on % 30 === 3 ? [-84_000] : on % 30 === 29 ? [-490] : [];
      while (this.#random() < perDay / (1 + perDay)) amounts.push(this.#amount());
      for (const cents of amounts) payments.push(this.#payment(`t${payments.length}`, on, BigInt(cents) * unit));
    }
    return payments;
  }

  #payment(id: string, on: number, cents: bigint): Payment {
    const { pending, valueDated, unit } = this.habits;
    const isPending = this.#random() < pending;
    const wait = isPending ? this.#integer(1, 5) : 0;
    const isVoid = isPending && this.#random() < 0.05;
    const tip = isPending && this.#random() < 0.1 ? 150n * unit : 0n;
    const shift = this.#random() < valueDated ? this.#integer(-3, 3) : 0;
    return {
      id,
      cents: cents - tip,
      pendingCents: cents,
      pendingFrom: on,
      bookedOn: isVoid ? Infinity : on + wait,
      moment: this.#random(),
      datedOn: on + wait + shift,
    };
  }

  /** Many amounts are equal: coffees, fares, withdrawals. */
  #amount(): number {
    const kind = this.#random();
    if (kind < 0.02) return 0;
    if (kind < 0.2) return -350;
    if (kind < 0.3) return -5_000;
    if (kind < 0.36) return this.#integer(1, 40_000);
    return -this.#integer(100, kind < 0.9 ? 8_000 : 150_000);
  }

  /** The balance at a time of a day; `moment` is 0 before the day's payments and 1 after them. */
  #balanceAt(on: number, moment: number, holdsPending = false): bigint {
    let balance = this.#opening;
    for (const payment of this.payments) {
      if (payment.bookedOn < on || (payment.bookedOn === on && payment.moment < moment)) balance += payment.cents;
      else if (holdsPending && this.#isPending(payment, on)) balance += payment.pendingCents;
    }
    return balance;
  }

  #askFeed(): void {
    const { feedEvery, days, holdsPending, stale } = this.habits;
    if (feedEvery === 0) return;
    for (let on = 0; on <= days; on += feedEvery) {
      if (this.#random() < 0.05) continue;
      this.#fetchDays.push(on);
      const moment = this.#random();
      const isStale = this.#random() < stale;
      const amount = this.#balanceAt(isStale ? on - 1 : on, moment, holdsPending);
      this.#state('booked', on, amount, on, moment);
      this.#state('available', on, amount + 100_000n * this.habits.unit, on, moment);
    }
  }

  #sendStatements(): void {
    const { statementEvery, statesBalances, days } = this.habits;
    if (statementEvery === 0) return;
    for (let from = 0; from + statementEvery <= days; from += statementEvery) {
      const to = from + statementEvery - 1;
      const knownOn = to + this.#integer(1, 3);
      this.#bring(from, to, knownOn);
      if (this.#random() >= statesBalances) continue;
      this.#state('opening', from, this.#balanceAt(from, 0), knownOn);
      this.#state('closing', to, this.#balanceAt(to, 1), knownOn);
      // Some statements are made before their last day is over, and are corrected by the next one.
      if (this.#random() < 0.1) this.#state('closing', to, this.#balanceAt(to, 0.5), knownOn - 1);
    }
  }

  #sendTables(): void {
    if (!this.habits.isTable) return;
    for (let on = 14; on <= this.habits.days; on += 14) {
      const from = on - 20;
      this.#bring(from, on - 1, on);
      const bookedDays = new Set(this.payments.map(({ bookedOn }) => bookedOn));
      for (let booked = from; booked < on; booked++)
        if (bookedDays.has(booked)) this.#state('closing', booked, this.#balanceAt(booked, 1), on);
    }
  }

  #bring(from: number, to: number, knownOn: number): void {
    for (let on = from; on <= to; on++)
      this.#deliveredOn.set(on, Math.min(this.#deliveredOn.get(on) ?? Infinity, knownOn));
  }

  #state(kind: StatedBalance['kind'], on: number, units: bigint, knownOn: number, moment?: number): void {
    const balance = {
      kind,
      amount: fromUnits(units, 2),
      currency: 'EUR',
      date: this.date(on),
      at: moment === undefined ? null : this.#instant(on + moment),
      learnedAt: this.#instant(knownOn + 0.99),
    };
    this.#balances.push({ knownOn, balance });
  }

  #instant(days: number): StatedBalance['learnedAt'] & string {
    return toInstant(Date.parse(START) + Math.floor(days * 86_400_000));
  }

  #integer(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }
}
