import type { CalendarDate } from '../../core/calendar-date.ts';
import type { LedgerRow } from '../../core/reconcile/reconciliation.ts';
import type { Row } from '../../core/row.ts';
import type { Steps } from '../../core/steps.ts';
import { findMemory } from '../../store/memory.ts';
import { accountMemoryPages, type AccountMemory } from '../../store/read-memory.ts';
import type { Reader } from '../../store/database.ts';
import type { SheetRows } from './sheet-rows.ts';

/** A row of the ledger that can be shown to a person. `transactionId` is a name within the ledger alone. */
export interface NamedRow extends LedgerRow {
  readonly description: string;
  /** Null where the sheet has it no more. */
  readonly row: Row | null;
  /** What memory knows it by; empty for what memory does not know. */
  readonly entryId: string;
}

export interface AccountLedger {
  readonly rows: readonly NamedRow[];
  /** Other bank accounts that rows of this one stand under in the sheet: another source brought them first. */
  readonly links: readonly string[];
}

export interface LedgerAccount {
  readonly bankAccountId: string;
  readonly name: string;
  /** The currency of rows that do not say any; null where there are several. */
  readonly currency: string | null;
}

/**
 * All rows of one bank account: those that stand under it in the sheet, those of other sources that show its transactions,
 * and those that a person deleted. `since`: only of that day and later, in memory.
 */
export function* accountLedger(
  store: Reader,
  accountId: string,
  { bankAccountId, name, currency }: LedgerAccount,
  sheet: SheetRows,
  since?: CalendarDate,
): Steps<AccountLedger> {
  const memory = new Map<string, AccountMemory>();
  for (const page of accountMemoryPages(store, accountId, bankAccountId, since)) {
    for (const entry of page) memory.set(entry.transactionId, entry);
    yield;
  }
  const rows: NamedRow[] = [];
  const taken = new Set<Row>();
  const links = new Set<string>();
  const add = (row: Row | null, entry: AccountMemory | undefined): void => {
    if (row !== null) taken.add(row);
    rows.push(namedRow(row, entry, rows.length, currency));
  };
  const own = sheet.ofAccount(bankAccountId, name);
  const present = new Set<string>();
  for (const row of own) {
    const entry = memory.get(row.transactionId);
    // Of a row and its copies, one is the bank's.
    add(row, present.has(row.transactionId) ? undefined : entry);
    if (row.transactionId !== '') present.add(row.transactionId);
  }
  for (const entry of memory.values()) {
    if (entry.state !== 'elsewhere' && present.has(entry.transactionId)) continue;
    const shown = sheet.withId(entry.shownBy ?? entry.transactionId);
    if (shown !== null && taken.has(shown)) continue;
    const link = shown?.accountId ?? linkOf(store, accountId, entry);
    if (link !== null && link !== '' && link !== bankAccountId) links.add(link);
    add(shown, entry);
  }
  return { rows, links: [...links].sort() };
}

/** Which bank account's row showed it, where that row is gone. */
function linkOf(store: Reader, accountId: string, { shownBy }: AccountMemory): string | null {
  return shownBy === null ? null : (findMemory(store, accountId, shownBy)?.bankAccountId ?? null);
}

function namedRow(row: Row | null, entry: AccountMemory | undefined, place: number, currency: string | null): NamedRow {
  const sent = entry === undefined ? null : { date: entry.date, amount: entry.amount };
  return {
    transactionId: String(place),
    date: row === null ? (sent?.date ?? null) : row.date,
    amount: row === null ? (sent?.amount ?? null) : row.amount,
    currency: (entry?.currency ?? '') || row?.currency || (currency ?? ''),
    sent,
    status: entry?.status ?? 'posted',
    isDeleted: row === null,
    description: row?.description ?? entry?.description ?? '',
    row,
    entryId: entry?.shownBy ?? entry?.transactionId ?? '',
  };
}
