import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, type Dashboard } from '../support/dashboard.ts';
import { EVEN_LETTERS } from '../support/layout/even-font.ts';
import { changesTo, overlapsOn } from '../support/layout/kept.ts';
import type { Passing } from '../support/layout/read-layout.ts';
import { sceneInUse } from '../support/scene-in-use.ts';

const PAGES = [
  '/',
  '/accounts',
  '/activity',
  '/preview',
  '/transactions',
  '/rules',
  '/connections',
  '/workbook',
  '/tokens',
  '/agents',
  '/schedule',
  '/settings',
];
const KEPT = join(import.meta.dirname, 'snapshots');
const NARROW = 360;

/** High enough for most pages to be seen whole. */
const WINDOW = { width: 1280, height: 1400 };

describe.skipIf(SKIP_BROWSER)('the pages of the menu', { timeout: 3 * BROWSER_MS }, () => {
  const open = useDashboard();

  /** The everyday account, at the same moment each time. */
  async function onStage(context: BrowserContextOptions): Promise<Dashboard> {
    const service = await sceneInUse();
    const dashboard = await open({ service, context });
    await dashboard.page.addInitScript(EVEN_LETTERS);
    await dashboard.page.reload();
    return dashboard;
  }

  async function visit({ page, goTo }: Dashboard, path: string): Promise<void> {
    await goTo(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  test('look as they did in light and dark, in their order of headings, axe finds nothing wrong, and a narrow window never scrolls sideways', async () => {
    const dashboard = await onStage({ viewport: WINDOW });
    const { page, axeInBothSchemes } = dashboard;
    const menu = await page
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => (link as unknown as { hash: string }).hash.slice(1)));
    expect(menu).toEqual(PAGES);
    for (const path of PAGES) {
      await visit(dashboard, path);
      expect
        .soft(
          await changesTo(page, KEPT, path === '/' ? 'overview' : path.slice(1), passingOf(dashboard)),
          `what changed on ${path}`,
        )
        .toEqual([]);
      expect.soft(await overlapsOn(page), `texts on ${path} that stand in each other's way`).toEqual([]);
      const levels = await page
        .getByRole('main')
        .locator('h1, h2, h3, h4, h5, h6')
        .evaluateAll((found) =>
          found.map((heading) => Number((heading as unknown as { tagName: string }).tagName.slice(1))),
        );
      expect
        .soft(
          levels.filter((level) => level === 1),
          `${path} has one title`,
        )
        .toEqual([1]);
      expect
        .soft(
          levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1),
          `${path} skips no level`,
        )
        .toEqual([]);
      expect.soft(await axeInBothSchemes(), `what axe finds wrong on ${path}`).toEqual([]);
    }
    // On the same stage, since setting it takes longer than looking.
    await page.setViewportSize({ width: NARROW, height: 740 });
    for (const path of PAGES) {
      await visit(dashboard, path);
      expect.soft(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(NARROW);
    }
  });
});

/** What is another one in each run. */
function passingOf({ service: { folder, url } }: Dashboard): Passing {
  return [
    [folder, '/home/anna'],
    [`:${new URL(url).port}`, ':8787'],
  ];
}
