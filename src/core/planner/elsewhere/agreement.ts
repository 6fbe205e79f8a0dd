import type { Arrival } from '../arrival.ts';
import type { Planning } from '../planning.ts';
import { PASSES } from './passes.ts';
import type { Ledger, View } from './views.ts';

export interface Agreement {
  /** How many transactions the two have in common. */
  readonly pairs: number;
  /** How many each of them misses of the other on days that both hold; the smaller of the two. */
  readonly contradictions: number;
}

/**
 * How far a view and a ledger tell the same story on the days that both hold. Two sources of one account have
 * nearly everything in common; what only one of them has was filtered out of the other, or came late. Two
 * accounts that share their last digits each have what the other has not, and a pair is a coincidence. All of
 * both counts, also what other rules have recognised, so that a single newcomer is judged by its company.
 */
export function measureAgreement({ accountId, all }: View, ledger: Ledger, { coverage, similarity }: Planning): Agreement {
  const candidates = ledger.entries.map((known) => ({ ...known, seen: false }));
  let rest: readonly Arrival[] = all;
  let pairs = 0;
  for (const pass of PASSES) {
    const matched = pass(rest, candidates.filter(({ seen }) => !seen), { ledger, accountId, coverage, similarity, leastSimilarity: 0 });
    pairs += matched.pairs.length;
    rest = matched.rest;
  }
  const alone = rest.filter(({ transaction: { date, status } }) => status === 'posted' && ledger.first <= date && date <= ledger.last);
  const missed = candidates.filter(({ date, status, seen }) => !seen && status === 'posted' && date !== null && coverage.covers(accountId, date));
  return { pairs, contradictions: Math.min(alone.length, missed.length) };
}
