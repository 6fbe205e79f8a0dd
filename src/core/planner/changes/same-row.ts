import type { BankTransaction, DescriptionParts } from '../../bank-transaction.ts';
import { describedByBank, type MemoryEntry } from '../../memory.ts';
import type { PlanInput, PlannedSkip, PlannedUpdate } from '../../plan.ts';
import {
  BANK_OWNED_COLUMNS,
  bankValues,
  holdsBankValues,
  isRequired,
  type BankOwnedColumn,
  type Row,
  type RowValues,
} from '../../row.ts';
import type { NewRow } from '../../transaction-table.ts';
import type { CellChange } from '../../workbook-change.ts';
import type { Pair } from '../arrival.ts';
import { hasProviderId, normaliseDescription } from '../identity.ts';
import type { KnownIndex } from '../known.ts';
import { entryOfRow, placedEntry, withBankDescription } from './new-entry.ts';

export interface Settled {
  /** What the memory must hold from now on; the same object when nothing changed. */
  readonly entry: MemoryEntry;
  /** One of the two is null. */
  readonly update: PlannedUpdate | null;
  readonly skip: PlannedSkip | null;
}

/** What a recognised bank transaction means for its row: cells to write, or nothing to do, and why. */
export function settleSameRow({ arrival, known }: Pair, input: PlanInput, index: KnownIndex): Settled {
  const { transaction } = arrival;
  const { row, transactionId } = known;
  const before = known.entry ?? adoptRow(row as Row, transaction, input);
  const entry = nextEntry(before, row, transaction, input);
  if (row === null) {
    const reason = entry.state === 'elsewhere' && isInSheet(index, entry.shownBy) ? 'elsewhere' : 'deleted';
    return { entry, update: null, skip: { transactionId, transaction, reason, kept: [] } };
  }
  const { cells, kept } = compareCells(row, known.entry?.written ?? null, entry.written, before.claimed === true);
  if (cells.length === 0) return { entry, update: null, skip: { transactionId, transaction, reason: 'known', kept } };
  const reason = before.status === 'pending' && entry.status === 'posted' ? 'posted' : 'changed';
  return { entry, update: { row: row.index, transactionId, reason, transaction, cells, kept }, skip: null };
}

/** A row that a lost memory wrote. */
function adoptRow(row: Row, transaction: BankTransaction, input: PlanInput): MemoryEntry {
  const { parts } = transaction;
  const wasTakenApart = parts !== undefined && row.description === parts.payee;
  return entryOfRow(row, transaction, { transactionId: row.transactionId, parts: wasTakenApart ? parts : null }, input);
}

/**
 * A posted entry never turns pending again by an older view of it, and only the connection that wrote it
 * corrects it: two views of one account would otherwise undo each other forever. A pending one
 * belongs to the source that sees it last. The same object when nothing changed.
 */
function nextEntry(
  before: MemoryEntry,
  row: Row | null,
  transaction: BankTransaction,
  { connectionId }: PlanInput,
): MemoryEntry {
  const placed = placedEntry(before, row, 'in-sheet');
  const isFinal = before.status === 'posted';
  if (isFinal && (transaction.status === 'pending' || before.connectionId !== connectionId)) return placed;
  const { account, providerId, status } = transaction;
  const told = { transaction, parts: partsFor(before, transaction) };
  if (
    isFinal === (status === 'posted') &&
    before.connectionId === connectionId &&
    before.providerId === providerId &&
    before.lastDigits === account.lastDigits &&
    saysTheSame(before, told)
  ) {
    return placed;
  }
  const written = { ...before.written, ...bankValues(told) };
  const next = { ...placed, connectionId, lastDigits: account.lastDigits, providerId, status, written };
  return withBankDescription(next, transaction);
}

/**
 * A row stays as it was written: what the bank says in parts later belongs into the one cell of a row that has all in one, since
 * the notes of a row that is there are the person's.
 */
function partsFor({ bankDescription }: MemoryEntry, { parts }: BankTransaction): DescriptionParts | null {
  return bankDescription === undefined ? null : (parts ?? null);
}

/**
 * Without an id of the bank's, spaces, case and what the account is called are no news: two formats of
 * statement that agree in all else would change them to and fro forever.
 */
function saysTheSame(entry: MemoryEntry, told: Pick<NewRow, 'transaction' | 'parts'>): boolean {
  const { written } = entry;
  const { date, amount, description } = told.transaction;
  const before = describedByBank(entry);
  if (before === description && holdsBankValues(written, told)) return true;
  return (
    written.date === date &&
    written.amount === amount &&
    !hasProviderId(told.transaction) &&
    normaliseDescription(before) === normaliseDescription(description)
  );
}

/**
 * Only a cell that still holds what Pennyrow put there is written again, and none of a row of the person's own; `before` is
 * null when nobody knows what that was. An empty cell that no row needs is no one's choice: most often the column is missing.
 */
function compareCells(
  row: Row,
  before: RowValues | null,
  after: RowValues,
  isPersons: boolean,
): Pick<PlannedUpdate, 'cells' | 'kept'> {
  const cells: CellChange[] = [];
  const kept: BankOwnedColumn[] = [];
  if (before === after) return { cells, kept };
  for (const column of BANK_OWNED_COLUMNS) {
    if (row[column] === after[column] || before?.[column] === after[column]) continue;
    if (!isPersons && before !== null && row[column] === before[column])
      cells.push({ column, from: before[column], to: after[column] } as CellChange);
    else if (isRequired(column) || row[column] !== '') kept.push(column);
  }
  return { cells, kept };
}

function isInSheet(index: KnownIndex, transactionId: string | null): boolean {
  return transactionId !== null && (index.get(transactionId)?.row ?? null) !== null;
}
