import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from './axe.ts';
import { SKIP_BROWSER } from './browser.ts';
import { shareClock } from './browser-clock.ts';
import { BROWSER_MS, useBrowser } from './browser-context.ts';
import { goToPlace } from './go-to.ts';
import { becomes } from './layout/kept.ts';
import { checkAfterTest, sharedByTests } from './lifetime.ts';
import { serviceInUse, type ServiceInUse } from './service-in-use.ts';

export { BROWSER_MS, SKIP_BROWSER };

/** The dashboard in a real browser, connected to the real service; both use the same manual clock. */
export interface Dashboard {
  readonly page: Page;
  readonly service: ServiceInUse;
  /** Opens a page of the menu, such as "/activity". */
  goTo(path: string): Promise<void>;
  /** Opens another window of the same browser. */
  anotherWindow(): Promise<Page>;
  /** The violations that axe finds after all animations have ended. */
  axe(page?: Page): Promise<string[]>;
  /** Like `axe`, with all rules in light mode and the color rules in dark mode. Leaves the page in light mode. */
  axeInBothSchemes(): Promise<string[]>;
}

export interface DashboardOptions {
  readonly service?: ServiceInUse;
  readonly context?: BrowserContextOptions;
  /** True for tests of browser performance entries, which Playwright's clock hides. */
  readonly hasOwnClock?: boolean;
}

/** One browser for the tests of a file, started before them. Call at the top of the file. */
export function useDashboard(): (options?: DashboardOptions) => Promise<Dashboard> {
  const newContext = useBrowser();
  return async (options = {}) => {
    const service = options.service ?? (await serviceInUse());
    async function context(): Promise<BrowserContext> {
      const opened = await newContext(options.context);
      if (options.hasOwnClock !== true) await shareClock(opened, service.time);
      return opened;
    }
    return openDashboard(context, service);
  };
}

/**
 * Shares one dashboard between tests that only read the same scene, or do not disturb each other. Each test starts at an
 * address without a page, so that nothing of the previous test is displayed. Call at the same place as `useDashboard`.
 */
export function useSharedDashboard<Shown extends Dashboard>(make: () => Promise<Shown>): () => Promise<Shown> {
  const shared = sharedByTests(make);
  return async () => {
    const dashboard = await shared();
    await dashboard.goTo('/between-two-tests');
    await dashboard.page.getByRole('heading', { level: 1 }).waitFor({ state: 'detached' });
    return dashboard;
  };
}

async function openDashboard(newContext: () => Promise<BrowserContext>, service: ServiceInUse): Promise<Dashboard> {
  const complaints: string[] = [];
  checkAfterTest(() => expect(complaints.splice(0)).toEqual([]));
  const context = await newContext();
  context.on('page', (opened) => watch(opened, complaints));
  const page = await inBrowser(service, context);
  await page.getByRole('navigation').waitFor();
  const home = page.url().split('#')[0] ?? '';
  return {
    page,
    service,
    goTo: (path) => goToPlace(page, home, path),
    anotherWindow: async () => {
      const other = await context.newPage();
      await other.goto(page.url());
      return other;
    },
    axe: (shown = page) => axeViolations(shown),
    axeInBothSchemes: async () => {
      await becomes(page, 'dark');
      const dark = await axeViolations(page, 'colors');
      await becomes(page, 'light');
      return [...dark.map((line) => `in dark, ${line}`), ...(await axeViolations(page))];
    },
  };
}

async function inBrowser(service: ServiceInUse, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const answer = await page.goto((await service.client.call('service.dashboardLink', {})).url);
  if (answer?.status() === 503) throw new Error('The dashboard is not built: run "npm run build".');
  return page;
}

/** Records script errors and console errors, except for rejected requests, which the page handles. */
function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
}
