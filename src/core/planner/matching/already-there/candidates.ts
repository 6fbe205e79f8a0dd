import { type CalendarDate, daysBetween, toEpochDay } from '../../../calendar-date.ts';
import { isForeignRow } from '../../../row-id.ts';
import type { Row } from '../../../row.ts';
import { type Arrival, compareArrivals, compareTexts } from '../../arrival.ts';
import { daysAround } from '../../lookups.ts';
import type { Planning } from '../../planning.ts';
import { mayBeSameCurrency } from '../closeness.ts';
import { isAmbiguous, readingsOf } from '../../../column-texts.ts';
import type { PlannedAppend } from '../../../plan.ts';

/** The bank's day may be this many days before the typed day, because some users type the day of the statement. */
export const EARLIER_DAYS = 2;
/** The bank's day may be this many days after the typed day, for example because of a weekend. */
export const LATER_DAYS = 5;

/** A row without a known bank transaction: typed by hand, or written by another program. */
export interface Candidate {
  readonly row: Row;
  readonly date: CalendarDate;
  readonly label: string;
}

export function readCandidates(arrivals: readonly Arrival[], { input, known }: Planning): readonly Candidate[] {
  const days = daysAround(
    arrivals.map(({ transaction }) => transaction),
    COMPANY_DAYS,
  );
  if (days === null) return [];
  const answeredRows = new Set(input.answers?.values());
  return input.snapshot.rows.flatMap((row) => {
    const { date, amount, index } = row;
    if (date === null || amount === null || date < days.from || date > days.to || answeredRows.has(index)) return [];
    if (!mayBeClaimed(row, known)) return [];
    return [{ row, date, label: labelOf(row) }];
  });
}

/** An amount identifies a transaction if no other transaction within this many days has the amount. */
export const COMPANY_DAYS = 31;

/** False for rows that Pennyrow wrote, even if their memory entry was lost: other rules match those rows. */
export function mayBeClaimed(row: Row, known: Planning['known']): boolean {
  if (!isForeignRow(row)) return false;
  const found = known.get(row.transactionId);
  return found === undefined || (found.entry === null && !found.seen);
}

export const NO_ACCOUNT = labelOf({ account: '', accountId: '' });

export function labelOf({ account, accountId }: Pick<Row, 'account' | 'accountId'>): string {
  return JSON.stringify([account.trim().toLowerCase(), accountId]);
}

/** Days from the row to the transaction; null if there are too many days or the currencies differ. */
export function daysApart({ transaction }: Arrival, { date, row }: Candidate): number | null {
  const days = daysBetween(date, transaction.date);
  const isNear = -EARLIER_DAYS <= days && days <= LATER_DAYS;
  return isNear && mayBeSameCurrency(row.currency, transaction.currency) ? days : null;
}

export function distance(arrival: Arrival, candidate: Candidate): number | null {
  const days = daysApart(arrival, candidate);
  return days === null ? null : Math.abs(days);
}

export interface Group {
  readonly arrivals: readonly Arrival[];
  readonly candidates: readonly Candidate[];
}

const MOST_OF_A_DAY = 500;

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

export function splitIntoGroups(
  arrivals: readonly Arrival[],
  candidates: readonly Candidate[],
  mayPair: (arrival: Arrival, candidate: Candidate) => boolean,
): readonly Group[] {
  const left = new Set(arrivals.toSorted(compareArrivals));
  const arrivalsByDay = Map.groupBy(left, ({ transaction }) => toEpochDay(transaction.date));
  const rowsNear = rowsByDay(candidates.toSorted(compareCandidates));
  const groups: Group[] = [];
  const pairedRows = new Set<Candidate>();
  for (const first of left) {
    left.delete(first);
    const group = { arrivals: [first], candidates: new Set<Candidate>() };
    for (const arrival of group.arrivals) {
      for (const row of rowsNear(arrival)) {
        if (pairedRows.has(row) || !mayPair(arrival, row)) continue;
        pairedRows.add(row);
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

/** Compares the content first, so that the order in the sheet matters only for equal rows. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    compareTexts(a.date, b.date) || compareTexts(a.row.description, b.row.description) || a.row.index - b.row.index
  );
}

/** The maximum number of comparisons at once; longer lists are processed in blocks. */
const MOST_COMPARED = 1_000_000;
const BLOCK = 50;
const AHEAD = 300;

/** The value of a match. It exceeds any total cost (in days), so that more matches always win over nearer matches. */
const WORTH = 1_000_000;

/** Pairs items in the order of both lists: as many pairs as possible, at the lowest cost. `cost` is null for a forbidden pair. */
export function align<Left extends object, Right extends object>(
  left: readonly Left[],
  right: readonly Right[],
  cost: (left: Left, right: Right) => number | null,
): readonly (readonly [Left, Right])[] {
  if (left.length * right.length <= MOST_COMPARED) return alignWhole(left, right, cost);
  const found: (readonly [Left, Right])[] = [];
  let next = 0;
  for (let from = 0; from < left.length && next < right.length; from += BLOCK) {
    const matches = alignWhole(left.slice(from, from + BLOCK), right.slice(next, next + AHEAD), cost);
    found.push(...matches);
    const last = matches.at(-1);
    if (last !== undefined) next = right.indexOf(last[1], next) + 1;
  }
  return found;
}

function alignWhole<Left extends object, Right extends object>(
  left: readonly Left[],
  right: readonly Right[],
  cost: (left: Left, right: Right) => number | null,
): readonly (readonly [Left, Right])[] {
  const width = right.length + 1;
  const worth = new Float64Array((left.length + 1) * width);
  const isMatch = new Uint8Array(worth.length);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      const apart = Math.max(worth[at + width] as number, worth[at + 1] as number);
      const here = cost(left[i] as Left, right[j] as Right);
      const together = here === null ? -1 : (worth[at + width + 1] as number) + WORTH - here;
      isMatch[at] = together >= apart ? 1 : 0;
      worth[at] = Math.max(together, apart);
    }
  }
  const found: (readonly [Left, Right])[] = [];
  for (let [i, j] = [0, 0]; i < left.length && j < right.length;) {
    const at = i * width + j;
    if (isMatch[at] === 1) found.push([left[i++] as Left, right[j++] as Right]);
    else if ((worth[at + width] as number) >= (worth[at + 1] as number)) i += 1;
    else j += 1;
  }
  return found;
}

export function ambiguousColumn({ date, dateText, amount, amountText }: Row): 'date' | 'amount' | null {
  if (date === null && isAmbiguous('date', dateText)) return 'date';
  return amount === null && isAmbiguous('amount', amountText) ? 'amount' : null;
}

/** Rows whose ambiguous date or amount, in one of its readings, would match a new transaction. */
export function ambiguousRows(rows: readonly Row[], appends: readonly Pick<PlannedAppend, 'transaction'>[]): Row[] {
  const unread = rows.filter((row) => ambiguousColumn(row) !== null && isForeignRow(row));
  if (unread.length === 0) return [];
  const days = Map.groupBy(appends, ({ transaction }): string => transaction.amount);
  return unread.filter((row) => {
    const dates = row.date === null ? (readingsOf('date', row.dateText) as CalendarDate[]) : [row.date];
    const amounts = row.amount === null ? readingsOf('amount', row.amountText) : [row.amount];
    return amounts.some((amount) =>
      days.get(amount)?.some(({ transaction }) => dates.some((date) => isNear(daysBetween(date, transaction.date)))),
    );
  });
}

function isNear(days: number): boolean {
  return -EARLIER_DAYS <= days && days <= LATER_DAYS;
}
