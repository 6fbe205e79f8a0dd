import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { machineTime } from '../fakes/machine-time.ts';
import { SCENE_BEGINS, setScene } from '../support/dashboard-scene.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, type Dashboard } from '../support/dashboard.ts';
import { PAGES } from '../support/page-walk.ts';
import { newInstall, serviceInUse } from '../support/service-in-use.ts';

const WINDOW = { width: 1280, height: 900 };

/** More steps than any page has. */
const MOST_STEPS = 400;

/** In the page: what a person may press, type into or scroll, once for each group of radios, tabs or menu items. */
const REACHABLE = `[...document.querySelectorAll(
  'a[href], button, input, select, textarea, summary, [tabindex]'
)].filter((element) => {
  const { tabIndex, type, name, disabled } = element;
  if (tabIndex < 0 || disabled || !element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false;
  if (type !== 'radio') return true;
  const group = [...document.querySelectorAll('input[type=radio]')].filter((radio) => radio.name === name);
  return (group.find(({ checked }) => checked) ?? group[0]) === element;
})`;

const NAME_OF = `(element) => [
  element.tagName.toLowerCase(),
  element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent.trim().slice(0, 40),
].join(' ')`;

/** As a browser does it for who asks for larger letters. */
const TWICE_THE_SIZE = `document.documentElement.style.fontSize = '200%'`;

async function visit({ page, goTo }: Dashboard, path: string): Promise<void> {
  await goTo(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // What is still on its way has a place of its own that is not read out.
  await expect.poll(() => page.locator('[aria-busy=true], .mantine-Skeleton-root').count()).toBe(0);
}

/** What Tab does not lead to, and what does not show that it has the focus. */
async function keyboardFlaws(page: Page): Promise<string[]> {
  await page.evaluate(`{
    document.activeElement?.blur();
    getSelection().removeAllRanges();
    globalThis.reachable = ${REACHABLE};
    globalThis.reached = new Set();
  }`);
  const flaws: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const flaw = await page.evaluate<string | null>(`(() => {
      const element = document.activeElement;
      // A page begins at its heading; behind its end one begins at the top.
      if (element === null || element === document.body) return '';
      // A field for a day or a time has parts of its own.
      if (reached.has(element)) return /^(date|time)/.test(element.type) ? '' : null;
      reached.add(element);
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
      const around = element.closest('label, [data-active]') ?? element;
      const shows = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' ||
        getComputedStyle(around).boxShadow !== 'none' || ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName) ||
        element.getAttribute('role') === 'grid';
      return shows ? '' : (${NAME_OF})(element) + ' does not show the focus';
    })()`);
    if (flaw === null) break;
    if (flaw !== '') flaws.push(flaw);
  }
  const missed = await page.evaluate<string[]>(
    `reachable.filter((element) => element.isConnected && !reached.has(element)).map((element) => (${NAME_OF})(element) + ' is not reached')`,
  );
  return [...flaws, ...missed];
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
