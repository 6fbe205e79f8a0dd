import type { Amount } from '../amount.ts';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import type { BankTransaction } from '../bank-transaction.ts';
import type { MemoryEntry } from '../memory.ts';
import type { Column } from '../row.ts';
import type { Rule } from '../snapshot.ts';

export interface Days {
  readonly from: CalendarDate;
  /** Included. */
  readonly to: CalendarDate;
}

/** Looks into memory, without reading all of it. */
export interface MemoryLookup {
  get(transactionId: string): MemoryEntry | null;
  /** Of every bank account. */
  ofDays(days: Days): MemoryEntry[];
  /** Those of the connection that are pending and in the sheet. */
  pending(connectionId: string): MemoryEntry[];
  withProviderId(bankAccountId: string, providerId: string): MemoryEntry[];
  /** Those whose id is this base or an occurrence of it. */
  withBase(base: string): MemoryEntry[];
  /** What the plans so far change, whether or not it was looked for: it goes before what the others tell. */
  planned(): Iterable<MemoryEntry>;
}

/** Looks at rows of the sheet, without reading all of it. */
export interface SheetLookup {
  readonly rules: readonly Rule[];
  /** Columns that it does not have. */
  readonly lacks: readonly Column[];
  /**
   * A row that memory does not know carries an id that may be one of Pennyrow's, or only one of a row's date and amount can be
   * read.
   */
  readonly needsAllRows: boolean;
  /** Those whose date is in these days. */
  ofDays(days: Days): readonly ShownRow[];
  /** The number of the row that holds just what was written; null where a person changed it, or where it stands twice. */
  find(entry: MemoryEntry): number | null;
}

/** A row as the mirror shows it. */
export interface ShownRow {
  readonly id: string;
  readonly date: CalendarDate;
  readonly amount: Amount | '';
}

/** From so many days before the first of them to so many after the last; null without any. */
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
 * What memory holds of these days and beside it, with the pending ones of the connection, and what shows any of these; null
 * where that is not remembered, so that only the sheet tells.
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
  // It grows while it is gone through: what shows another may itself be shown.
  for (const { shownBy } of found.values()) {
    if (shownBy === null || found.has(shownBy)) continue;
    const shown = memory.get(shownBy);
    if (shown === null) return null;
    found.set(shownBy, shown);
  }
  // In the order of all of memory.
  return [...found.values()].sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
}

export function isInSheet({ state }: MemoryEntry): boolean {
  return state === 'in-sheet' || state === 'left-feed';
}
