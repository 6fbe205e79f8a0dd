import type { BrowserContext } from 'playwright-core';
import type { MachineTime } from '../fakes/machine-time.ts';

/**
 * Has the pages of a browser read the clock that a test turns by hand: what they say of a time is then the same at
 * whatever hour the test runs. Their timers continue, and where time passes, those that are due go off once, as in a
 * browser whose machine slept so long. Pages hear of it a moment later.
 */
export async function shareClock(context: BrowserContext, time: MachineTime): Promise<void> {
  let shown = time.now();
  await context.clock.setFixedTime(shown);

  async function turn(): Promise<void> {
    const passed = time.now() - shown;
    if (passed === 0) return;
    shown += passed;
    await context.clock.setFixedTime(shown);
    if (passed > 0) await context.clock.fastForward(passed);
  }

  let turning = Promise.resolve();
  const stop = time.follow(() => {
    turning = turning.then(turn).catch((thrown: Error) => {
      // A browser at its end needs no time. It says so before it tells that it is closed.
      if (!thrown.message.includes('has been closed')) throw thrown;
    });
  });
  context.once('close', stop);
}
