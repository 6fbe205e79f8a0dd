import { isHeapLarge, keepHeapSmall } from '../../platform/heap.ts';
import type { SyncEvents } from './events.ts';

interface Heap {
  readonly isLarge: () => boolean;
  /** Returns a function that restores the defaults. */
  readonly hold: () => () => void;
}

/** Limits the heap once a run has made it large, until the mirror is updated. Most runs end before that. */
export function keepRunsSmall(
  events: SyncEvents,
  { isLarge, hold }: Heap = { isLarge: isHeapLarge, hold: keepHeapSmall },
): void {
  const underWay = new Map<string, () => void>();
  events.on('progress', ({ runId }) => {
    if (!underWay.has(runId) && isLarge()) underWay.set(runId, hold());
  });
  events.on('run', ({ id, finishedAt }) => {
    if (finishedAt === null) return;
    underWay.get(id)?.();
    underWay.delete(id);
  });
}
