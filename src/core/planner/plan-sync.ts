import type { Plan, PlanInput } from '../plan.ts';
import { matchAlreadyThere } from './matching/already-there/already-there-match.ts';
import { matchAdoptable } from './matching/posted-match.ts';
import { withoutPaired, type Arrival, type Pair } from './arrival.ts';
import { PlanBuilder } from './changes/plan-builder.ts';
import { matchAcrossSources } from './matching/cross-source-match.ts';
import { matchDecided } from './matching/decided-match.ts';
import { matchIdentity } from './matching/identity-match.ts';
import { atOnce, type Steps } from '../steps.ts';
import { createPlanning, type Planning } from './planning.ts';
import { matchPosted } from './matching/posted-match.ts';
import { matchTipped } from './matching/tip-match.ts';

type Rule = (arrivals: readonly Arrival[], planning: Planning) => readonly Pair[];

/**
 * Decides what a sync changes. Each rule takes the transactions that it recognises and leaves the others to the next; the rest is new.
 * Possible duplicates are added and reported. Pure: the order of rows and transactions has no effect. Without memory, the sheet leads to
 * the same rows, except for deleted rows, pending rows that post under another id, and rows of accounts with another id here.
 */
export function planSync(input: PlanInput): Plan {
  return atOnce(planInSteps(input));
}

/** `planSync` in steps. */
export function* planInSteps(input: PlanInput): Steps<Plan> {
  const planning = yield* createPlanning(input);
  const { arrivals } = planning;
  const builder = new PlanBuilder(planning);
  yield;

  // Rules 1 and 2.
  const identified = matchIdentity(arrivals, planning);
  yield;
  let left = identified.rest;
  const recognise = (rule: Rule): readonly Pair[] => {
    const pairs = rule(left, planning);
    left = withoutPaired(left, pairs);
    return pairs;
  };
  const adopted = recognise(matchAdoptable);
  yield;
  // Rule 3.
  const posted = recognise(matchPosted);
  yield;
  // Rule 4.
  const elsewhere = recognise(matchAcrossSources);
  yield;
  // Rule 3 for tips, after exact amounts in other sources.
  const tipped = recognise(matchTipped);
  yield;

  for (const pairs of [identified.pairs, adopted, posted, tipped]) builder.settle(pairs);
  builder.link(elsewhere);
  const rest = input.skipsNewPending === true ? left.filter(isPosted) : left;
  builder.issueIds(rest);
  yield;
  // The decisions of the user precede similarity.
  const decided = matchDecided(rest, planning);
  builder.decline(decided.declined);
  builder.link(decided.merged);
  builder.settle(decided.corrected);
  // Rule 5.
  const there = matchAlreadyThere(decided.rest, planning);
  builder.claim(there.claims);
  yield;
  // Rule 6: the rest is new.
  builder.append(there);
  yield;
  builder.skipRepeats(identified.repeats.filter(({ of }) => of.transactionId !== null));
  return builder.finish();
}

function isPosted({ transaction }: Arrival): boolean {
  return transaction.status === 'posted';
}
