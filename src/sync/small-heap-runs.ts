import { isHeapLarge, keepHeapSmall } from '../platform/heap.ts';
import type { SyncEvents } from './events.ts';

/** Where the heap is, and how it is kept small. */
interface Heap {
  readonly isLarge: () => boolean;
  /** Returns what ends it. */
  readonly hold: () => () => void;
}

/** Keeps the heap small from when a run makes it large until its mirror has followed: most are over before. */
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
