import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { followArrivals } from '../support/arrivals.ts';
import { axeViolations } from '../support/axe.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, type Dashboard } from '../support/dashboard.ts';
import { isInGuide } from '../support/guide-names.ts';
import { AS_LARGE_AS_BEFORE, keyboardFlaws, TWICE_THE_SIZE } from '../support/keyboard-flaws.ts';
import { EVEN_LETTERS } from '../support/layout/even-font.ts';
import { changesTo, overlapsOn } from '../support/layout/kept.ts';
import type { Passing } from '../support/layout/read-layout.ts';
import { MENU, PAGES } from '../support/page-walk.ts';
import { sceneInUse } from '../support/scene-in-use.ts';

const KEPT = join(import.meta.dirname, 'snapshots');

/** High enough to show most pages completely. */
const WINDOW = { width: 1280, height: 1400 };
const NARROW = { width: 360, height: 740 };

/** Loading a page takes as long as checking it, so each page is loaded once for all checks. */
describe.skipIf(SKIP_BROWSER)('every page', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard();

  test('matches its snapshot, has ordered headings, passes axe, and is usable narrow, zoomed in and by keyboard alone', async () => {
    // The account in everyday use, at the same time in each run, because snapshots contain dates.
    const dashboard = await open({ service: await sceneInUse(), context: { viewport: WINDOW } });
    const { page, goTo, axeInBothSchemes } = dashboard;
    await page.addInitScript(EVEN_LETTERS);
    await page.reload();
    const whole = followArrivals(page);
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    const menu = await links.evaluateAll((all) =>
      all.map((link) => (link as unknown as { hash: string }).hash.slice(1)),
    );
    expect(menu).toEqual(MENU);
    for (const path of PAGES) {
      await goTo(path);
      await whole();
      if (MENU.includes(path)) await lookAsInMenu(dashboard, path);
      expect.soft(await axeInBothSchemes(), `what axe finds wrong on ${path}`).toEqual([]);
      await page.setViewportSize(NARROW);
      expect.soft(await widthOf(page), `${path} in a narrow window`).toBe(NARROW.width);
      await page.setViewportSize(WINDOW);
      expect.soft(await keyboardFlaws(page), `${path} by the keyboard`).toEqual([]);
      // Closes a list that the last field may have opened.
      await page.evaluate('document.activeElement?.blur()');
      await page.evaluate(TWICE_THE_SIZE);
      expect.soft(await widthOf(page), `${path} at twice the size`).toBe(WINDOW.width);
      expect.soft(await axeViolations(page, 'layout'), `what axe finds wrong on ${path} at twice the size`).toEqual([]);
      await page.evaluate(AS_LARGE_AS_BEFORE);
    }
  });
});

const widthOf = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth');

/** Compares each page of the menu with its snapshot, and checks that each page has help. */
async function lookAsInMenu(dashboard: Dashboard, path: string): Promise<void> {
  const { page } = dashboard;
  const name = path === '/' ? 'overview' : path.slice(1);
  // Checked only in a browser, because the desktop's window has different buttons.
  if (!(await page.evaluate<boolean>("'pennyrow' in window")))
    expect.soft(await changesTo(page, KEPT, name, passingOf(dashboard)), `what changed on ${path}`).toEqual([]);
  expect.soft(await overlapsOn(page), `texts on ${path} that stand in each other's way`).toEqual([]);
  const levels = await page
    .getByRole('main')
    .locator('h1, h2, h3, h4, h5, h6')
    .evaluateAll((found) =>
      found.map((heading) => Number((heading as unknown as { tagName: string }).tagName.slice(1))),
    );
  const titles = levels.filter((level) => level === 1);
  expect.soft(titles, `${path} has one title`).toEqual([1]);
  const skipping = levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1);
  expect.soft(skipping, `${path} skips no level`).toEqual([]);
  const [help = null] = await page
    .getByRole('link', { name: 'Help on this page' })
    .evaluateAll((found) => found.map((link) => (link as unknown as { hash: string }).hash));
  expect.soft(isInGuide(help), `the help on ${path}, from HELP in renderer/parts/layout.tsx: ${help}`).toBe(true);
}

/** The values that differ in each run. */
function passingOf({ service: { folder, url } }: Dashboard): Passing {
  return [
    [folder, '/home/anna'],
    [`:${new URL(url).port}`, ':8787'],
  ];
}
