import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';

/** The maximum delay in milliseconds; none by default. */
const LATEST_MS = Number(process.env['PENNYROW_LATE_ANSWERS'] ?? 0);

/**
 * If requested, delays answers to a browser and changes their order. A test that acts before the page has its data then
 * fails reliably instead of rarely.
 */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (LATEST_MS === 0) return;
  await context.route('**/call/*', async (route) => {
    await sleep(LATEST_MS * Math.random() ** 2);
    // The page may be closed by now.
    await route.continue().catch(() => undefined);
  });
}
