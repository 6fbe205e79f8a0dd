import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { beforeAll } from 'vitest';
import { BROWSER_ARGUMENTS, ensureBrowser, SKIP_BROWSER } from './browser.ts';
import { delayAnswers } from './delay-answers.ts';
import { whenOver } from './lifetime.ts';
import { TIMEOUT_MS } from './eventually.ts';
import { shiftPages, withoutShift } from './shifted-clock.ts';

const INSTALLATION_MS = 1_200_000;

/** The timeout for tests with a browser; only a hanging browser reaches it. */
export const BROWSER_MS = 300_000;

/** Shared by the test files of a worker: started by the first file that needs it, and closed with the worker. */
let browser: Promise<Browser> | null = null;

/** Returns a function that opens a new browser profile in this worker's browser. Call at the top of the file. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  beforeAll(async () => {
    if (!SKIP_BROWSER) await (browser ??= launch());
  }, INSTALLATION_MS);
  return async (options = {}) => {
    if (browser === null) throw new Error('There is no browser.');
    const context = await (
      await browser
    ).newContext({
      ignoreHTTPSErrors: true,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    await shiftPages(context);
    await delayAnswers(context);
    whenOver(() => context.close());
    return context;
  };
}

async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    env: withoutShift(process.env),
    args: BROWSER_ARGUMENTS,
  });
}
