import { expect, test } from 'vitest';
import type { Run } from '../core/run.ts';
import { createSyncEvents } from './events.ts';
import { keepRunsSmall } from './small-heap-runs.ts';

test('the heap is small while any run is under way, and no run that waits or failed to start holds it', () => {
  const events = createSyncEvents();
  let held = 0;
  keepRunsSmall(events, () => {
    held += 1;
    return () => {
      held -= 1;
    };
  });
  const told = (id: string, status: Run['status'], finishedAt: string | null = null) =>
    events.emit('run', { id, status, finishedAt } as Run);
  const after = (...what: Parameters<typeof told>): number => {
    told(...what);
    return held;
  };
  expect([
    after('one', 'queued'),
    after('one', 'running'),
    after('one', 'running'),
    after('two', 'running'),
    after('one', 'succeeded', '2026-01-01T00:00:00Z'),
    after('three', 'cancelled', '2026-01-01T00:00:00Z'),
    after('two', 'failed', '2026-01-01T00:00:00Z'),
  ]).toEqual([0, 1, 1, 2, 1, 1, 0]);
});
