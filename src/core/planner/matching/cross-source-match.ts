import { withoutPaired, type Arrival, type Pair } from '../arrival.ts';
import { findLinks } from './cross-source/links.ts';
import { PASSES } from './cross-source/passes.ts';
import { readLedgers, readViews } from './cross-source/views.ts';
import type { Planning } from '../planning.ts';

/**
 * Rule 4: another source of the account already shows it: another connection, another statement format, or
 * another name for the account. Each row can stand for one transaction of each view of an account, and for
 * one of this batch: as many of several identical purchases are recognised as are known, and the others stay.
 */
export function matchAcrossSources(arrivals: readonly Arrival[], planning: Planning): readonly Pair[] {
  if (arrivals.length === 0) return [];
  const views = readViews(arrivals, planning.arrivals);
  const links = findLinks(views, readLedgers(views, planning), planning);
  const pairs: Pair[] = [];
  const waiting = new Map(views.map((view) => [view, view.rest]));
  const claimed = new Set<string>();
  for (const pass of PASSES) {
    for (const { view, candidates, context } of links) {
      const rest = waiting.get(view) ?? [];
      if (rest.length === 0) continue;
      const free = candidates.filter(({ transactionId }) => !claimed.has(transactionId));
      const found = pass(rest, free, context);
      for (const pair of found) {
        pairs.push(pair);
        claimed.add(pair.known.transactionId);
      }
      waiting.set(view, withoutPaired(rest, found));
    }
  }
  return pairs;
}
