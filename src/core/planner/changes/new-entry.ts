import type { BankTransaction } from '../../bank-transaction.ts';
import type { MemoryEntry } from '../../memory.ts';
import type { PlanInput } from '../../plan.ts';
import { PERSON_OWNED_COLUMNS, rowValues, type Row, type RowValues } from '../../row.ts';
import type { Arrival } from '../arrival.ts';

/** The person's row as the memory knows it from now on. */
export function claimedEntry({ transaction, transactionId }: Arrival, row: Row, input: PlanInput): MemoryEntry {
  const id = row.transactionId === '' ? (transactionId as string) : row.transactionId;
  const now = row.dateAdded ?? input.now.local;
  const values = rowValues({ transaction, parts: null, transactionId: id, category: '', now });
  const own = Object.fromEntries(PERSON_OWNED_COLUMNS.map((column) => [column, row[column]]));
  return { ...newEntry(transaction, { ...values, ...own }, null, input), claimed: true };
}

/** `shownBy` is the id of another connection's row that shows the transaction; null when `written` is a row of its own. */
export function newEntry(
  transaction: BankTransaction,
  written: RowValues,
  shownBy: string | null,
  { connectionId, now }: PlanInput,
): MemoryEntry {
  const { account, providerId, status } = transaction;
  const entry: MemoryEntry = {
    transactionId: written.transactionId,
    connectionId,
    bankAccountId: account.id,
    lastDigits: account.lastDigits,
    providerId,
    status,
    written,
    addedAt: now.instant,
    state: shownBy === null ? 'in-sheet' : 'elsewhere',
    shownBy,
  };
  return withBankDescription(entry, transaction);
}

/** The entry with all that the bank said, where its row has a part of that. */
export function withBankDescription(entry: MemoryEntry, { description }: BankTransaction): MemoryEntry {
  if (entry.written.description !== description) return { ...entry, bankDescription: description };
  const { bankDescription, ...whole } = entry;
  return bankDescription === undefined ? entry : whole;
}
