import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard, type Dashboard } from '../support/dashboard.ts';

describe.skipIf(SKIP_BROWSER)(
  'a page whose data arrives before its event stream is open',
  { timeout: BROWSER_MS },
  () => {
    const shared = useSharedDashboard(useDashboard());

    /** Opens a complete overview. A test that removes the workbook restores it. */
    async function atOverview(): Promise<Dashboard> {
      const dashboard = await shared();
      await dashboard.goTo('/');
      await complete(dashboard).waitFor();
      return dashboard;
    }

    /** The workbook was read in the meantime, which the page does not know yet. */
    const complete = ({ page }: Dashboard) => page.getByText('There are no connections yet.', { exact: false });

    async function giveWorkbookBack({ page, service }: Dashboard): Promise<void> {
      const { accountId, workbookPath: path } = service;
      await page.unrouteAll();
      await service.client.call('workbook.connect', { accountId, kind: 'xlsx', way: 'connect', settings: { path } });
    }

    /** Holds matching requests until they are released. */
    async function hold(page: Page, what: RegExp): Promise<() => void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(what, (route) => promise.then(() => route.continue()));
      return resolve;
    }

    test('shows changes made before the stream was open', async () => {
      const dashboard = await atOverview();
      const { page, service } = dashboard;
      const release = await hold(page, /control\/events$/);
      await page.reload({ waitUntil: 'commit' });
      await page.getByText('Nothing has been synced yet.').waitFor();
      await service.client.call('workbook.disconnect', { accountId: service.accountId });
      release();
      await expect.poll(() => page.getByText('has no workbook yet.').count()).toBe(1);
      await giveWorkbookBack(dashboard);
    });
  },
);
