import type { Dashboard } from './dashboard.ts';
import { becomes } from './layout/kept.ts';

const WIDTH = 360;

/** The size of a phone. */
export const NARROW = { viewport: { width: WIDTH, height: 740 } } as const;

/** The color schemes and languages in which narrow windows are checked. */
export const NARROW_LOOKS = [
  ['light', 'en'],
  ['dark', 'de'],
] as const;

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

/** The problems of the page in a narrow window: violations that axe finds, and sideways scrolling. */
export async function flawsWhenNarrow({ page, axe }: Dashboard): Promise<string[]> {
  const flaws = await axe();
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  return width === WIDTH ? flaws : [...flaws, `${width} px wide`];
}
