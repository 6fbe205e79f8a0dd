import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { ensureBrowser, SKIP_BROWSER } from './browser.ts';
import { serviceInUse, type ServiceInUse } from './service-in-use.ts';

const INSTALLATION_MS = 300_000;

export { SKIP_BROWSER };

/** A browser on a busy machine is slow. */
export const BROWSER_MS = 60_000;

/** The dashboard in a real browser, in front of the real service. */
export interface Dashboard {
  readonly page: Page;
  readonly service: ServiceInUse;
  /** Goes to a page of the menu: "/activity". */
  goTo(path: string): Promise<void>;
  /** Another window of the same browser. */
  anotherWindow(): Promise<Page>;
  /** What axe finds wrong with what is shown now; an animation has ended by then. */
  axe(page?: Page): Promise<string[]>;
}

export interface DashboardOptions {
  readonly service?: ServiceInUse;
  readonly context?: BrowserContextOptions;
}

/** One browser for the tests of a file, started before them. Call at the top of the file. */
export function useDashboard(): (options?: DashboardOptions) => Promise<Dashboard> {
  let browser: Browser | null = null;
  beforeAll(async () => {
    if (SKIP_BROWSER) return;
    browser = await chromium.launch({ executablePath: await ensureBrowser() });
  }, INSTALLATION_MS);
  afterAll(() => browser?.close());
  return async (options = {}) => {
    if (browser === null) throw new Error('There is no browser.');
    return openDashboard(browser, options);
  };
}

async function openDashboard(browser: Browser, { service: given, context: contextOptions = {} }: DashboardOptions): Promise<Dashboard> {
  const service = given ?? (await serviceInUse());
  // Whether a browser trusts the certificate is tested elsewhere.
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce', ...contextOptions });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  watch(page, complaints);
  onTestFinished(() => expect(complaints).toEqual([]));
  await page.goto((await service.client.call('service.dashboardLink', {})).url);
  await page.getByRole('navigation').waitFor();
  const home = page.url().split('#')[0] ?? '';
  return {
    page,
    service,
    goTo: async (path) => {
      await page.goto(`${home}#${path}`);
    },
    anotherWindow: async () => {
      const other = await context.newPage();
      watch(other, complaints);
      await other.goto(page.url());
      return other;
    },
    axe: async (shown = page) => {
      const { violations } = await new AxeBuilder({ page: shown }).analyze();
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
    },
  };
}

/** A page that works says nothing in the console; a request that the service refuses is the page's own business. */
function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
}
