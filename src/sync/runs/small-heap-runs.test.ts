import { expect, test } from 'vitest';
import type { Run } from '../../core/run.ts';
import { createSyncEvents, type RunProgress } from './events.ts';
import { keepRunsSmall } from './small-heap-runs.ts';

function watched() {
  const events = createSyncEvents();
  let locks = 0;
  let isLarge = false;
  keepRunsSmall(events, {
    isLarge: () => isLarge,
    hold: () => {
      locks += 1;
      return () => {
        locks -= 1;
      };
    },
  });
  return {
    progress: (runId: string, heap: 'large' | 'small') => {
      isLarge = heap === 'large';
      events.emit('progress', { runId } as RunProgress);
      return locks;
    },
    run: (id: string, finishedAt: string | null = null) => {
      events.emit('run', { id, finishedAt } as Run);
      return locks;
    },
  };
}

const ENDED = '2026-01-01T00:00:00Z';

test('limits the heap from when a run makes it large until the run ends', () => {
  const { progress, run } = watched();
  expect([
    run('one'),
    progress('one', 'small'),
    progress('one', 'large'),
    progress('one', 'large'),
    progress('one', 'small'),
    progress('two', 'large'),
    run('one', ENDED),
    run('two', ENDED),
  ]).toEqual([0, 0, 1, 1, 1, 2, 1, 0]);
});

test('does not limit the heap for small, queued and failed runs', () => {
  const { progress, run } = watched();
  expect([progress('one', 'small'), run('one', ENDED), run('two'), run('two', ENDED)]).toEqual([0, 0, 0, 0]);
});
