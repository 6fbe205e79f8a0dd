import type { BrowserContext } from 'playwright-core';
import type { MachineTime } from '../fakes/machine-time.ts';

/**
 * Makes the pages of a browser use the test's manual clock, so that displayed times do not depend on the time of the run.
 * Timers that become due when the test advances the clock fire once, as after a long sleep of the machine. Pages receive
 * the new time with a short delay.
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
      // A browser that is being closed fails here shortly before its close event.
      if (!thrown.message.includes('has been closed')) throw thrown;
    });
  });
  context.once('close', stop);
}
