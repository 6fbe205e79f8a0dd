import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { machineTime } from '../fakes/machine-time.ts';
import { differenceTo } from '../support/coarse-picture.ts';
import { SCENE_BEGINS, setScene } from '../support/dashboard-scene.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, type Dashboard } from '../support/dashboard.ts';
import { serviceInUse } from '../support/service-in-use.ts';

const PAGES = ['/', '/activity', '/preview', '/transactions', '/connections', '/workbook', '/tokens', '/schedule', '/settings'];
const PICTURES = join(import.meta.dirname, 'snapshots');
/** Of the cells of a coarse picture. */
const MOST = 0.01;
const NARROW = 360;

/** Once nothing is fetched any more: the last thing that a page shows of its own is its data. */
const SETTLED_MS = 700;

describe.skipIf(SKIP_BROWSER)('the pages of the menu', { timeout: 3 * BROWSER_MS }, () => {
  const open = useDashboard();

  /** The everyday account, at the same moment each time. */
  async function onStage(context: BrowserContextOptions): Promise<Dashboard> {
    const service = await serviceInUse({}, machineTime(SCENE_BEGINS));
    await setScene(service);
    const dashboard = await open({ service, context: { viewport: { width: 1280, height: 860 }, ...context } });
    await dashboard.page.clock.setFixedTime(service.time.now());
    await dashboard.page.reload();
    return dashboard;
  }

  async function visit({ page, goTo }: Dashboard, path: string): Promise<void> {
    await goTo(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(SETTLED_MS);
  }

  test.each(['light', 'dark'] as const)('look as they did in %s, in their order of headings, and axe finds nothing wrong', async (colorScheme) => {
    const dashboard = await onStage({ colorScheme });
    const { page, axe } = dashboard;
    const menu = await page.getByRole('navigation').getByRole('link').evaluateAll((links) => links.map((link) => (link as unknown as { hash: string }).hash.slice(1)));
    expect(menu).toEqual(PAGES);
    for (const path of PAGES) {
      await visit(dashboard, path);
      const difference = await differenceTo(join(PICTURES, `${colorScheme}-${path === '/' ? 'overview' : path.slice(1)}.png`), page);
      expect.soft(difference, `${path} had no picture yet: look at the one that is kept now`).not.toBeNull();
      expect.soft(difference?.share ?? 0, `how much of ${path} looks different`).toBeLessThan(MOST);
      const levels = (await page.getByRole('main').locator('h1, h2, h3, h4, h5, h6').evaluateAll((found) => found.map((heading) => Number((heading as unknown as { tagName: string }).tagName.slice(1)))));
      expect.soft(levels.filter((level) => level === 1), `${path} has one title`).toEqual([1]);
      expect.soft(levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1), `${path} skips no level`).toEqual([]);
      expect.soft(await axe(), `what axe finds wrong on ${path}`).toEqual([]);
    }
  });

  test('never scroll sideways on a narrow window', async () => {
    const dashboard = await onStage({ viewport: { width: NARROW, height: 740 } });
    for (const path of PAGES) {
      await visit(dashboard, path);
      expect.soft(await dashboard.page.evaluate('document.documentElement.scrollWidth'), path).toBe(NARROW);
    }
  });
});
