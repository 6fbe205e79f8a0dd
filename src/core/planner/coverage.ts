import type { BankTransaction } from '../bank-transaction.ts';
import type { CalendarDate } from '../calendar-date.ts';
import type { PlanInput } from '../plan.ts';
import { daysAround, type Days } from './lookups.ts';

export type Coverage = ReturnType<typeof readCoverage>;

interface Span extends Days {
  readonly accountId: string;
}

/**
 * For which days this batch is all there is: only there does a missing transaction mean something. A statement tells nothing of
 * the days between it and the next one, so each piece of the batch counts alone.
 */
export function readCoverage({ completeAccountIds, since, transactions, pieces = [] }: PlanInput) {
  const complete = new Set(completeAccountIds);
  let from = 0;
  const spans = (pieces.length === 0 ? [transactions.length] : pieces).flatMap((count) =>
    spansOf(transactions.slice(from, (from += count))),
  );
  const byAccount = Map.groupBy(spans, ({ accountId }) => accountId);
  const spanOf = (accountId: string, date: CalendarDate): Days | undefined =>
    byAccount.get(accountId)?.find((span) => span.from <= date && date <= span.to);
  return {
    /** The feed of this account is whole, pending ones included. */
    isComplete: (accountId: string): boolean => complete.has(accountId),
    /** Everything posted in the account on that day is in the batch. */
    covers: (accountId: string, date: CalendarDate): boolean =>
      complete.has(accountId) ? date >= since : spanOf(accountId, date) !== undefined,
    /** The days of the statement that holds all of that day. */
    spanOf,
    /** The batch speaks of this account at all. */
    mentions: (accountId: string): boolean => complete.has(accountId) || byAccount.has(accountId),
  };
}

function spansOf(transactions: readonly BankTransaction[]): readonly Span[] {
  const byAccount = Map.groupBy(transactions, ({ account }) => account.id);
  return [...byAccount].map(([accountId, its]) => ({ accountId, ...(daysAround(its, 0) as Days) }));
}
