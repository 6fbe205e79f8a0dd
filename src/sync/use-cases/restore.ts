import type { CalendarDate } from '../../core/calendar-date.ts';
import type { MemoryEntry } from '../../core/memory.ts';
import { rewindConnections } from '../../store/connections.ts';
import { forgetDeleted } from '../../store/memory.ts';
import { addedAgain, createWork, type Work } from '../runs/work.ts';
import { enqueuePlan, type UseCaseContext } from './context.ts';
import type { IdentifiedRow } from './find-rows.ts';

export function restore(context: UseCaseContext, accountId: string, transactionIds: readonly string[]): string {
  return enqueuePlan(context, accountId, 'restore', {
    select: () => ({ ids: transactionIds }),
    plan: ({ rows }, recall) =>
      planRestore(
        rows,
        transactionIds.flatMap((id) => recall(id) ?? []),
      ),
  });
}

/** Lets the next sync add the deleted rows with these dates again. Returns the number of rows. */
export function forgetDeletedRows(
  { deps: { store } }: UseCaseContext,
  accountId: string,
  from: CalendarDate,
  to: CalendarDate,
): number {
  return store.transaction(() => {
    rewindConnections(store, accountId, from);
    return forgetDeleted(store, accountId, from, to);
  });
}

/** Adds deleted rows as last written. A row that is in the sheet again is only marked as present. */
function planRestore(rows: readonly IdentifiedRow[], entries: readonly MemoryEntry[]): Work {
  const present = new Set(rows.map(({ row }) => row.transactionId));
  const restored = entries
    .filter(({ state }) => state !== 'elsewhere')
    // Pennyrow writes the restored rows, so they no longer count as entered by the user (`claimed`).
    .map(({ claimed: _claimed, ...entry }): MemoryEntry => ({ ...entry, state: 'in-sheet' }));
  const missing = restored
    .filter((entry) => !present.has(entry.transactionId))
    .toSorted((a, b) => a.written.date.localeCompare(b.written.date));
  return createWork(
    { appends: missing.map((entry) => entry.written), memory: restored, items: missing.map(addedAgain) },
    { counts: { added: missing.length } },
  );
}
