import { describe, expect, test } from 'vitest';
import { machineTime } from '../fakes/machine-time.ts';
import { SCENE_BEGINS, setScene } from '../support/dashboard-scene.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { PAGES } from '../support/page-walk.ts';
import { serviceInUse } from '../support/service-in-use.ts';

describe.skipIf(SKIP_BROWSER)('the window of the desktop', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard('ipc');

  test('shows every page with its data, and nothing that failed', async () => {
    const service = await serviceInUse({}, machineTime(SCENE_BEGINS));
    await setScene(service);
    const dashboard = await open({ service });
    const { page } = dashboard;
    const [run] = await service.client.call('run.list', { accountId: service.accountId, limit: 1 });
    for (const path of [...PAGES, `/activity/${run?.id ?? ''}`]) {
      await dashboard.goTo(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // What is still on its way has a place of its own that is not read out.
      await expect.poll(() => page.locator('[aria-busy=true], .mantine-Skeleton-root').count()).toBe(0);
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
