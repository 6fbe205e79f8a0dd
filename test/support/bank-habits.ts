import fc from 'fast-check';

/**
 * What a bank and its sources do to one account, as seen from outside: nothing here knows how rows are held against
 * balances. All of it is honest; each of it makes rows and balances disagree for some days.
 */
export interface BankHabits {
  readonly seed: number;
  /** How long the account is watched. */
  readonly days: number;
  /** Payments a day, on average. */
  readonly perDay: number;
  /** The share of rows that are dated by value: up to three days before or after they were booked. */
  readonly valueDated: number;
  /** The share of payments that are pending first, for one to five days. One in ten of them posts with a tip more. */
  readonly pending: number;
  /** A balance of a moment holds what is pending then. */
  readonly holdsPending: boolean;
  /** What is pending comes as a row. Otherwise only the balance may hold it. */
  readonly listsPending: boolean;
  /** A feed is asked every so many days, at any hour; 0 for never. It states a balance of the moment. */
  readonly feedEvery: number;
  /** Booked payments reach the feed so many days late. */
  readonly feedLag: number;
  /** The share of the feed's balances that are yesterday's still, under today's date. */
  readonly stale: number;
  /** A statement of that many days comes up to two days after their end, and overlaps with all other sources; 0 for never. */
  readonly statementEvery: number;
  /** The share of statements that state an opening and a closing. */
  readonly statesBalances: number;
  /** A table with a balance after each line: every second week, of the last twenty days. */
  readonly isTable: boolean;
  /** The cents of every amount and balance are multiplied by this. */
  readonly unit: bigint;
}

export const bankHabits: fc.Arbitrary<BankHabits> = fc.record({
  seed: fc.nat(),
  days: fc.integer({ min: 60, max: 160 }),
  perDay: fc.constantFrom(0.15, 0.5, 1.2, 4),
  valueDated: fc.constantFrom(0, 0.05, 0.2, 0.5),
  pending: fc.constantFrom(0, 0.2, 0.6),
  holdsPending: fc.boolean(),
  listsPending: fc.boolean(),
  feedEvery: fc.constantFrom(0, 1, 1, 2, 7),
  feedLag: fc.constantFrom(0, 0, 1, 2),
  stale: fc.constantFrom(0, 0.05, 0.3),
  statementEvery: fc.constantFrom(0, 14, 30),
  statesBalances: fc.constantFrom(0.6, 1),
  isTable: fc.boolean(),
  unit: fc.constantFrom(1n, 1n, 1n, 10n ** 15n),
});
