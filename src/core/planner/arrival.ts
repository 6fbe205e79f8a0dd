import type { BankTransaction } from '../bank-transaction.ts';
import { identityOfTransaction } from './identity.ts';
import type { Known } from './known.ts';

export interface Arrival {
  readonly transaction: BankTransaction;
  readonly order: number;
  readonly identity: string;
  base: string | null;
  transactionId: string | null;
}

export interface Pair {
  readonly arrival: Arrival;
  readonly known: Known;
}

export function meet(arrival: Arrival, known: Known): Pair {
  known.seen = true;
  return { arrival, known };
}

/** Accepts pairs in order, except those whose arrival or known transaction is already in an accepted pair. */
export function meetInOrder(likeliestFirst: readonly Pair[]): readonly Pair[] {
  const paired = new Set<Arrival>();
  return likeliestFirst.flatMap(({ arrival, known }) => {
    if (known.seen || paired.has(arrival)) return [];
    paired.add(arrival);
    return [meet(arrival, known)];
  });
}

export function withoutPaired(
  arrivals: readonly Arrival[],
  pairs: readonly Pick<Pair, 'arrival'>[],
): readonly Arrival[] {
  if (pairs.length === 0) return arrivals;
  const paired = new Set(pairs.map(({ arrival }) => arrival));
  return arrivals.filter((arrival) => !paired.has(arrival));
}

/** Applies rules in order, each to the arrivals that no earlier rule paired. */
export function inTurn(
  arrivals: readonly Arrival[],
  rules: readonly ((rest: readonly Arrival[]) => readonly Pair[])[],
): readonly Pair[] {
  const pairs: Pair[] = [];
  let rest = arrivals;
  for (const rule of rules) {
    const found = rule(rest);
    for (const pair of found) pairs.push(pair);
    rest = withoutPaired(rest, found);
  }
  return pairs;
}

export function toArrivals(transactions: readonly BankTransaction[]): Arrival[] {
  return transactions.map((transaction, order) => ({
    transaction,
    order,
    identity: identityOfTransaction(transaction),
    base: null,
    transactionId: null,
  }));
}

/** Compares only the bank's values, so that the order of transactions in a batch does not affect the plan. */
export function compareArrivals(a: Arrival, b: Arrival): number {
  const [x, y] = [a.transaction, b.transaction];
  return (
    compareTexts(x.date, y.date) ||
    compareTexts(x.amount, y.amount) ||
    compareTexts(x.description, y.description) ||
    compareTexts(a.identity, b.identity)
  );
}

/** Compares code units, so that the order does not depend on the language of the machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
