import { withoutPaired, type Arrival, type Matched, type Pair } from '../arrival.ts';
import { heldDays } from './cross-source/held-days.ts';
import { findLinks, type Link } from './cross-source/links.ts';
import { PASSES, type PassContext } from './cross-source/passes.ts';
import { readLedgers, readViews } from './cross-source/views.ts';
import type { Planning } from '../planning.ts';

/**
 * Rule 4: another source of the account already shows it: another connection, another statement format, or
 * another name for the account. Each row can stand for one transaction of each view of an account, and for
 * one of this batch: as many of several identical purchases are recognised as are known, and the others stay.
 */
export function matchAcrossSources(arrivals: readonly Arrival[], planning: Planning): Matched {
  if (arrivals.length === 0) return { pairs: [], rest: arrivals };
  const views = readViews(arrivals, planning.arrivals);
  const links = findLinks(views, readLedgers(views, planning), planning);
  const pairs: Pair[] = [];
  const waiting = new Map(views.map((view) => [view, view.rest]));
  const claimed = new Set<string>();
  for (const pass of PASSES) {
    for (const link of links) {
      const rest = waiting.get(link.view) ?? [];
      if (rest.length === 0) continue;
      const free = link.candidates.filter(({ seen, transactionId }) => !seen && !claimed.has(transactionId));
      const matched = pass(rest, free, contextOf(link, planning));
      for (const pair of matched.pairs) {
        pairs.push(pair);
        claimed.add(pair.known.transactionId);
      }
      waiting.set(link.view, matched.rest);
    }
  }
  return { pairs, rest: withoutPaired(arrivals, pairs) };
}

function contextOf({ view, ledger, leastSimilarity }: Link, planning: Planning): PassContext {
  return { ...heldDays(view, ledger, planning), similarity: planning.similarity, leastSimilarity };
}
