import { isForeignRow } from '../../row-id.ts';
import { meet, withoutPaired, type Arrival, type Pair } from '../arrival.ts';
import type { Planning } from '../planning.ts';

interface Decided {
  readonly declined: readonly Arrival[];
  /** The same as a row of Pennyrow. */
  readonly merged: readonly Pair[];
  /** The same as a row with the same bank id, which the bank changed. */
  readonly corrected: readonly Pair[];
  readonly rest: readonly Arrival[];
}

/** Applies the decisions of the user in a preview. Decisions about missing rows, or rows with another amount, are ignored. */
export function matchDecided(arrivals: readonly Arrival[], { input, known, sameId }: Planning): Decided {
  const { answers, declined: unwanted } = input;
  if (answers === undefined && unwanted === undefined)
    return { declined: [], merged: [], corrected: [], rest: arrivals };
  const isWanted = ({ transactionId }: Arrival): boolean => unwanted?.has(transactionId ?? '') !== true;
  const matchable = arrivals.filter(isWanted);
  const own = new Map(input.snapshot.rows.filter((row) => !isForeignRow(row)).map((row) => [row.index, row]));
  const merged: Pair[] = [];
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
