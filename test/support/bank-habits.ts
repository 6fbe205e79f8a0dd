import fc from 'fast-check';

/** How a bank and its sources behave for one account. All habits are normal, but make rows and balances disagree for days. */
export interface BankHabits {
  readonly seed: number;
  /** How many days of the account are simulated. */
  readonly days: number;
  /** Average number of payments per day. */
  readonly perDay: number;
  /** The share of rows dated by value date: up to three days before or after booking. */
  readonly valueDated: number;
  /** The share of payments that are pending first, for one to five days. One in ten of them posts with a tip added. */
  readonly pending: number;
  /** True if a balance includes the payments that are pending at its time. */
  readonly holdsPending: boolean;
  /** True if pending payments are listed as rows. Otherwise only the balance may include them. */
  readonly listsPending: boolean;
  /** How many days apart a feed is read, at any hour; 0 for never. Each read also returns the current balance. */
  readonly feedEvery: number;
  /** How many days late booked payments appear in the feed. */
  readonly feedLag: number;
  /** The share of the feed's balances that show yesterday's amount under today's date. */
  readonly stale: number;
  /**
   * The length in days of a statement, which arrives up to two days after its end and overlaps with all other sources; 0
   * for never.
   */
  readonly statementEvery: number;
  /** The share of statements with an opening and a closing balance. */
  readonly statesBalances: number;
  /** True if every second week a table of the last twenty days arrives, with a balance after each row. */
  readonly isTable: boolean;
  /** All amounts and balances are multiples of this many cents. */
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
