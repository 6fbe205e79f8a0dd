import { describe, expect, test } from 'vitest';
import { followArrivals } from '../support/arrivals.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { PAGES } from '../support/page-walk.ts';
import { sceneInUse } from '../support/scene-in-use.ts';

describe.skipIf(SKIP_BROWSER)('the window of the desktop', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard('ipc');

  test('shows every page with its data, and nothing that failed', async () => {
    const service = await sceneInUse();
    const dashboard = await open({ service });
    const { page } = dashboard;
    const whole = followArrivals(page);
    const [run] = await service.client.call('run.list', { accountId: service.accountId, limit: 1 });
    for (const path of [...PAGES, `/activity/${run?.id ?? ''}`]) {
      await dashboard.goTo(path);
      await whole();
      // A page may have an empty one, for what fails later.
      const alerts = await page.getByRole('alert').allInnerTexts();
      expect
        .soft(
          alerts.filter((text) => text !== ''),
          path,
        )
        .toEqual([]);
    }
  });
});
