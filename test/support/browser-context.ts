import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { ensureBrowser, SKIP_BROWSER } from './browser.ts';
import { PATIENCE_MS } from './patience.ts';

const INSTALLATION_MS = 300_000;

/** For the tests of a file with a browser; only one that hangs uses it up. */
export const BROWSER_MS = 300_000;

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
    context.setDefaultTimeout(PATIENCE_MS);
    onTestFinished(() => context.close());
    return context;
  };
}
