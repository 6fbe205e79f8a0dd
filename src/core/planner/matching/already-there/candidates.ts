import type { CalendarDate } from '../../../calendar-date.ts';
import { isForeignRow } from '../../../row-id.ts';
import type { Row } from '../../../row.ts';
import type { Arrival } from '../../arrival.ts';
import { daysAround } from '../../lookups.ts';
import type { Planning } from '../../planning.ts';

/** A person types the day of the purchase, or of the statement: the bank's day is so much earlier at most ... */
export const EARLIER_DAYS = 2;
/** ... or later, over a weekend. */
export const LATER_DAYS = 5;

/** A row that no bank transaction is known to be: typed by hand, or written by another program. */
export interface Candidate {
  readonly row: Row;
  readonly date: CalendarDate;
  /** What the row says of its account; rows that say the same are of one. */
  readonly label: string;
}

/** Rows that may be one of the arrivals: those whose amount one of them has, and their company near these days. */
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

/** How far around the arrivals an amount must occur once to tell a transaction on its own. */
export const COMPANY_DAYS = 31;

/** Pennyrow's own rows are told by other rules, even where the memory of them was lost. */
export function mayBeClaimed(row: Row, known: Planning['known']): boolean {
  if (!isForeignRow(row)) return false;
  const found = known.get(row.transactionId);
  return found === undefined || (found.entry === null && !found.seen);
}

/** The label of rows that do not say. */
export const NO_ACCOUNT = labelOf({ account: '', accountId: '' });

export function labelOf({ account, accountId }: Pick<Row, 'account' | 'accountId'>): string {
  return JSON.stringify([account.trim().toLowerCase(), accountId]);
}
