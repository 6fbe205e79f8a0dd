import type { MemoryEntry } from '../../memory.ts';
import type { Plan } from '../../plan.ts';
import type { Planning } from '../planning.ts';

/**
 * What the batch did not mention: rows that a person took away or brought back, of whatever connection
 * and age, so that the list of deleted rows is right after every sync; and pending rows that a
 * whole feed no longer holds. `memory`: the entries whose state changed.
 */
export function findDepartures({ known, coverage, input }: Planning): Pick<Plan, 'memory' | 'leftFeed'> {
  const memory: MemoryEntry[] = [];
  const leftFeed: { transactionId: string; row: number }[] = [];
  for (const { entry, row, seen, transactionId } of known.all) {
    if (entry === null || seen) continue;
    const gone =
      entry.status === 'pending' &&
      entry.connectionId === input.connectionId &&
      coverage.isComplete(entry.bankAccountId) &&
      entry.written.date >= input.since;
    const state = stateOf(entry, row !== null, gone);
    if (state === entry.state) continue;
    memory.push({ ...entry, state, shownBy: state === 'elsewhere' ? entry.shownBy : null });
    if (state === 'left-feed' && row !== null) leftFeed.push({ transactionId, row: row.index });
  }
  return { memory, leftFeed };
}

function stateOf({ state }: MemoryEntry, hasRow: boolean, gone: boolean): MemoryEntry['state'] {
  if (!hasRow) return state === 'elsewhere' ? 'elsewhere' : 'deleted';
  return gone || state === 'left-feed' ? 'left-feed' : 'in-sheet';
}
