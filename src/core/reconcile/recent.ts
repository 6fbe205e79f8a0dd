import { fromUnits, type Amount } from '../amount.ts';
import { addDays, fromEpochDay, type CalendarDate } from '../calendar-date.ts';
import { judge, ofCurrency, type Judgement } from './reconcile.ts';
import type { NotProvable, Proven, ReconcileInput, Reconciliation, StatedBalance } from './reconciliation.ts';

/** A day long ago on which a stated balance matched the rows. A later reconciliation can start there. */
export interface Checkpoint {
  /** The first day that was proven. */
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  /** The balance of `until` minus the sum of the rows. */
  readonly offset: Amount;
  readonly sum: Amount;
}

/** A fault shows within so many balances of so many days, which are therefore judged again each time. */
const OPEN = { balances: 40, days: 60 };
/** Days before a balance whose rows, also pending ones, may be in flight at it. */
const OVERLAP = 31;

/** The result of `reconcile`, with the newest checkpoint, which is null if the balances are too few or differ. */
export function reconcileWhole(input: ReconcileInput): {
  readonly found: Reconciliation;
  readonly checkpoint: Checkpoint | null;
} {
  const { own, leftOut } = ofCurrency(input);
  const judgement = judge(own);
  return { found: { ...judgement.found, leftOut }, checkpoint: checkpointOf(judgement) };
}

export function recentSince(balances: readonly StatedBalance[], checkpoint: Checkpoint | null): CalendarDate | null {
  if (checkpoint !== null) return addDays(checkpoint.until, -OVERLAP);
  const days = balances.map(({ kind, date }) => (kind === 'opening' ? addDays(date, -1) : date)).sort();
  return days[0] === undefined ? null : addDays(days[0], -OVERLAP);
}

/** Null if it needs all rows, or if there is a newer checkpoint. Nothing before `checkpoint.until` may have changed. */
export function reconcileRecent(
  input: ReconcileInput,
  checkpoint: Checkpoint | null,
): Omit<Proven | NotProvable, 'leftOut'> | null {
  const { own } = ofCurrency(input);
  const judgement = checkpoint === null ? judge(own) : judgeSince(own, checkpoint);
  if (judgement === null || judgement.found.status === 'differs') return null;
  const newer = checkpointOf(judgement);
  const isNewer = newer !== null && (checkpoint === null || newer.until >= addDays(checkpoint.until, OPEN.days));
  return isNewer ? null : judgement.found;
}

function judgeSince(own: ReconcileInput, { until, sum, offset, from }: Checkpoint): Judgement | null {
  const firstDay = addDays(until, -OVERLAP);
  const rows = own.rows.filter(({ sent, date }) => (sent?.date ?? date ?? '') >= firstDay);
  const balances = own.balances.filter(({ kind, date }) => date >= (kind === 'opening' ? addDays(until, 1) : until));
  const judgement = judge({ ...own, rows, balances }, sum);
  const { found, levels, ledger } = judgement;
  const [level] = levels;
  if (found.status !== 'proven' || level === undefined || fromUnits(level.offset, ledger.scale) !== offset) return null;
  return { ...judgement, found: { ...found, from } };
}

function checkpointOf({ found, levels, points, ledger }: Judgement): Checkpoint | null {
  const [level] = levels;
  const newest = points.at(-1);
  if (found.status !== 'proven' || level === undefined || newest === undefined) return null;
  const settled = level.hits.findLast(
    (index) => points.length - index > OPEN.balances && newest.day - (points[index]?.day ?? 0) >= OPEN.days,
  );
  const day = settled === undefined ? undefined : points[settled]?.day;
  if (day === undefined) return null;
  return {
    from: found.from,
    until: fromEpochDay(day),
    offset: fromUnits(level.offset, ledger.scale),
    sum: fromUnits(ledger.sumUntil(day - OVERLAP - 1), ledger.scale),
  };
}
