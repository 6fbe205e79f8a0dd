/** The column titles and other words that the banks of one country use in their tables. */
export interface BankWords {
  readonly date: readonly string[];
  readonly valueDate: readonly string[];
  readonly payee: readonly string[];
  readonly memo: readonly string[];
  readonly amount: readonly string[];
  readonly out: readonly string[];
  readonly in: readonly string[];
  /** The title of the direction column, its word for outgoing and its word for incoming. */
  readonly direction: readonly (readonly [string, string, string])[];
  readonly balance: readonly string[];
  readonly start: string;
  readonly end: string;
  readonly currency: readonly string[];
  readonly account: string;
  readonly fee: string;
  readonly original: readonly [string, string];
  readonly opening: readonly string[];
  readonly closing: readonly string[];
  readonly turnover: readonly string[];
  readonly pending: string;
  readonly salary: string;
  readonly currencies: readonly string[];
  readonly status: readonly [string, string, string];
}

const words = (text: string): string[] => text.split('|');

const status = (text: string) => text.split('|') as unknown as readonly [string, string, string];

/** Splits texts at vertical bars. */
export function bank(given: Record<keyof BankWords, string>): BankWords {
  return {
    date: words(given.date),
    valueDate: words(given.valueDate),
    payee: words(given.payee),
    memo: words(given.memo),
    amount: words(given.amount),
    out: words(given.out),
    in: words(given.in),
    direction: words(given.direction).map((one) => one.split('=') as unknown as readonly [string, string, string]),
    balance: words(given.balance),
    start: given.start,
    end: given.end,
    currency: words(given.currency),
    account: given.account,
    fee: given.fee,
    original: given.original.split('|') as unknown as readonly [string, string],
    opening: words(given.opening),
    closing: words(given.closing),
    turnover: words(given.turnover),
    pending: given.pending,
    salary: given.salary,
    currencies: words(given.currencies),
    status: status(given.status),
  };
}
