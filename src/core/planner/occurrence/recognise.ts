import { compareTexts, meet, type Arrival, type Pair } from '../arrival.ts';
import { confirmsSameId } from '../closeness.ts';
import { hasProviderId } from '../identity.ts';
import type { Known } from '../known.ts';
import type { Planning } from '../planning.ts';

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
  let rest = arrivals;
  for (const key of [contentKey, dayAndAmountKey]) {
    rest = pairByKey(rest, unseen, key, pairs);
    if (rest.length === 0) return pairs;
  }
  for (const arrival of rest) {
    const match = unseen.slice(0, CORRECTIONS_TRIED).find((candidate) => mayBe(candidate, arrival, known.length === 1, planning));
    if (match !== undefined) pairs.push(meet(arrival, match));
  }
  return pairs;
}

/** What nearly every transaction of nearly every sync is. */
function isUnchanged({ transaction }: Arrival, { date, amount, description, seen }: Known): boolean {
  return !seen && date === transaction.date && amount === transaction.amount && description === transaction.description;
}

const CORRECTIONS_TRIED = 8;

function pairByKey(arrivals: readonly Arrival[], known: readonly Known[], keyOf: (view: View) => string, pairs: Pair[]): readonly Arrival[] {
  const waiting = new Map<string, Known[]>();
  // Last to first, so that the most likely one is popped first.
  for (const candidate of known.toReversed()) {
    if (candidate.seen) continue;
    const key = keyOf(candidate);
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [candidate]);
    else list.push(candidate);
  }
  return arrivals.filter((arrival) => {
    const match = waiting.get(keyOf(arrival.transaction))?.pop();
    if (match !== undefined) pairs.push(meet(arrival, match));
    return match === undefined;
  });
}

/**
 * Equal content cannot be reused, so without an id of the bank's the identity needs no confirmation. An
 * id that already names several transactions confirms nothing but the posting of a pending one; nor
 * does one whose transaction the batch holds unchanged under another id, since the bank has
 * numbered its transactions anew.
 */
function mayBe(known: Known, { transaction }: Arrival, onlyOne: boolean, { similarity, holdsContent }: Planning): boolean {
  if (known.seen) return false;
  if (!hasProviderId(transaction)) return true;
  const { accountId, date, amount, currency, description, status } = known;
  if (date === null || amount === null) return true;
  if (status === 'posted' && (!onlyOne || holdsContent(accountId, { date, amount, currency, description }))) return false;
  return confirmsSameId({ date, amount, description, status }, transaction, similarity);
}

type View = Pick<Known, 'date' | 'amount' | 'description'>;

function contentKey({ date, amount, description }: View): string {
  return `${date} ${amount} ${description}`;
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
