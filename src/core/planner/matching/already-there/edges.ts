import { daysBetween } from '../../../calendar-date.ts';
import { compareArrivals, compareTexts, type Arrival } from '../../arrival.ts';
import { EARLIER_DAYS, LATER_DAYS, type Candidate } from './candidates.ts';

/** Days from the row to the transaction; null where they are too far apart to be one. */
export function daysApart({ transaction }: Arrival, { date }: Candidate): number | null {
  const days = daysBetween(date, transaction.date);
  return -EARLIER_DAYS <= days && days <= LATER_DAYS ? days : null;
}

/** A row without a currency and a file that does not say its own, such as QIF ("XXX" in ISO 4217), may mean any. */
export function mayBeSame({ transaction }: Arrival, { row }: Candidate): boolean {
  return (
    row.currency === transaction.currency ||
    [row.currency, transaction.currency].some((code) => /^(?:|XXX)$/.test(code))
  );
}

/** What may be the same, each with each of the other side that it may be. */
export interface Group {
  readonly arrivals: readonly Arrival[];
  readonly candidates: readonly Candidate[];
}

/** Splits what has one amount into groups that have nothing in common, each side by its days. */
export function splitIntoGroups(
  arrivals: readonly Arrival[],
  candidates: readonly Candidate[],
  mayPair: (arrival: Arrival, candidate: Candidate) => boolean,
): readonly Group[] {
  const left = new Set(arrivals.toSorted(compareArrivals));
  const rows = candidates.toSorted(compareCandidates);
  const groups: Group[] = [];
  for (const first of left) {
    left.delete(first);
    const group = { arrivals: [first], candidates: new Set<Candidate>() };
    for (const arrival of group.arrivals) {
      for (const row of rows) {
        if (group.candidates.has(row) || !mayPair(arrival, row)) continue;
        group.candidates.add(row);
        for (const other of left) {
          if (!mayPair(other, row)) continue;
          left.delete(other);
          group.arrivals.push(other);
        }
      }
    }
    if (group.candidates.size > 0)
      groups.push({
        arrivals: group.arrivals.toSorted(compareArrivals),
        candidates: [...group.candidates].toSorted(compareCandidates),
      });
  }
  return groups;
}

/** By what the rows say, so that their order in the sheet decides nothing but between equal ones. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    compareTexts(a.date, b.date) || compareTexts(a.row.description, b.row.description) || a.row.index - b.row.index
  );
}
