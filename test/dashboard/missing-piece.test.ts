import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';

/** Longer than the time after which a reloaded page stops retrying a missing file. */
const A_WHILE = 60_000;

describe.skipIf(SKIP_BROWSER)('a file of the dashboard that fails to load', { timeout: BROWSER_MS }, () => {
  const shared = useSharedDashboard(useDashboard());

  test('is loaded again with the whole page, and the user is on the page they chose', async () => {
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

  test('keeps the current page while the service does not answer, and loads automatically once it does', async () => {
    const { page, service, goTo } = await shared();
    // A file that fails right after a reload would not be requested again.
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
    await page.getByText('There are no runs yet.', { exact: false }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
