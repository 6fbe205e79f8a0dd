import { formerIdentity, hasProviderId } from '../identity.ts';
import { withoutPaired, type Arrival, type Pair, compareTexts, meet, compareArrivals } from '../arrival.ts';
import type { Planning } from '../planning.ts';
import type { BankTransaction } from '../../bank-transaction.ts';
import { isPlaceholder, withoutScheme } from '../../provider-scheme.ts';
import { SIMILAR, similarityToRow, type Similarity } from './closeness.ts';
import type { Known } from '../known.ts';
import { confirmsPosting } from './same-id.ts';

/** Rules 1 and 2. Tries current identities before Transaction IDs, which keep the bank id that a pending transaction had. */
export function matchIdentity(arrivals: readonly Arrival[], planning: Planning) {
  const { known, ids, similarity } = planning;
  const pairs: Pair[] = [];
  const repeats: Repeat[] = [];
  const strangers: (readonly Arrival[])[] = [];
  for (const [identity, group] of Map.groupBy(arrivals, (arrival) => arrival.identity)) {
    const deliveries =
      group.length === 1 ? { distinct: group, repeats: [] as Repeat[] } : readDeliveries(group, similarity);
    append(repeats, deliveries.repeats);
    const found = recognize(deliveries.distinct, known.withIdentity(identity), planning);
    append(pairs, found);
    if (found.length < deliveries.distinct.length) strangers.push(withoutPaired(deliveries.distinct, found));
  }
  const rest: Arrival[] = [];
  for (const group of strangers) {
    const first = group[0] as Arrival;
    const found = recognize(group, known.withBase(ids.baseOf(first)), planning);
    const former = formerIdentity(first.transaction);
    const corrected =
      former === null ? [] : recognize(withoutPaired(group, found), known.withIdentity(former), planning);
    append(pairs, [...found, ...corrected]);
    append(rest, withoutPaired(group, [...found, ...corrected]));
  }
  return { pairs, rest, repeats };
}

/** Spreading a long list into `push` would overflow the stack. */
function append<T>(list: T[], more: readonly T[]): void {
  for (const item of more) list.push(item);
}

/** Pairs by equal content, then by day and amount, then by other evidence, with at most `CORRECTIONS_TRIED` candidates for speed. */
function recognize(arrivals: readonly Arrival[], known: readonly Known[], planning: Planning): Pair[] {
  if (known.length === 0) return [];
  const [arrival, candidate] = [arrivals[0] as Arrival, known[0] as Known];
  const isOnly = arrivals.length === 1 && known.length === 1 && !candidate.seen;
  if (isOnly && hasSameContent(arrival.transaction, candidate)) return [meet(arrival, candidate)];
  const unseen = known.filter(({ seen }) => !seen).toSorted(mostLikelyFirst);
  const pairs: Pair[] = [];
  let rest = pairByKey(arrivals, unseen, contentKey, pairs);
  const rows = unseen.filter(({ entry }) => entry === null);
  if (rest.length > 0 && rows.length > 0) rest = pairByKey(rest, rows, payeeKey, pairs);
  if (rest.length > 0)
    rest = pairByKey(
      rest,
      unseen,
      ({ date, amount }) => `${date} ${amount}`,
      pairs,
      (known, arrival) => holdsItsId(known, arrival, planning),
    );
  for (const arrival of rest) {
    const match = unseen.slice(0, CORRECTIONS_TRIED).find((candidate) => mayBe(candidate, arrival, planning));
    if (match !== undefined) pairs.push(meet(arrival, match));
  }
  return pairs;
}

const CORRECTIONS_TRIED = 8;

function pairByKey(
  arrivals: readonly Arrival[],
  known: readonly Known[],
  keyOf: (view: View) => string,
  pairs: Pair[],
  accepts: (candidate: Known, arrival: Arrival) => boolean = () => true,
): readonly Arrival[] {
  // Reversed, because the code below takes the most likely transaction from the end of each list.
  const waiting = Map.groupBy(
    known.toReversed().filter(({ seen }) => !seen),
    keyOf,
  );
  return arrivals.filter((arrival) => {
    const list = waiting.get(keyOf(arrival.transaction));
    const candidate = list?.at(-1);
    if (candidate === undefined || !accepts(candidate, arrival)) return true;
    list?.pop();
    pairs.push(meet(arrival, candidate));
    return false;
  });
}

/** Without a bank id, equal identities mean equal content, so no other evidence is needed. */
function mayBe(known: Known, arrival: Arrival, { sameId }: Planning): boolean {
  if (known.seen) return false;
  if (!hasProviderId(arrival.transaction) || known.date === null || known.amount === null) return true;
  // The row has the amount that an earlier version of Pennyrow read.
  if (known.date === arrival.transaction.date && known.amount === arrival.transaction.formerAmount) return true;
  return sameId.judge(known, arrival) === 'same';
}

/** False if the bank reused the id for another transaction, or if the id is a placeholder and the texts differ. */
function holdsItsId(known: Known, arrival: Arrival, { history, similarity }: Planning): boolean {
  const { transaction } = arrival;
  if (!hasProviderId(transaction) || known.status === 'pending') return true;
  if (history.wasRenumbered(known, arrival)) return false;
  return (
    !isPlaceholder(withoutScheme(transaction.providerId)) ||
    similarityToRow(transaction, known.description, similarity) >= SIMILAR
  );
}

type View = Pick<Known, 'date' | 'amount' | 'description'> & Pick<BankTransaction, 'parts'>;

function contentKey({ date, amount, description }: View): string {
  return `${date} ${amount} ${description}`;
}

/** For rows without a memory entry, whose description may be only the payee. */
function payeeKey({ date, amount, description, parts }: View): string {
  return contentKey({ date, amount, description: parts?.payee ?? description });
}

function mostLikelyFirst(a: Known, b: Known): number {
  return (
    Number(a.row === null) - Number(b.row === null) ||
    compareTexts(b.status, a.status) ||
    a.transactionId.length - b.transactionId.length ||
    compareTexts(a.transactionId, b.transactionId)
  );
}

export interface Repeat {
  readonly arrival: Arrival;
  readonly of: Arrival;
}

/** One arrival for each transaction: lines with one bank id are one, equal lines without an id are several, such as two coffees. */
function readDeliveries(arrivals: readonly Arrival[], similarity: Similarity) {
  const sorted = arrivals.toSorted(
    (a, b) => compareTexts(b.transaction.status, a.transaction.status) || compareArrivals(a, b),
  );
  const leading = sorted[0] as Arrival;
  const delivered = (arrival: Arrival): boolean =>
    hasSameContent(arrival.transaction, leading.transaction) || isEarlierView(arrival, leading, similarity);
  if (!hasOwnId(leading) || !sorted.every(delivered)) return { distinct: sorted, repeats: [] as Repeat[] };
  return { distinct: [leading], repeats: sorted.slice(1).map((arrival) => ({ arrival, of: leading })) };
}

function hasOwnId({ transaction }: Arrival): boolean {
  return hasProviderId(transaction) && !isPlaceholder(withoutScheme(transaction.providerId));
}

export function hasSameContent(a: View, b: View): boolean {
  return a.date === b.date && a.amount === b.amount && a.description === b.description;
}

function isEarlierView({ transaction: a }: Arrival, { transaction: b }: Arrival, similarity: Similarity): boolean {
  if (a.status !== 'pending' || b.status !== 'posted') return false;
  return confirmsPosting(a, b, () => similarity(a.description, b.description) >= SIMILAR);
}
