import type { Dashboard } from './dashboard.ts';
import { becomes } from './layout/kept.ts';

const WIDTH = 360;

/** The size of a phone. */
export const NARROW = { viewport: { width: WIDTH, height: 740 } } as const;

type NarrowLook = readonly [colorScheme: 'light' | 'dark', language: 'en' | 'de'];

/**
 * Switches a dashboard to this color scheme, as the user's system does, and to this language, as the user does in the
 * settings.
 */
export async function turnTo({ page, goTo }: Dashboard, [colorScheme, language]: NarrowLook): Promise<void> {
  await becomes(page, colorScheme);
  const root = page.locator('html');
  if ((await root.getAttribute('lang')) === language) return;
  await goTo('/settings');
  await page.getByLabel(/^(?:Language|Sprache)$/).selectOption(language);
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
}

/**
 * The problems of the page in a narrow window: violations that axe finds in light and dark, and sideways scrolling. Tests
 * call it in German, which has the longer texts; the test of every page checks the width in English.
 */
export async function flawsWhenNarrow({ page, axeInBothSchemes }: Dashboard): Promise<string[]> {
  const flaws = await axeInBothSchemes();
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  return width === WIDTH ? flaws : [...flaws, `${width} px wide`];
}
