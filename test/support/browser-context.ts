import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { ensureBrowser, SKIP_BROWSER } from './browser.ts';

const INSTALLATION_MS = 300_000;

/** A browser on a busy machine is slow. */
export const BROWSER_MS = 60_000;

/** One browser for the tests of a file, and a profile of its own for each that asks. Call at the top of the file. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  let browser: Browser | null = null;
  beforeAll(async () => {
    if (SKIP_BROWSER) return;
    browser = await chromium.launch({ executablePath: await ensureBrowser() });
  }, INSTALLATION_MS);
  afterAll(() => browser?.close());
  return async (options = {}) => {
    if (browser === null) throw new Error('There is no browser.');
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce', ...options });
    onTestFinished(() => context.close());
    return context;
  };
}
