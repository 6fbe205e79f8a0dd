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

interface Span {
  readonly first: CalendarDate;
  last: CalendarDate;
}

/** A statement tells nothing of the days between it and the next one, so each piece of the batch counts alone. */
export function readCoverage(
  { completeAccountIds, since, transactions, pieces = [] }: PlanInput,
  arrivals: readonly Arrival[],
): Coverage {
  const complete = new Set(completeAccountIds);
  const spans = new Map<string, Span[]>();
  let from = 0;
  for (const count of pieces.length === 0 ? [transactions.length] : pieces) {
    for (const [accountId, span] of spansOf(arrivals.slice(from, from + count))) {
      const list = spans.get(accountId);
      if (list === undefined) spans.set(accountId, [span]);
      else list.push(span);
    }
    from += count;
  }
  const merged = new Map([...spans].map(([accountId, list]) => [accountId, mergeSpans(list)]));
  return {
    isComplete: (accountId) => complete.has(accountId),
    covers(accountId, date) {
      if (complete.has(accountId)) return date >= since;
      return merged.get(accountId)?.some(({ first, last }) => first <= date && date <= last) ?? false;
    },
    mentions: (accountId) => complete.has(accountId) || merged.has(accountId),
  };
}

function spansOf(arrivals: readonly Arrival[]): ReadonlyMap<string, Span> {
  const spans = new Map<string, { first: CalendarDate; last: CalendarDate }>();
  for (const { transaction } of arrivals) {
    const { account, date } = transaction;
    const span = spans.get(account.id);
    if (span === undefined) spans.set(account.id, { first: date, last: date });
    else if (date < span.first) span.first = date;
    else if (date > span.last) span.last = date;
  }
  return spans;
}

/** Spans that overlap become one; many files of one account mostly do. */
function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = merged.at(-1);
    if (before === undefined || span.first > before.last) merged.push({ ...span });
    else if (span.last > before.last) before.last = span.last;
  }
  return merged;
}
