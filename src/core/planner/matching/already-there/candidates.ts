import { type CalendarDate, daysBetween, toEpochDay } from '../../../calendar-date.ts';
import { isForeignRow } from '../../../row-id.ts';
import type { Row } from '../../../row.ts';
import { type Arrival, compareArrivals, compareTexts } from '../../arrival.ts';
import { daysAround } from '../../lookups.ts';
import type { Planning } from '../../planning.ts';
import { mayBeSameCurrency } from '../closeness.ts';

/** Users enter the day of the purchase or of the statement: the bank's day is at most this many days earlier, */
export const EARLIER_DAYS = 2;
/** or later, over a weekend. */
export const LATER_DAYS = 5;

/** A row without a known bank transaction: typed by hand, or written by another program. */
export interface Candidate {
  readonly row: Row;
  readonly date: CalendarDate;
  /** The account of the row as text. */
  readonly label: string;
}

/** Rows with the amount of an arrival, and rows near these days. */
export function readCandidates(arrivals: readonly Arrival[], { input, known }: Planning): readonly Candidate[] {
  const days = daysAround(
    arrivals.map(({ transaction }) => transaction),
    COMPANY_DAYS,
  );
  if (days === null) return [];
  const taken = new Set(input.answers?.values());
  return input.snapshot.rows.flatMap((row) => {
    const { date, amount, index } = row;
    if (date === null || amount === null || date < days.from || date > days.to || taken.has(index)) return [];
    if (!mayBeClaimed(row, known)) return [];
    return [{ row, date, label: labelOf(row) }];
  });
}

/** The range around the arrivals in which a unique amount identifies a transaction. */
export const COMPANY_DAYS = 31;

/** Rows of Pennyrow are excluded, even if their memory was lost: other rules match them. */
export function mayBeClaimed(row: Row, known: Planning['known']): boolean {
  if (!isForeignRow(row)) return false;
  const found = known.get(row.transactionId);
  return found === undefined || (found.entry === null && !found.seen);
}

/** The label of rows without an account. */
export const NO_ACCOUNT = labelOf({ account: '', accountId: '' });

export function labelOf({ account, accountId }: Pick<Row, 'account' | 'accountId'>): string {
  return JSON.stringify([account.trim().toLowerCase(), accountId]);
}

/** Days from the row to the transaction; null if they are too far apart or in different currencies. */
export function daysApart({ transaction }: Arrival, { date, row }: Candidate): number | null {
  const days = daysBetween(date, transaction.date);
  const isNear = -EARLIER_DAYS <= days && days <= LATER_DAYS;
  return isNear && mayBeSameCurrency(row.currency, transaction.currency) ? days : null;
}

export function distance(arrival: Arrival, candidate: Candidate): number | null {
  const days = daysApart(arrival, candidate);
  return days === null ? null : Math.abs(days);
}

/** Arrivals and rows that may match each other. */
export interface Group {
  readonly arrivals: readonly Arrival[];
  readonly candidates: readonly Candidate[];
}

/** The maximum number of items of one day that are compared. */
const MOST_OF_A_DAY = 500;

/** Items in a range of days around a date. */
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

/** Splits items of one amount into independent groups, sorted by day. */
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

/** By content, so that the order in the sheet only decides between equal rows. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    compareTexts(a.date, b.date) || compareTexts(a.row.description, b.row.description) || a.row.index - b.row.index
  );
}
