import type { BankTransaction } from '../../bank-transaction.ts';
import type { MemoryEntry } from '../../memory.ts';
import type { PlanInput } from '../../plan.ts';
import type { RowValues } from '../../row.ts';

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
