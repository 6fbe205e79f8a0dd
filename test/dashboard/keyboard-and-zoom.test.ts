import { describe, expect, test } from 'vitest';
import { machineTime } from '../fakes/machine-time.ts';
import { SCENE_BEGINS, setScene } from '../support/dashboard-scene.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, type Dashboard } from '../support/dashboard.ts';
import { keyboardFlaws, TWICE_THE_SIZE } from '../support/keyboard-flaws.ts';
import { PAGES } from '../support/page-walk.ts';
import { newInstall, serviceInUse } from '../support/service-in-use.ts';

const WINDOW = { width: 1280, height: 900 };

async function visit({ page, goTo }: Dashboard, path: string): Promise<void> {
  await goTo(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // What is still on its way has a place of its own that is not read out.
  await expect.poll(() => page.locator('[aria-busy=true], .mantine-Skeleton-root').count()).toBe(0);
}

describe.skipIf(SKIP_BROWSER)('every page', { timeout: 4 * BROWSER_MS }, () => {
  const open = useDashboard();

  test('is worked by the keyboard alone, and shows where one is', async () => {
    const service = await serviceInUse({}, machineTime(SCENE_BEGINS));
    await setScene(service);
    const dashboard = await open({ service, context: { viewport: WINDOW } });
    for (const path of PAGES) {
      await visit(dashboard, path);
      expect.soft(await keyboardFlaws(dashboard.page), path).toEqual([]);
    }
  });

  test('is read with letters of twice the size, and nothing stands outside of the window', async () => {
    const service = await serviceInUse({}, machineTime(SCENE_BEGINS));
    await setScene(service);
    const dashboard = await open({ service, context: { viewport: WINDOW } });
    const { page, axe } = dashboard;
    for (const path of PAGES) {
      await visit(dashboard, path);
      await page.evaluate(TWICE_THE_SIZE);
      expect.soft(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(WINDOW.width);
      expect.soft(await axe(), path).toEqual([]);
    }
  });

  test('of the welcome is worked by the keyboard alone, and read at twice the size', async () => {
    const dashboard = await open({ service: await newInstall(), context: { viewport: WINDOW } });
    const { page } = dashboard;
    const next = async (title: string, button: string | RegExp): Promise<void> => {
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect.soft(await keyboardFlaws(page), title).toEqual([]);
      await page.getByRole('button', { name: button }).focus();
      await page.keyboard.press('Enter');
    };
    await page.evaluate(TWICE_THE_SIZE);
    await next('Welcome to Pennyrow', 'Get started');
    await next('How would you like to start?', /^Connect my own/);
    await next('Your spreadsheet', 'Use the default file');
    await next('Your bank', 'Skip this step');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WINDOW.width);
  });
});
