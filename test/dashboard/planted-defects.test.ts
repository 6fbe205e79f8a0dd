import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { followArrivals } from '../support/arrivals.ts';
import { coarsePicture, shareOfDifference } from '../support/coarse-picture.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { sceneInUse } from '../support/scene-in-use.ts';
import { differences } from '../support/layout/compare-layouts.ts';
import { EVEN_LETTERS } from '../support/layout/even-font.ts';
import { layoutOf, MOST_CELLS, overlapsOn } from '../support/layout/kept.ts';

const [OVERVIEW, TRANSACTIONS] = ['/', '/transactions'] as const;

/** The page, the defect, the style that causes it, and a pattern that the report of the difference must match. */
const DEFECTS = [
  [OVERVIEW, 'a missing button', 'main .mantine-Button-root { display: none }', /^gone: button "Sync now"/u],
  [
    OVERVIEW,
    'a button that is there, but not to be seen',
    'main .mantine-Button-root { opacity: 0 }',
    /^gone: button "Sync now"/u,
  ],
  [
    OVERVIEW,
    'another size of the title',
    'h1 { font-size: 1.4rem !important }',
    /^was: h1 .* 20px 600 .*\n is: h1 .* 22.4px 600/u,
  ],
  [
    OVERVIEW,
    'another accent color',
    ':root { --mantine-primary-color-filled: #0b7285 }',
    /^was: button "Sync now" .*\n is: button "Sync now" .*#0b7285/u,
  ],
  [
    OVERVIEW,
    'a page that stays white in dark',
    ':root[data-mantine-color-scheme="dark"] { --background: #fff }',
    /on #ffffff$/u,
  ],
  [OVERVIEW, 'a chart without its bars', '[data-bar] { background: transparent !important }', /^(?:gone|was): box/u],
  [OVERVIEW, 'a menu without icons', 'nav svg { visibility: hidden }', /^gone: icon/u],
  [OVERVIEW, 'texts closer together', 'main h2 { position: relative; top: 6px }', /^was: h2|^was: text/u],
  [TRANSACTIONS, 'a hidden column', '[role="row"] > :nth-child(4) { display: none }', /^gone: text "Account"/u],
  [
    TRANSACTIONS,
    'an amount that stands at the other edge',
    '[role="row"] > * { text-align: left !important; justify-content: start !important }',
    /^was: text "[-−]?[€$]/u,
  ],
] as const;

describe.skipIf(SKIP_BROWSER)('the comparison of a page with its snapshot', { timeout: 2 * BROWSER_MS }, () => {
  const open = useDashboard();

  test('detects each planted defect, and no difference without one', async () => {
    const { page, goTo } = await open({ service: await sceneInUse() });
    await page.addInitScript(EVEN_LETTERS);
    const arrived = followArrivals(page);
    for (const path of [OVERVIEW, TRANSACTIONS]) {
      await goTo(path);
      await page.reload();
      await (
        path === OVERVIEW ? page.getByRole('heading', { name: 'Money by month' }) : page.getByRole('row').nth(5)
      ).waitFor();
      await arrived();
      const before = await layoutOf(page);
      for (const [, what, style, reason] of DEFECTS.filter(([where]) => where === path)) {
        const remove = await plant(page, style);
        const found = differences(before, await layoutOf(page));
        expect
          .soft(found.filter((line) => reason.test(line)).length, `${what}: ${found.slice(0, 3).join('\n')}`)
          .toBeGreaterThan(0);
        await remove();
      }
      expect.soft(differences(before, await layoutOf(page)), `${path} without any of them`).toEqual([]);
    }
    await goTo(OVERVIEW);
    await page.getByRole('heading', { name: 'Money by month' }).waitFor();
    await arrived();
    expect(await overlapsOn(page)).toEqual([]);
    const remove = await plant(page, 'main h2 { position: relative; top: 40px }');
    expect((await overlapsOn(page)).join('\n')).toContain('h2 "Money by month" and text "Money in"');
    await remove();

    const [layout, picture] = [await layoutOf(page), await coarsePicture(page)];
    await plant(
      page,
      'body::after { content: ""; position: fixed; inset: 300px 0 0 60%; background: linear-gradient(#f003, #00f3); pointer-events: none }',
    );
    expect(differences(layout, await layoutOf(page)), 'what is no element is not in the layout').toEqual([]);
    expect(await shareOfDifference(page, picture, await coarsePicture(page)), 'but in the picture').toBeGreaterThan(
      MOST_CELLS,
    );
  });
});

/** Adds a style despite the page's content security policy. The returned function removes the style. */
async function plant(page: Page, style: string): Promise<() => Promise<void>> {
  await page.evaluate(
    `{ const rule = new CSSStyleSheet(); rule.replaceSync(${JSON.stringify(style)}); document.adoptedStyleSheets = [...document.adoptedStyleSheets, rule]; }`,
  );
  return async () => {
    await page.evaluate('document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)');
  };
}
