import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { ensureBrowser, SKIP_BROWSER } from './browser.ts';
import { PATIENCE_MS } from './patience.ts';
import { IS_SHIFTED, withoutShift } from './shifted-clock.ts';

const INSTALLATION_MS = 1_200_000;

/** For the tests of a file with a browser; only one that hangs uses it up. */
export const BROWSER_MS = 300_000;

/** One browser for the tests of a file, and a profile of its own for each that asks. Call at the top of the file. */
export function useBrowser(): (options?: BrowserContextOptions, hasOwnClock?: boolean) => Promise<BrowserContext> {
  let browser: Browser | null = null;
  beforeAll(async () => {
    if (SKIP_BROWSER) return;
    browser = await chromium.launch({ executablePath: await ensureBrowser(), env: withoutShift(process.env) });
  }, INSTALLATION_MS);
  afterAll(() => browser?.close());
  return async (options = {}, hasOwnClock = false) => {
    if (browser === null) throw new Error('There is no browser.');
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    if (IS_SHIFTED && !hasOwnClock) await context.clock.install({ time: Date.now() });
    onTestFinished(() => context.close());
    return context;
  };
}
