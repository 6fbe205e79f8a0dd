import { createHook } from 'node:async_hooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, runningService } from '../support/running-service.ts';

const MINUTE = 60_000;

/** Returns a function that lists the intervals, in milliseconds, of all active repeating timers. */
function watchIntervals(): () => number[] {
  const living = new Map<number, { readonly _repeat: number | null }>();
  const hook = createHook({
    init: (id, type, _by, resource) => {
      if (type === 'Timeout') living.set(id, resource as { readonly _repeat: number | null });
    },
    destroy: (id) => void living.delete(id),
  }).enable();
  onTestFinished(() => void hook.disable());
  return () => [...living.values()].flatMap(({ _repeat }) => (_repeat === null ? [] : [_repeat]));
}

describe('an idle service', () => {
  it('has no timer that fires more than once a minute, also after a request', async () => {
    const intervals = watchIntervals();
    const running = await runningService();
    await expect.poll(intervals).toContain(MINUTE);
    const tooFast = () => intervals().filter((every) => every < MINUTE);
    expect(tooFast()).toEqual([]);
    expect((await ask(running, `${running.url}/api/v2/categories`)).status).toBe(401);
    await running.client.call('service.status', {});
    await expect.poll(tooFast).toEqual([]);
  });
});
