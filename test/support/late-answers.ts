import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';

/** Up to so many milliseconds; none by default. */
const LATEST_MS = Number(process.env['PENNYROW_LATE_ANSWERS'] ?? 0);

/**
 * Has answers come to a browser late, and not in the order in which they were asked for, if that is wanted. A test that does
 * something before the page has what it needs fails then, and not one day by chance.
 */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (LATEST_MS === 0) return;
  await context.route('**/call/*', async (route) => {
    await sleep(LATEST_MS * Math.random() ** 2);
    // The page may be gone by now.
    await route.continue().catch(() => undefined);
  });
}
