import { formerIdentity } from '../identity.ts';
import { withoutPaired, type Arrival, type Pair } from '../arrival.ts';
import { readDeliveries, type Repeat } from './occurrence/deliveries.ts';
import { recognise } from './occurrence/recognise.ts';
import type { Planning } from '../planning.ts';

interface Identified {
  readonly pairs: readonly Pair[];
  readonly rest: readonly Arrival[];
  readonly repeats: readonly Repeat[];
}

/**
 * Rules 1 and 2: the identity is in the memory, or its Transaction ID in the sheet. What the memory
 * knows under the very identity goes first: an id computed from it may by now belong to a row that posted
 * under another one. It also spares the digest for whatever is known.
 */
export function matchIdentity(arrivals: readonly Arrival[], planning: Planning): Identified {
  const { known, ids, similarity } = planning;
  const pairs: Pair[] = [];
  const repeats: Repeat[] = [];
  const strangers: (readonly Arrival[])[] = [];
  for (const [identity, group] of Map.groupBy(arrivals, (arrival) => arrival.identity)) {
    const deliveries = group.length === 1 ? { distinct: group, repeats: [] } : readDeliveries(group, similarity);
    append(repeats, deliveries.repeats);
    const found = recognise(deliveries.distinct, known.withIdentity(identity), planning);
    append(pairs, found);
    if (found.length < deliveries.distinct.length) strangers.push(withoutPaired(deliveries.distinct, found));
  }
  const rest: Arrival[] = [];
  for (const group of strangers) {
    const first = group[0] as Arrival;
    const found = recognise(group, known.withBase(ids.baseOf(first)), planning);
    const former = formerIdentity(first.transaction);
    const corrected =
      former === null ? [] : recognise(withoutPaired(group, found), known.withIdentity(former), planning);
    append(pairs, [...found, ...corrected]);
    append(rest, withoutPaired(group, [...found, ...corrected]));
  }
  return { pairs, rest, repeats };
}

/** Spreading a long list into `push` would overflow the stack. */
function append<T>(list: T[], more: readonly T[]): void {
  for (const item of more) list.push(item);
}
