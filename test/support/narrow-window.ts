import type { Dashboard } from './dashboard.ts';
import { becomes } from './layout/kept.ts';

const WIDTH = 360;

/** For a dashboard that is opened on a telephone. */
export const NARROW = { viewport: { width: WIDTH, height: 740 } } as const;

/** What a narrow window is looked at in: both schemes of colours, and both languages. */
export const NARROW_LOOKS = [
  ['light', 'en'],
  ['dark', 'de'],
] as const;

type NarrowLook = readonly [colorScheme: 'light' | 'dark', language: 'en' | 'de'];

/** Turns a dashboard to these colours, as its person's system does, and to this language, as a person does in the settings. */
export async function turnTo({ page, goTo }: Dashboard, [colorScheme, language]: NarrowLook): Promise<void> {
  await becomes(page, colorScheme);
  const root = page.locator('html');
  if ((await root.getAttribute('lang')) === language) return;
  await goTo('/settings');
  await page.getByLabel(/^(?:Language|Sprache)$/).selectOption(language);
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
}

/** What is wrong with what a narrow window shows now: for axe, and that it scrolls sideways. */
export async function flawsWhenNarrow({ page, axe }: Dashboard): Promise<string[]> {
  const flaws = await axe();
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  return width === WIDTH ? flaws : [...flaws, `${width} px wide`];
}
