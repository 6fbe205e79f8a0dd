import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';

/** The maximum delay in milliseconds; none by default. */
const LATEST_MS = Number(process.env['PENNYROW_LATE_ANSWERS'] ?? 0);

/** The delay in milliseconds of the short timers of pages, by which dialogs and menus move the focus; none by default. */
const LATE_TIMERS_MS = Number(process.env['PENNYROW_LATE_TIMERS'] ?? 0);

/** Runs in the page before its own scripts. */
const DELAY_TIMERS = `{
  const { setTimeout } = window;
  window.setTimeout = (work, wait = 0, ...given) => setTimeout(work, wait < 100 ? wait + ${LATE_TIMERS_MS} : wait, ...given);
}`;

/**
 * If requested, delays answers to a browser and changes their order, or delays its timers. A test that acts before the
 * page has its data, or its focus, then fails reliably instead of rarely.
 */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (LATE_TIMERS_MS !== 0) await context.addInitScript(DELAY_TIMERS);
  if (LATEST_MS === 0) return;
  await context.route('**/call/*', async (route) => {
    await sleep(LATEST_MS * Math.random() ** 2);
    // The page may be closed by now.
    await route.continue().catch(() => undefined);
  });
}
