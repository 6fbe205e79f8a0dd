import type { CalendarDate } from '../calendar-date.ts';
import type { PlanInput } from '../plan.ts';
import type { Arrival } from './arrival.ts';

/** For which days this batch is all there is: only there does a missing transaction mean something. */
export interface Coverage {
  /** The feed of this account is whole, pending ones included. */
  isComplete(accountId: string): boolean;
  /** Everything posted in the account on that day is in the batch. */
  covers(accountId: string, date: CalendarDate): boolean;
  /** The batch speaks of this account at all. */
  mentions(accountId: string): boolean;
}

export function readCoverage({ completeAccountIds, since }: PlanInput, arrivals: readonly Arrival[]): Coverage {
  const complete = new Set(completeAccountIds);
  const spans = new Map<string, { first: CalendarDate; last: CalendarDate }>();
  for (const { transaction } of arrivals) {
    const { account, date } = transaction;
    const span = spans.get(account.id);
    if (span === undefined) spans.set(account.id, { first: date, last: date });
    else if (date < span.first) span.first = date;
    else if (date > span.last) span.last = date;
  }
  return {
    isComplete: (accountId) => complete.has(accountId),
    covers(accountId, date) {
      if (complete.has(accountId)) return date >= since;
      const span = spans.get(accountId);
      return span !== undefined && span.first <= date && date <= span.last;
    },
    mentions: (accountId) => complete.has(accountId) || spans.has(accountId),
  };
}
