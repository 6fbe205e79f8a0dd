import type { Instant } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import type { RowValues } from '../core/row.ts';
import type { RunItem } from '../core/run.ts';
import { valueDamaged } from './damage.ts';
import type { Reader, Writer } from './database.ts';
import { saveMemory } from './memory.ts';
import { pack, unpack, type Packed } from './packing.ts';
import { iterateRunItems, type RunOutcome } from './runs.ts';
import { insertRow, tableOf } from './table.ts';

/** A planned write to the workbook. Remembered transactions change only when it is confirmed, so that they match after a crash. */
export interface JournalEntry<Outcome extends RunOutcome = RunOutcome> {
  readonly runId: string;
  readonly accountId: string;
  /** The workbook contains this marker if and only if the write happened. */
  readonly marker: string;
  readonly outcome: Outcome;
  readonly forgets: readonly string[];
  readonly plannedAt: Instant;
}

type PackedEntry = Omit<MemoryEntry, 'written'> & { readonly written: RowValues | null };

/** Compresses the entries, without the values of added rows, because the stored items of the run contain these values. */
export function packMemory(memory: readonly MemoryEntry[], items: readonly RunItem[]): Promise<Packed[]> {
  const added = addedValues(items);
  return pack(
    memory.map((entry): PackedEntry =>
      added.get(entry.transactionId) === entry.written ? { ...entry, written: null } : entry,
    ),
  );
}

export function addJournalEntry(db: Writer, entry: JournalEntry, memory: readonly Packed[]): void {
  const { runId, accountId, marker, outcome, forgets, plannedAt } = entry;
  db.transaction(() => {
    insertRow(db, 'journal', { runId, accountId, marker, outcome, forgets, plannedAt });
    for (const { bytes } of memory) insertRow(db, 'planned_memory', { runId, entries: bytes });
  });
}

export function plannedMemory(db: Reader, runId: string): MemoryEntry[] {
  const entries = db
    .all<{ entries: Buffer }>('SELECT entries FROM planned_memory WHERE run_id = ?', runId)
    .flatMap((piece) => unpack<PackedEntry>(piece.entries));
  const added = addedValues(iterateRunItems(db, runId));
  return entries.map((entry) => {
    const written = entry.written ?? added.get(entry.transactionId);
    if (written === undefined) throw valueDamaged('the journal', `no item of ${runId} adds ${entry.transactionId}`);
    return { ...entry, written };
  });
}

function addedValues(items: Iterable<RunItem>): ReadonlyMap<string, RowValues> {
  const values = new Map<string, RowValues>();
  for (const item of items) if (item.kind === 'added') values.set(item.values.transactionId, item.values);
  return values;
}

const JOURNAL = tableOf<JournalEntry>('journal', 'run_id account_id marker outcome forgets planned_at', {
  json: { outcome: 'the journal', forgets: 'the journal' },
});

/** Oldest first. */
export function listJournal<Outcome extends RunOutcome = RunOutcome>(
  db: Reader,
  accountId?: string,
): JournalEntry<Outcome>[] {
  const rest = 'WHERE account_id = coalesce(?, account_id) ORDER BY planned_at, run_id';
  return JOURNAL.list(db, rest, accountId ?? null) as JournalEntry<Outcome>[];
}

export function confirmJournalEntry(db: Writer, entry: JournalEntry, memory: readonly MemoryEntry[]): void {
  db.transaction(() => {
    saveMemory(db, entry.accountId, memory);
    for (const id of entry.forgets)
      db.run('DELETE FROM memory WHERE account_id = ? AND transaction_id = ?', entry.accountId, id);
    discardJournalEntry(db, entry.runId);
  });
}

export function discardJournalEntry(db: Writer, runId: string): void {
  db.run('DELETE FROM journal WHERE run_id = ?', runId);
}
