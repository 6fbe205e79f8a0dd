import type { MemoryEntry } from '../core/memory.ts';
import { NO_COUNTS } from '../core/run.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { NO_WORK, addedAgain, type Work } from './work.ts';

/** Puts deleted rows back as Pennyrow last wrote them; one that is there again already is only remembered. */
export function planRestore(
  snapshot: Snapshot,
  memory: readonly MemoryEntry[],
  transactionIds: ReadonlySet<string>,
): Work {
  const present = new Set(snapshot.rows.map((row) => row.transactionId));
  const restored = memory
    .filter((entry) => transactionIds.has(entry.transactionId) && entry.state !== 'elsewhere')
    // What is put back is Pennyrow's, whoever's row it was.
    .map(({ claimed: _claimed, ...entry }): MemoryEntry => ({ ...entry, state: 'in-sheet' }));
  const missing = restored
    .filter((entry) => !present.has(entry.transactionId))
    .toSorted((a, b) => a.written.date.localeCompare(b.written.date));
  return {
    ...NO_WORK,
    appends: missing.map((entry) => entry.written),
    memory: restored,
    items: missing.map(addedAgain),
    outcome: { ...NO_WORK.outcome, counts: { ...NO_COUNTS, added: missing.length } },
  };
}
