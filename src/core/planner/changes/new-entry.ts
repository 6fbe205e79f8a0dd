import type { BankTransaction } from '../../bank-transaction.ts';
import type { MemoryEntry } from '../../memory.ts';
import type { PlanInput } from '../../plan.ts';
import { PERSON_OWNED_COLUMNS, rowValues, type Row, type RowValues } from '../../row.ts';
import type { NewRow } from '../../transaction-table.ts';

/**
 * A row that is there already, as memory knows it from now on. A cell that does not say what the bank says may be a person's
 * work, so none is written: what is known to be Pennyrow's begins here.
 */
export function entryOfRow(
  row: Row,
  transaction: BankTransaction,
  { transactionId, parts }: Pick<NewRow, 'transactionId' | 'parts'>,
  input: PlanInput,
): MemoryEntry {
  const now = row.dateAdded ?? input.now.local;
  const values = rowValues({ transaction, parts, transactionId, category: '', now });
  const own = Object.fromEntries(PERSON_OWNED_COLUMNS.map((column) => [column, row[column]]));
  return newEntry(transaction, { ...values, ...own }, null, input);
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

/** The entry where the sheet has its row, or has none; the same object when nothing changed. */
export function placedEntry(entry: MemoryEntry, row: Row | null, there: 'in-sheet' | 'left-feed'): MemoryEntry {
  const state = row !== null ? there : entry.state === 'elsewhere' ? 'elsewhere' : 'deleted';
  return state === entry.state ? entry : { ...entry, state, shownBy: null };
}
