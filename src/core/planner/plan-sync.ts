import type { Plan, PlanInput } from '../plan.ts';
import { matchAlreadyThere } from './matching/already-there/already-there-match.ts';
import { matchAdoptable } from './matching/adoption-match.ts';
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
 * Decides what a sync would do. Each rule takes the bank transactions that it recognises and leaves the
 * others to the next one; what no rule recognises is new. Nothing is guessed away: what merely looks
 * like a duplicate is appended and reported.
 *
 * Pure: neither the order of the rows nor that of the transactions changes what is written. The memory
 * may be lost at any time; the sheet then leads to the same rows, and only what it cannot tell is
 * forgotten: which rows were deleted, which ones are pending and may yet post under another id, and
 * which rows of another source stand for an account that has a different id here.
 */
export function planSync(input: PlanInput): Plan {
  return atOnce(planInSteps(input));
}

/** The same, rule by rule. */
export function* planInSteps(input: PlanInput): Steps<Plan> {
  const planning = yield* createPlanning(input);
  const { arrivals } = planning;
  const builder = new PlanBuilder(planning);
  yield;

  // Rules 1 and 2: known, or deleted, by identity; then by what the sheet alone can tell.
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
  // Rule 3: the posted form of a pending row that left the feed.
  const posted = recognise(matchPosted);
  yield;
  // Rule 4: another source of the account shows it.
  const elsewhere = recognise(matchAcrossSources);
  yield;
  // Rule 3 again, for amounts that a tip changed: what is exactly the same elsewhere goes first.
  const tipped = recognise(matchTipped);
  yield;

  for (const pairs of [identified.pairs, adopted, posted, tipped]) builder.settle(pairs);
  builder.link(elsewhere);
  const rest = input.skipsNewPending === true ? left.filter(isPosted) : left;
  builder.issueIds(rest);
  yield;
  // What a person said in a preview comes before what looks alike.
  const decided = matchDecided(rest, planning);
  builder.decline(decided.declined);
  builder.link(decided.merged);
  builder.settle(decided.corrected);
  // Rule 5: the person's own row shows it.
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
