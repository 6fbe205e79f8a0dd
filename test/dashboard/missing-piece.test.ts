import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';

/** Longer than a page that was loaded again gives up on what is missing. */
const A_WHILE = 60_000;

describe.skipIf(SKIP_BROWSER)('a piece of the dashboard that does not come', { timeout: BROWSER_MS }, () => {
  const shared = useSharedDashboard(useDashboard('session'));

  test('is fetched again with the whole page, and the person is where they wanted to go', async () => {
    const { page, goTo } = await shared();
    let refused = 0;
    const isNeeded = /transactions-page.*\.css$/;
    await page.route(isNeeded, async (route) => {
      refused += 1;
      await (refused === 1 ? route.abort() : route.continue());
    });
    await goTo('/transactions');
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    await page.getByText('There are no transactions yet.', { exact: false }).waitFor();
    expect(refused).toBe(2);
    await page.unroute(isNeeded);
  });

  test('leaves the page standing while the service does not answer, and comes by itself once it does', async () => {
    const { page, service, goTo } = await shared();
    // What fails again right after the page was loaded would not be fetched once more.
    service.time.pass(A_WHILE);
    await expect.poll(() => page.evaluate('Date.now()')).toBe(service.time.now());
    const home = page.url().split('#')[0] ?? '';
    const isGone = (url: URL): boolean => url.href.includes('/assets/activity-page') || url.href === home;
    await page.route(isGone, async (route) => route.abort());
    await goTo('/activity');
    await page.getByRole('alert').getByText('Pennyrow is not responding.').waitFor();
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'Import statement files' }).waitFor();
    await goTo('/activity');
    await page.getByRole('alert').getByText('Pennyrow is not responding.').waitFor();
    await page.unroute(isGone);
    await page.getByText('Every run, with what it changed', { exact: false }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
