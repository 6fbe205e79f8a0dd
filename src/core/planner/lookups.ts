import type { Amount } from '../amount.ts';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import type { BankTransaction } from '../bank-transaction.ts';
import type { MemoryEntry } from '../memory.ts';
import type { Column } from '../row.ts';
import type { Rule } from '../snapshot.ts';
import type { PlanInput } from '../plan.ts';

export interface Days {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export interface MemoryLookup {
  get(transactionId: string): MemoryEntry | null;
  ofDays(days: Days): MemoryEntry[];
  /** Pending entries of the connection that are in the sheet. */
  pending(connectionId: string): MemoryEntry[];
  withProviderId(bankAccountId: string, providerId: string): MemoryEntry[];
  withBase(base: string): MemoryEntry[];
  /** Entries that earlier plans of the same run changed; they replace the stored entries. */
  planned(): Iterable<MemoryEntry>;
}

export interface SheetLookup {
  readonly rules: readonly Rule[];
  readonly lacks: readonly Column[];
  /** True if a row has an id like Pennyrow's but no memory entry, or has an unreadable date or amount. */
  readonly needsAllRows: boolean;
  ofDays(days: Days): readonly ShownRow[];
  find(entry: MemoryEntry): number | null;
}

export interface ShownRow {
  readonly id: string;
  readonly date: CalendarDate;
  readonly amount: Amount | '';
}

export function daysAround(dated: readonly Pick<BankTransaction, 'date'>[], around: number): Days | null {
  const [first] = dated;
  if (first === undefined) return null;
  let [from, to] = [first.date, first.date];
  for (const { date } of dated) {
    if (date < from) from = date;
    if (date > to) to = date;
  }
  return { from: addDays(from, -around), to: addDays(to, around) };
}

/** Null if `shownBy` of an entry names an entry that does not exist; the caller must then read all rows. */
export function memoryAround(
  days: Days | null,
  beside: Iterable<MemoryEntry>,
  connectionId: string,
  memory: MemoryLookup,
): readonly MemoryEntry[] | null {
  const found = new Map<string, MemoryEntry>();
  for (const entries of [
    memory.pending(connectionId),
    days === null ? [] : memory.ofDays(days),
    beside,
    memory.planned(),
  ])
    for (const entry of entries) found.set(entry.transactionId, entry);
  // `found` grows during this loop, so that the loop also follows `shownBy` of the added entries.
  for (const { shownBy } of found.values()) {
    if (shownBy === null || found.has(shownBy)) continue;
    const shown = memory.get(shownBy);
    if (shown === null) return null;
    found.set(shownBy, shown);
  }
  // The same order as in `listMemory`, so that the plan is the same as with all entries.
  return [...found.values()].sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
}

export function isInSheet({ state }: MemoryEntry): boolean {
  return state === 'in-sheet' || state === 'left-feed';
}

export type Coverage = ReturnType<typeof readCoverage>;

/** The days that the batch contains completely. Reads each statement separately: days between two statements may be missing. */
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
    isComplete: (accountId: string): boolean => complete.has(accountId),
    /** True if the batch contains everything that posted on that day. */
    covers: (accountId: string, date: CalendarDate): boolean =>
      complete.has(accountId) ? date >= since : spanOf(accountId, date) !== undefined,
    spanOf,
    mentions: (accountId: string): boolean => complete.has(accountId) || byAccount.has(accountId),
  };
}

function spansOf(transactions: readonly BankTransaction[]) {
  const byAccount = Map.groupBy(transactions, ({ account }) => account.id);
  return [...byAccount].map(([accountId, its]) => ({ accountId, ...(daysAround(its, 0) as Days) }));
}
