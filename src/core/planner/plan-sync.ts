import type { Plan, PlanInput } from '../plan.ts';
import { matchAlreadyThere } from './matching/already-there/already-there-match.ts';
import { matchAdoptable, matchPosted, matchTipped } from './matching/posted-match.ts';
import { withoutPaired, type Arrival, type Pair, meet } from './arrival.ts';
import { PlanBuilder } from './changes/plan-builder.ts';
import { matchAcrossSources } from './matching/cross-source-match.ts';
import { matchIdentity } from './matching/identity-match.ts';
import { atOnce, type Steps } from '../steps.ts';
import { createPlanning, type Planning } from './planning.ts';
import { isForeignRow } from '../row-id.ts';

type Rule = (arrivals: readonly Arrival[], planning: Planning) => readonly Pair[];

/** Each rule takes the transactions that it matches. Unmatched ones are new. The order of rows and transactions has no effect. */
export function planSync(input: PlanInput): Plan {
  return atOnce(planInSteps(input));
}

export function* planInSteps(input: PlanInput): Steps<Plan> {
  const planning = yield* createPlanning(input);
  const { arrivals } = planning;
  const builder = new PlanBuilder(planning);
  yield;

  const identified = matchIdentity(arrivals, planning);
  yield;
  let left: readonly Arrival[] = identified.rest;
  const recognize = (rule: Rule): readonly Pair[] => {
    const pairs = rule(left, planning);
    left = withoutPaired(left, pairs);
    return pairs;
  };
  const adopted = recognize(matchAdoptable);
  yield;
  const posted = recognize(matchPosted);
  yield;
  const elsewhere = recognize(matchAcrossSources);
  yield;
  // Rule 3 for tips runs after rule 4, because an exact amount in another source is a better match.
  const tipped = recognize(matchTipped);
  yield;

  for (const pairs of [identified.pairs, adopted, posted, tipped]) builder.settle(pairs);
  builder.link(elsewhere);
  const rest =
    input.skipsNewPending === true ? left.filter(({ transaction }) => transaction.status === 'posted') : left;
  builder.issueIds(rest);
  yield;
  // The user's decisions take precedence over similar texts.
  const decided = matchDecided(rest, planning);
  builder.decline(decided.declined);
  builder.link(decided.merged);
  builder.settle(decided.corrected);
  const there = matchAlreadyThere(decided.rest, planning);
  builder.claim(there.claims);
  yield;
  // Rule 6: transactions without a match become new rows.
  builder.append(there);
  yield;
  builder.skipRepeats(identified.repeats.filter(({ of }) => of.transactionId !== null));
  return builder.finish();
}

/** Applies the decisions that the user made in a preview, except those whose row is now missing or has another amount. */
function matchDecided(arrivals: readonly Arrival[], { input, known, sameId }: Planning) {
  const { answers, declined: unwanted } = input;
  if (answers === undefined && unwanted === undefined)
    return { declined: [], merged: [], corrected: [], rest: arrivals } as const;
  const isWanted = ({ transactionId }: Arrival): boolean => unwanted?.has(transactionId ?? '') !== true;
  const matchable = arrivals.filter(isWanted);
  const own = new Map(input.snapshot.rows.filter((row) => !isForeignRow(row)).map((row) => [row.index, row]));
  /** Transactions that the user matched with a row that Pennyrow wrote. */
  const merged: Pair[] = [];
  /** Transactions that the user matched with a row of the same bank id: the bank has corrected them. */
  const corrected: Pair[] = [];
  for (const arrival of matchable) {
    const row = own.get(answers?.get(arrival.transactionId ?? '') ?? NaN);
    const shownBy = row === undefined ? undefined : known.get(row.transactionId);
    if (row === undefined || shownBy === undefined) continue;
    if (sameId.findUnclear(arrival).includes(shownBy)) corrected.push(meet(arrival, shownBy));
    else if (row.amount === arrival.transaction.amount) merged.push({ arrival, known: shownBy });
  }
  const rest = withoutPaired(matchable, [...merged, ...corrected]);
  return { declined: arrivals.filter((arrival) => !isWanted(arrival)), merged, corrected, rest };
}
