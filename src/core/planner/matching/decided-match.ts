import { isForeignRow } from '../../row-id.ts';
import { withoutPaired, type Arrival, type Pair } from '../arrival.ts';
import type { Planning } from '../planning.ts';

interface Decided {
  /** Not wanted in the sheet. */
  readonly declined: readonly Arrival[];
  /** The same as a row that Pennyrow wrote. */
  readonly merged: readonly Pair[];
  readonly rest: readonly Arrival[];
}

/**
 * What a person said in a preview of transactions that would be new. A row that is not there any more, or holds another amount
 * by now, decides nothing: then the transaction is new as before.
 */
export function matchDecided(arrivals: readonly Arrival[], { input, known }: Planning): Decided {
  const { answers, declined: unwanted } = input;
  if (answers === undefined && unwanted === undefined) return { declined: [], merged: [], rest: arrivals };
  const isWanted = ({ transactionId }: Arrival): boolean => unwanted?.has(transactionId ?? '') !== true;
  const wanted = arrivals.filter(isWanted);
  const own = new Map(input.snapshot.rows.filter((row) => !isForeignRow(row)).map((row) => [row.index, row]));
  const merged = wanted.flatMap((arrival): Pair[] => {
    const row = own.get(answers?.get(arrival.transactionId ?? '') ?? NaN);
    if (row === undefined || row.amount !== arrival.transaction.amount) return [];
    const shownBy = known.get(row.transactionId);
    return shownBy === undefined ? [] : [{ arrival, known: shownBy }];
  });
  return { declined: arrivals.filter((arrival) => !isWanted(arrival)), merged, rest: withoutPaired(wanted, merged) };
}
