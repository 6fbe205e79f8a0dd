import type { MemoryEntry } from '../../memory.ts';
import type { Planning } from '../planning.ts';
import { placedEntry } from './new-entry.ts';

/**
 * What the batch did not mention: rows that a person took away or brought back, of whatever connection
 * and age, so that the list of deleted rows is right after every sync; and pending rows that a
 * whole feed no longer holds. The entries whose state changed.
 */
export function findDepartures({ known, coverage, input }: Planning): MemoryEntry[] {
  const changed: MemoryEntry[] = [];
  for (const { entry, row, seen } of known.all) {
    if (entry === null || seen) continue;
    const gone =
      entry.status === 'pending' &&
      entry.connectionId === input.connectionId &&
      coverage.isComplete(entry.bankAccountId) &&
      entry.written.date >= input.since;
    const placed = placedEntry(entry, row, gone || entry.state === 'left-feed' ? 'left-feed' : 'in-sheet');
    if (placed !== entry) changed.push(placed);
  }
  return changed;
}
