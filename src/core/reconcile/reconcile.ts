import { fromUnits, type Amount } from '../amount.ts';
import { fromEpochDay } from '../calendar-date.ts';
import { findCandidates } from './candidates.ts';
import { Noise } from './noise.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { findLevels, type Level } from './levels.ts';
import { createPoints, type Point } from './points.ts';
import type {
  Difference,
  Differs,
  LeftOut,
  NotProvable,
  NotProvableReason,
  Proven,
  ProvenDays,
  ReconcileInput,
  Reconciliation,
  Unsettled,
} from './reconciliation.ts';
import { changeBetween, lastingLevels, withDoubt, type Evidence } from './verdict.ts';

/**
 * Holds the rows of one account, in one currency, against the balances that the bank stated: see decision 0024. Pure, with all
 * rows and balances of the account; `resumeReconciliation` spares most of the work where most was proven before. It takes
 * some milliseconds for a thousand rows, and more for an account whose balances rarely meet the rows.
 */
export function reconcile(input: ReconcileInput): Reconciliation {
  const { own, leftOut } = ofCurrency(input);
  return { ...judge(own).found, leftOut };
}

/** What is found, and what it was found from. */
export interface Judgement {
  readonly found: Proven | Differs | NotProvable;
  readonly points: readonly Point[];
  readonly ledger: Ledger;
  /** Those that are there for good, oldest first. */
  readonly levels: readonly Level[];
}

/** Apart from what does not count. */
export function ofCurrency({ currency, balances, rows }: ReconcileInput): {
  readonly own: ReconcileInput;
  readonly leftOut: LeftOut;
} {
  const own = {
    currency,
    balances: balances.filter((balance) => balance.currency === currency),
    rows: rows.filter((row) => row.currency === currency),
  };
  const foreign = own.rows.length === rows.length ? [] : rows.filter((row) => row.currency !== currency);
  const leftOut = {
    balances: balances.length - own.balances.length,
    transactionIds: foreign.map(({ transactionId }) => transactionId),
  };
  return { own, leftOut };
}

/** `before`: what the rows sum to that are older than those that are given. */
export function judge({ balances, rows }: ReconcileInput, before = '0.00' as Amount): Judgement {
  const ledger = createLedger({ balances, rows }, before);
  const points = createPoints(balances, ledger);
  if (points.length === 0)
    return {
      found: notProvable(balances.length === 0 ? 'no-balance' : 'only-available', null),
      points,
      ledger,
      levels: [],
    };
  const noise = new Noise(points, ledger);
  const evidence = { points, ledger, noise };
  const levels = lastingLevels(findLevels(points, ledger, noise), evidence);
  return { found: conclude(levels, evidence), points, ledger, levels };
}

function conclude(levels: readonly Level[], evidence: Evidence): Judgement['found'] {
  const { points, ledger } = evidence;
  const proven = levels.flatMap((level) => provenDays(level, points));
  const newest = levels.at(-1);
  if (newest === undefined) return notProvable(points.length === 1 ? 'one-balance' : 'no-agreement', null);
  if (levels.length > 1) return differs(levels, proven, evidence);
  const unsettled = unsettledSince(newest, points, ledger);
  const [days] = proven;
  if (days !== undefined) return { status: 'proven', ...days, unsettled };
  return notProvable(points.length === 1 ? 'one-balance' : 'no-agreement', unsettled);
}

function notProvable(reason: NotProvableReason, unsettled: Unsettled | null): NotProvable {
  return { status: 'not-provable', reason, unsettled };
}

function provenDays({ hits }: Level, points: readonly Point[]): ProvenDays[] {
  const [first, last] = [points[hits[0] as number] as Point, points[hits.at(-1) as number] as Point];
  return first === last ? [] : [{ from: fromEpochDay(first.day + 1), until: fromEpochDay(last.day) }];
}

function unsettledSince({ offset, hits }: Level, points: readonly Point[], { scale }: Ledger): Unsettled | null {
  const newest = points.at(-1) as Point;
  if (hits.at(-1) === points.length - 1) return null;
  return { date: fromEpochDay(newest.day), by: fromUnits((newest.offsets[0] as bigint) - offset, scale) };
}

function differs(levels: readonly Level[], proven: readonly ProvenDays[], evidence: Evidence): Differs {
  const { points, ledger } = evidence;
  const differences = levels.slice(1).map((level, place): Difference => {
    const before = levels[place] as Level;
    const change = changeBetween(before, level, points);
    return {
      by: fromUnits(change.by, ledger.scale),
      since: fromEpochDay(change.after),
      shownOn: fromEpochDay(change.until),
      candidates: findCandidates(withDoubt(change, before, level, evidence), ledger),
    };
  });
  const total = (levels.at(-1) as Level).offset - (levels[0] as Level).offset;
  const { since } = differences[0] as Difference;
  return { status: 'differs', by: fromUnits(total, ledger.scale), since, proven, differences };
}
