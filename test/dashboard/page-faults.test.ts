import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';

/** So long after a reload, a missing file may cause another reload. */
const A_WHILE = 60_000;

describe.skipIf(SKIP_BROWSER)('a page', { timeout: BROWSER_MS }, () => {
  const shared = useSharedDashboard(useDashboard());

  describe('with a file that fails to load', () => {
    test('is reloaded, and then shows the page that the user chose', async () => {
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

    test('says that the service does not respond, and loads automatically once the service responds', async () => {
      const { page, service, goTo } = await shared();
      // Right after the reload of the previous test, a missing file would show an error instead.
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

  test('that crashes shows an error instead of its content, keeps the menu usable, and recovers when it can render', async () => {
    const { page, goTo, axe } = await shared();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // An answer that our service would never send: an invalid schedule.
    await page.route('**/call/schedule.get', async (route) => route.fulfill({ json: { result: { planted: true } } }));
    await goTo('/connections');
    const crashMessage = page.getByRole('alert').getByText('This page crashed unexpectedly', { exact: false });
    await crashMessage.waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Copy details' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/page: connections[^]*Error/);

    await page.getByRole('navigation').getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
    expect(await crashMessage.count()).toBe(0);

    await goTo('/connections');
    await crashMessage.waitFor();
    await page.unroute('**/call/schedule.get');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
    expect(await crashMessage.count()).toBe(0);
  });

  describe('whose data arrives before its event stream is open', () => {
    async function giveWorkbookBack({ page, service }: Dashboard): Promise<void> {
      const { accountId, workbookPath: path } = service;
      await page.unrouteAll();
      await service.client.call('workbook.connect', { accountId, kind: 'xlsx', way: 'connect', settings: { path } });
    }

    /** Delays matching requests until the test calls the returned function. */
    async function hold(page: Page, what: RegExp): Promise<() => void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(what, (route) => promise.then(() => route.continue()));
      return resolve;
    }

    test('shows changes made before the stream was open', async () => {
      const dashboard = await shared();
      const { page, service, goTo } = dashboard;
      await goTo('/');
      await page.getByText('There are no connections yet.', { exact: false }).waitFor();
      const release = await hold(page, /control\/events$/);
      await page.reload({ waitUntil: 'commit' });
      await page.getByText('Nothing has been synced yet.').waitFor();
      await service.client.call('workbook.disconnect', { accountId: service.accountId });
      release();
      await expect.poll(() => page.getByText('has no workbook yet.').count()).toBe(1);
      await giveWorkbookBack(dashboard);
    });
  });
});
