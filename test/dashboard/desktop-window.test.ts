import { describe, expect, test } from 'vitest';
import { machineTime } from '../fakes/machine-time.ts';
import { SCENE_BEGINS, setScene } from '../support/dashboard-scene.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { PAGES, settled } from '../support/page-walk.ts';
import { serviceInUse } from '../support/service-in-use.ts';

describe.skipIf(SKIP_BROWSER)('the window of the desktop', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard('ipc');

  test('shows every page with its data, and nothing that failed', async () => {
    const service = await serviceInUse({}, machineTime(SCENE_BEGINS));
    await setScene(service);
    const dashboard = await open({ service });
    const [run] = await service.client.call('run.list', { accountId: service.accountId, limit: 1 });
    for (const path of [...PAGES, `/activity/${run?.id ?? ''}`]) {
      await settled(dashboard, path, 'One moment…');
      expect.soft(await dashboard.page.getByRole('alert').allInnerTexts(), path).toEqual([]);
    }
  });
});
