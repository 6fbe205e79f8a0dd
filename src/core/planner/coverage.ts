import type { BankTransaction } from '../bank-transaction.ts';
import type { CalendarDate } from '../calendar-date.ts';
import type { PlanInput } from '../plan.ts';
import { daysAround, type Days } from './lookups.ts';

export type Coverage = ReturnType<typeof readCoverage>;

interface Span extends Days {
  readonly accountId: string;
}

/**
 * The days that the batch contains completely, where a missing transaction is meaningful. Each statement counts separately, because it
 * says nothing about the days up to the next one.
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
    /** True if the feed of the account is complete, including pending transactions. */
    isComplete: (accountId: string): boolean => complete.has(accountId),
    /** True if the batch contains everything that posted on that day. */
    covers: (accountId: string, date: CalendarDate): boolean =>
      complete.has(accountId) ? date >= since : spanOf(accountId, date) !== undefined,
    /** The days of the statement that contains the day. */
    spanOf,
    mentions: (accountId: string): boolean => complete.has(accountId) || byAccount.has(accountId),
  };
}

function spansOf(transactions: readonly BankTransaction[]): readonly Span[] {
  const byAccount = Map.groupBy(transactions, ({ account }) => account.id);
  return [...byAccount].map(([accountId, its]) => ({ accountId, ...(daysAround(its, 0) as Days) }));
}
