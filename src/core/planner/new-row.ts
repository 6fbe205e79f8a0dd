import type { BankTransaction } from '../bank-transaction.ts';
import type { MemoryEntry } from '../memory.ts';
import type { PlanInput } from '../plan.ts';
import type { RowValues } from '../row.ts';

/** The cells of a row that is about to be appended. */
export function rowValues(
  transaction: BankTransaction,
  transactionId: string,
  category: string,
  { now }: PlanInput,
): RowValues {
  const { date, description, amount, account, currency } = transaction;
  return {
    date,
    description,
    amount,
    category,
    account: account.name,
    accountId: account.id,
    transactionId,
    dateAdded: now.local,
    currency,
  };
}

/** `shownBy` is the id of another connection's row that shows the transaction; null when `written` is a row of its own. */
export function newEntry(
  transaction: BankTransaction,
  written: RowValues,
  shownBy: string | null,
  { connectionId, now }: PlanInput,
): MemoryEntry {
  const { account, providerId, status } = transaction;
  return {
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
}
