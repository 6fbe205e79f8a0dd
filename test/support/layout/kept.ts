import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { coarsePicture, shareOfDifference } from '../coarse-picture.ts';
import { PATIENCE_MS } from '../patience.ts';
import { differences } from './compare-layouts.ts';
import { inBothSchemes, parseLayout, writeLayout, type Seen } from './layout.ts';
import { readLayout, showStandIns, type Passing } from './read-layout.ts';

// How the pages look is kept in two ways. The layout is text: everything that is seen, with its place, size, font and
// colours in light and dark. It tells a missing button from a moved one, reads well in a review, and needs hardly any
// slack, since the letters of these pages are even ones. The coarse picture beside it sees what is painted without being
// an element: gradients, masks, pseudo elements. Exact pictures would differ with each version of a browser.

/** The run keeps what it sees, instead of comparing with it. */
const KEEPS_ANEW = process.env['PENNYROW_UPDATE_PICTURES'] === '1';
const HOW = 'PENNYROW_UPDATE_PICTURES=1 npx vitest run test/dashboard/pages.test.ts';

const SCHEMES = ['light', 'dark'] as const;
/** Of the cells of a coarse picture. */
export const MOST_CELLS = 0.002;
/** How many lines of a difference say enough. */
const MOST_LINES = 12;
const AGAIN_AFTER_MS = 200;
const SETTLED_MS = 2000;

/**
 * What is not as it was on this page, a line each; none when it looks the same. A page that still fetches what it
 * shows is looked at again for a while. Leaves the page in light.
 */
export async function changesTo(page: Page, folder: string, name: string, passing: Passing): Promise<string[]> {
  const [layout, picture] = [join(folder, `${name}.txt`), (scheme: string) => join(folder, `${name}-${scheme}.png`)];
  if (KEEPS_ANEW) {
    await page.waitForTimeout(SETTLED_MS);
    mkdirSync(folder, { recursive: true });
    writeFileSync(layout, writeLayout(await layoutOf(page, passing)));
    await inEachScheme(page, async (scheme) => writeFileSync(picture(scheme), await coarsePicture(page)));
    return [];
  }
  if (!existsSync(layout)) return [`It is not kept yet how this page looks. Keep it, and look at it: ${HOW}`];
  const pictures = new Map<string, Buffer>();
  const found = await patiently(page, async () => {
    // Each turn from light to dark paints all of the page, so what is kept of it is taken in one.
    const looks = await layoutOf(page, passing, async (scheme) => pictures.set(scheme, await coarsePicture(page)));
    return differences(parseLayout(readFileSync(layout, 'utf8')), looks);
  });
  for (const [scheme, shown] of pictures) {
    const share = await shareOfDifference(page, readFileSync(picture(scheme)), shown);
    if (share > MOST_CELLS) found.push(`${(100 * share).toFixed(1)} % of its picture in ${scheme} is another one`);
  }
  const more = found.length > MOST_LINES ? [`… and ${found.length - MOST_LINES} more. If that is meant: ${HOW}`] : [];
  return [...found.slice(0, MOST_LINES), ...more];
}

/** All that is seen on a page, in both schemes; `also` looks at it in each of them. */
export async function layoutOf(
  page: Page,
  passing: Passing = [],
  also: (scheme: string) => Promise<unknown> = async () => undefined,
): Promise<Seen[]> {
  const looks: Seen[][] = [];
  await inEachScheme(page, async (scheme) => {
    await page.evaluate(showStandIns, passing);
    looks.push([...(await page.evaluate(readLayout, passing)).seen]);
    await also(scheme);
  });
  return inBothSchemes(looks[0] ?? [], looks[1] ?? []);
}

/** The texts of a page that stand in each other's way. */
export async function overlapsOn(page: Page): Promise<string[]> {
  const { overlaps } = await page.evaluate(readLayout, [] as Passing);
  return overlaps.map(({ one, other }) => `${one} and ${other}`);
}

async function inEachScheme(page: Page, work: (scheme: string) => Promise<void>): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await becomes(page, colorScheme);
    await work(colorScheme);
  }
  await becomes(page, SCHEMES[0]);
}

/** As if the person's system turned so; the page follows a moment later. */
export async function becomes(page: Page, colorScheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
}

async function patiently(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look().catch((thrown: Error) => [thrown.message]);
    if (found.length === 0 || performance.now() > until) return found;
    await page.waitForTimeout(AGAIN_AFTER_MS);
  }
}
