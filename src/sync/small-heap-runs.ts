import { keepHeapSmall } from '../platform/small-heap.ts';
import type { SyncEvents } from './events.ts';

/** Keeps the heap small while any run is under way, from its start until its mirror has followed. */
export function keepRunsSmall(events: SyncEvents, hold: () => () => void = keepHeapSmall): void {
  const underWay = new Map<string, () => void>();
  events.on('run', ({ id, status, finishedAt }) => {
    if (status === 'running' && !underWay.has(id)) underWay.set(id, hold());
    if (finishedAt === null) return;
    underWay.get(id)?.();
    underWay.delete(id);
  });
}
