import type { Amount } from '../amount.ts';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import type { BankTransaction } from '../bank-transaction.ts';
import type { MemoryEntry } from '../memory.ts';
import type { Column } from '../row.ts';
import type { Rule } from '../snapshot.ts';

export interface Days {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Looks up memory entries without reading all. */
export interface MemoryLookup {
  get(transactionId: string): MemoryEntry | null;
  ofDays(days: Days): MemoryEntry[];
  /** Pending entries of the connection that are in the sheet. */
  pending(connectionId: string): MemoryEntry[];
  withProviderId(bankAccountId: string, providerId: string): MemoryEntry[];
  /** Entries with this base id or a numbered form of it. */
  withBase(base: string): MemoryEntry[];
  /** Entries that earlier plans of the batch changed; they replace the stored ones. */
  planned(): Iterable<MemoryEntry>;
}

/** Looks up rows of the sheet without reading all. */
export interface SheetLookup {
  readonly rules: readonly Rule[];
  /** Columns that the sheet lacks. */
  readonly lacks: readonly Column[];
  /** True if memory lacks a row with an id like Pennyrow's, or a row has an unreadable date or amount. */
  readonly needsAllRows: boolean;
  ofDays(days: Days): readonly ShownRow[];
  find(entry: MemoryEntry): number | null;
}

export interface ShownRow {
  readonly id: string;
  readonly date: CalendarDate;
  readonly amount: Amount | '';
}

/** The range of dates, extended by `around` days on both sides; null without dates. */
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

/**
 * Entries of these days, those in `beside`, pending ones of the connection, and the entries that show them. Null if one of the latter is
 * missing, so that all rows are needed.
 */
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
  // Grows during the iteration, because an entry that shows another may be shown itself.
  for (const { shownBy } of found.values()) {
    if (shownBy === null || found.has(shownBy)) continue;
    const shown = memory.get(shownBy);
    if (shown === null) return null;
    found.set(shownBy, shown);
  }
  // The order of `listMemory`.
  return [...found.values()].sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
}

export function isInSheet({ state }: MemoryEntry): boolean {
  return state === 'in-sheet' || state === 'left-feed';
}
