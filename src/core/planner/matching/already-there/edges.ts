import { daysBetween, toEpochDay, type CalendarDate } from '../../../calendar-date.ts';
import { compareArrivals, compareTexts, type Arrival } from '../../arrival.ts';
import { mayBeSameCurrency } from '../closeness.ts';
import { EARLIER_DAYS, LATER_DAYS, type Candidate } from './candidates.ts';

/** Days from the row to the transaction; null where they are too far apart to be one, or of two currencies. */
export function daysApart({ transaction }: Arrival, { date, row }: Candidate): number | null {
  const days = daysBetween(date, transaction.date);
  const isNear = -EARLIER_DAYS <= days && days <= LATER_DAYS;
  return isNear && mayBeSameCurrency(row.currency, transaction.currency) ? days : null;
}

/** The same whichever comes first. */
export function distance(arrival: Arrival, candidate: Candidate): number | null {
  const days = daysApart(arrival, candidate);
  return days === null ? null : Math.abs(days);
}

/** What may be the same, each with each of the other side that it may be. */
export interface Group {
  readonly arrivals: readonly Arrival[];
  readonly candidates: readonly Candidate[];
}

/** Of one amount and one day, more are not compared. */
const MOST_OF_A_DAY = 500;

/** Those from so many days before to so many after, found without going through all. */
function near<Item>(
  byDay: ReadonlyMap<number, readonly Item[]>,
  date: CalendarDate,
  before: number,
  after: number,
): readonly Item[] {
  const first = toEpochDay(date) - before;
  const days = Array.from({ length: before + after + 1 }, (_, at) => byDay.get(first + at) ?? []);
  return days.flatMap((items) => items.slice(0, MOST_OF_A_DAY));
}

export function rowsByDay(candidates: readonly Candidate[]): (arrival: Arrival) => readonly Candidate[] {
  const byDay = Map.groupBy(candidates, ({ date }) => toEpochDay(date));
  return ({ transaction }) => near(byDay, transaction.date, LATER_DAYS, EARLIER_DAYS);
}

/** Splits what has one amount into groups that have nothing in common, each side by its days. */
export function splitIntoGroups(
  arrivals: readonly Arrival[],
  candidates: readonly Candidate[],
  mayPair: (arrival: Arrival, candidate: Candidate) => boolean,
): readonly Group[] {
  const left = new Set(arrivals.toSorted(compareArrivals));
  const arrivalsByDay = Map.groupBy(left, ({ transaction }) => toEpochDay(transaction.date));
  const rowsNear = rowsByDay(candidates.toSorted(compareCandidates));
  const groups: Group[] = [];
  const taken = new Set<Candidate>();
  for (const first of left) {
    left.delete(first);
    const group = { arrivals: [first], candidates: new Set<Candidate>() };
    for (const arrival of group.arrivals) {
      for (const row of rowsNear(arrival)) {
        if (taken.has(row) || !mayPair(arrival, row)) continue;
        taken.add(row);
        group.candidates.add(row);
        for (const other of near(arrivalsByDay, row.date, EARLIER_DAYS, LATER_DAYS)) {
          if (!left.has(other) || !mayPair(other, row)) continue;
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
