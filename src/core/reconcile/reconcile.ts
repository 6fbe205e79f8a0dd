import { fromUnits } from '../amount.ts';
import { fromEpochDay } from '../calendar-date.ts';
import { createLedger } from './ledger.ts';
import { createPoints, type Point } from './points.ts';
import type { ReconcileInput, Reconciliation, Unsettled } from './reconciliation.ts';

/**
 * Holds the rows of one account against the balances that the bank stated. Pure, and made to be called for the accounts
 * whose rows or balances a sync changed: it takes all rows of the account, and some microseconds for each.
 */
export function reconcile({ currency, balances, rows }: ReconcileInput): Reconciliation {
  const ownBalances = balances.filter((balance) => balance.currency === currency);
  const ownRows = rows.filter((row) => row.currency === currency);
  const leftOut = {
    balances: balances.length - ownBalances.length,
    transactionIds: rows.filter((row) => row.currency !== currency).map(({ transactionId }) => transactionId),
  };
  const ledger = createLedger({ balances: ownBalances, rows: ownRows });
  const points = createPoints(ownBalances, ledger);
  if (points.length < 2) {
    const reason = points.length === 1 ? 'one-balance' : ownBalances.length === 0 ? 'no-balance' : 'only-available';
    return { status: 'not-provable', reason, unsettled: null, leftOut };
  }
  const [first, last] = widestAgreement(points);
  if (first === null) return { status: 'not-provable', reason: 'no-agreement', unsettled: null, leftOut };
  const newest = points.at(-1) as Point;
  const by = (newest.offsets[0] as bigint) - first.offset;
  const unsettled: Unsettled | null =
    last === newest ? null : { date: fromEpochDay(newest.day), by: fromUnits(by, ledger.scale) };
  return {
    status: 'proven',
    from: fromEpochDay(first.point.day + 1),
    until: fromEpochDay(last.day),
    unsettled,
    leftOut,
  };
}

type Agreement = [first: { readonly point: Point; readonly offset: bigint }, last: Point] | [first: null, last: null];

/** The two points farthest from each other between which the rows sum to the difference. */
function widestAgreement(points: readonly Point[]): Agreement {
  const firsts = new Map<bigint, Point>();
  let widest: Agreement = [null, null];
  for (const point of points) {
    for (const offset of point.offsets) {
      const first = firsts.get(offset);
      if (first === undefined) firsts.set(offset, point);
      else if (widest[0] === null || point.day - first.day > widest[1].day - widest[0].point.day)
        widest = [{ point: first, offset }, point];
    }
  }
  return widest;
}
