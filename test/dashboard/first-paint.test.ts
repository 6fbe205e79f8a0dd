import { describe, expect, test } from 'vitest';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { MENU } from '../support/page-walk.ts';
import { serviceInUse } from '../support/service-in-use.ts';

/** The position and look of each piece of the frame, before and after the program has loaded. */
const piecesOf = (frame: string): string => `(() => {
  // The current page is highlighted only once the program knows which one it is.
  const shown = (node) => node.getClientRects().length > 0 && node.closest('[aria-current]') === null;
  const look = (node, box) => {
    const { color, fontSize } = getComputedStyle(node.nodeType === Node.TEXT_NODE ? node.parentElement : node);
    return [Math.round(box.x), Math.round(box.y), Math.round(box.height), color, fontSize];
  };
  const pieces = {};
  for (const root of document.querySelectorAll(${JSON.stringify(frame)})) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = node.textContent.trim();
      const box = range.getBoundingClientRect();
      if (text !== '' && shown(node.parentElement) && box.width > 0 && box.right > 0) pieces[text] = look(node, box);
    }
    for (const icon of root.querySelectorAll('svg')) {
      const box = icon.getBoundingClientRect();
      if (shown(icon) && box.right > 0) pieces[icon.innerHTML] = look(icon, box);
    }
  }
  return pieces;
})()`;

const SHIFTS = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(0), 500);
})`;

describe.skipIf(SKIP_BROWSER)('the first paint of the page', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();
  const service = sharedByTests(serviceInUse);

  test.each([
    {
      colorScheme: 'light',
      locale: 'en-GB',
      viewport: { width: 1280, height: 860 },
      pieces: 2 + 2 * MENU.length,
    },
    { colorScheme: 'dark', locale: 'de-DE', viewport: { width: 360, height: 740 }, pieces: 2 },
  ] as const)(
    'needs no script, matches the app in $colorScheme mode, $locale, $viewport.width px wide, and nothing moves',
    async ({ pieces, ...context }) => {
      const { page } = await open({ service: await service(), context, hasOwnClock: true });
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/assets\/.*\.(js|css)$/, async (route) => released.then(() => route.continue()));
      await page.reload({ waitUntil: 'commit' });
      const frame = page.locator('.frame');
      await frame.waitFor();
      await expect
        .poll(() => page.evaluate<number>("performance.getEntriesByName('first-contentful-paint').length"))
        .toBe(1);
      const before = await page.evaluate<Record<string, unknown>>(piecesOf('.frame'));
      expect(Object.keys(before)).toHaveLength(pieces);
      expect(await page.getByRole('navigation').count()).toBe(0);

      release();
      await page.getByRole('navigation').waitFor();
      expect(await frame.count()).toBe(0);
      const after = await page.evaluate<Record<string, unknown>>(piecesOf('nav, header'));
      expect(Object.keys(after).length).toBeGreaterThanOrEqual(pieces - 2);
      for (const [piece, look] of Object.entries(after))
        expect(
          { piece, look: before[piece] },
          'The frame has the order of MENU_ICONS in renderer/base/menu-icons.ts.',
        ).toEqual({ piece, look });
      expect(await page.evaluate<number>(SHIFTS)).toBeLessThan(0.01);
    },
  );
});
