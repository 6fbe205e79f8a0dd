import type { BankTransaction } from '../../../bank-transaction.ts';
import { compareTexts, meet, type Arrival, type Pair } from '../../arrival.ts';
import { isPlaceholder, withoutScheme } from '../../../provider-scheme.ts';
import { SIMILAR, similarityToRow } from '../description-similarity.ts';
import { hasProviderId } from '../../identity.ts';
import type { Known } from '../../known.ts';
import type { Planning } from '../../planning.ts';

/**
 * Pairs arrivals of one identity with what is known under it, each once: equal content first, then
 * equal day and amount, then what else confirms the identity. Linear in both, unless a bank
 * corrects many transactions of one id at once, where only the first few are tried.
 */
export function recognise(arrivals: readonly Arrival[], known: readonly Known[], planning: Planning): Pair[] {
  if (known.length === 0) return [];
  const [arrival, candidate] = [arrivals[0], known[0]];
  if (arrivals.length === 1 && known.length === 1 && isUnchanged(arrival as Arrival, candidate as Known)) {
    return [meet(arrival as Arrival, candidate as Known)];
  }
  const unseen = known.filter(({ seen }) => !seen).toSorted(mostLikelyFirst);
  const pairs: Pair[] = [];
  let rest = pairByKey(arrivals, unseen, contentKey, pairs);
  const rows = unseen.filter(({ entry }) => entry === null);
  if (rest.length > 0 && rows.length > 0) rest = pairByKey(rest, rows, payeeKey, pairs);
  if (rest.length > 0)
    rest = pairByKey(rest, unseen, dayAndAmountKey, pairs, (candidate, arrival) =>
      holdsItsId(candidate, arrival, planning),
    );
  for (const arrival of rest) {
    const match = unseen.slice(0, CORRECTIONS_TRIED).find((candidate) => mayBe(candidate, arrival, planning));
    if (match !== undefined) pairs.push(meet(arrival, match));
  }
  return pairs;
}

/** What nearly every transaction of nearly every sync is. */
function isUnchanged({ transaction }: Arrival, { date, amount, description, seen }: Known): boolean {
  return !seen && date === transaction.date && amount === transaction.amount && description === transaction.description;
}

const CORRECTIONS_TRIED = 8;

function pairByKey(
  arrivals: readonly Arrival[],
  known: readonly Known[],
  keyOf: (view: View) => string,
  pairs: Pair[],
  accepts: (candidate: Known, arrival: Arrival) => boolean = () => true,
): readonly Arrival[] {
  // Last to first, so that the most likely one is popped first.
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

/** Equal content cannot be reused, so without an id of the bank's the identity needs no confirmation. */
function mayBe(known: Known, arrival: Arrival, { sameId }: Planning): boolean {
  if (known.seen) return false;
  if (!hasProviderId(arrival.transaction) || known.date === null || known.amount === null) return true;
  // A row that an earlier version read otherwise.
  if (known.date === arrival.transaction.date && known.amount === arrival.transaction.formerAmount) return true;
  return sameId.judge(known, arrival) === 'same';
}

/** An id that moved from one transaction to another is none, and one that names nothing is none either. */
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

/** The row of a lost memory may say no more than the payee. */
function payeeKey({ date, amount, description, parts }: View): string {
  return contentKey({ date, amount, description: parts?.payee ?? description });
}

function dayAndAmountKey({ date, amount }: View): string {
  return `${date} ${amount}`;
}

/** What a person can see comes before what was deleted; ids in order make the choice the same every time. */
function mostLikelyFirst(a: Known, b: Known): number {
  return (
    Number(a.row === null) - Number(b.row === null) ||
    compareTexts(b.status, a.status) ||
    a.transactionId.length - b.transactionId.length ||
    compareTexts(a.transactionId, b.transactionId)
  );
}
