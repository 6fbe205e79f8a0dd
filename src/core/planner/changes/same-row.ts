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
  PERSON_OWNED_COLUMNS,
  rowValues,
} from '../../row.ts';
import type { NewRow } from '../../transaction-table.ts';
import type { CellChange } from '../../workbook-change.ts';
import type { Pair } from '../arrival.ts';
import { hasProviderId, normalizeDescription } from '../identity.ts';
import type { KnownIndex } from '../known.ts';

export interface Settled {
  /** The new entry; the same object if nothing changed. */
  readonly entry: MemoryEntry;
  readonly update: PlannedUpdate | null;
  readonly skip: PlannedSkip | null;
}

export function settleSameRow({ arrival, known }: Pair, input: PlanInput, index: KnownIndex): Settled {
  const { transaction } = arrival;
  const { row, transactionId } = known;
  const before = known.entry ?? adoptRow(row as Row, transaction, input);
  const entry = nextEntry(before, row, transaction, input);
  if (row === null) {
    const isShown = index.get(entry.shownBy ?? '')?.row != null;
    const reason = entry.state === 'elsewhere' && isShown ? 'elsewhere' : 'deleted';
    return { entry, update: null, skip: { transactionId, transaction, reason, kept: [] } };
  }
  const { cells, kept } = compareCells(row, known.entry?.written ?? null, entry.written, before.claimed === true);
  if (cells.length === 0) return { entry, update: null, skip: { transactionId, transaction, reason: 'known', kept } };
  const reason = before.status === 'pending' && entry.status === 'posted' ? 'posted' : 'changed';
  return { entry, update: { row: row.index, transactionId, reason, transaction, cells, kept }, skip: null };
}

/** Creates the memory entry of a row with a Transaction ID whose entry was lost. */
function adoptRow(row: Row, transaction: BankTransaction, input: PlanInput): MemoryEntry {
  const { transactionId, description } = row;
  const parts = transaction.parts?.payee === description ? transaction.parts : null;
  return entryOfRow(row, transaction, { transactionId, parts }, input);
}

/** Only the connection that wrote a posted entry may correct it; otherwise, two sources would overwrite each other's values. */
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
  const source = { transaction, parts: partsFor(before, transaction) };
  if (
    isFinal === (status === 'posted') &&
    before.connectionId === connectionId &&
    before.providerId === providerId &&
    before.lastDigits === account.lastDigits &&
    hasSameContent(before, source)
  ) {
    return placed;
  }
  const written = { ...before.written, ...bankValues(source) };
  const next = { ...placed, connectionId, lastDigits: account.lastDigits, providerId, status, written };
  return withBankDescription(next, transaction);
}

/** Null for a row whose payee cell has the whole description: its notes are the user's. Keeps a payee set by a rule. */
function partsFor(
  { bankDescription, renamed, written }: MemoryEntry,
  { parts }: BankTransaction,
): DescriptionParts | null {
  if (renamed === true) return { payee: written.description, notes: written.notes };
  return bankDescription === undefined ? null : (parts ?? null);
}

/** Without a bank id, ignores spaces, case and account name, in which two formats of the same file may differ. */
function hasSameContent(entry: MemoryEntry, source: Pick<NewRow, 'transaction' | 'parts'>): boolean {
  const { written } = entry;
  const { date, amount, description } = source.transaction;
  const before = describedByBank(entry);
  if (before === description && holdsBankValues(written, source)) return true;
  return (
    written.date === date &&
    written.amount === amount &&
    !hasProviderId(source.transaction) &&
    normalizeDescription(before) === normalizeDescription(description)
  );
}

/** Changes cells that still have the value that Pennyrow wrote (`before`). Reports other cells as kept, unless optional and empty. */
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
    else if (isRequired(column) || (row[column] ?? '') !== '') kept.push(column);
  }
  return { cells, kept };
}

/** Stores the bank's values as if Pennyrow had written them: cells with other values then count as the user's and are kept. */
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

/** `shownBy`: the id of another connection's row for the same transaction; null if the transaction has its own row. */
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

function withBankDescription(entry: MemoryEntry, { description }: BankTransaction): MemoryEntry {
  if (entry.written.description !== description) return { ...entry, bankDescription: description };
  if (entry.bankDescription === undefined) return entry;
  const { bankDescription: _previous, ...whole } = entry;
  return whole;
}

/** Sets the state of the entry. `row` is null if it is not in the sheet. Returns the same object if nothing changed. */
export function placedEntry(entry: MemoryEntry, row: Row | null, there: 'in-sheet' | 'left-feed'): MemoryEntry {
  const state = row !== null ? there : entry.state === 'elsewhere' ? 'elsewhere' : 'deleted';
  return state === entry.state ? entry : { ...entry, state, shownBy: null };
}
