import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { coarsePicture, shareOfDifference } from '../coarse-picture.ts';
import { TIMEOUT_MS } from '../eventually.ts';
import { differences } from './compare-layouts.ts';
import { inBothSchemes, parseLayout, writeLayout, type Seen } from './layout.ts';
import { readLayout, showPlaceholders, type Passing } from './read-layout.ts';

// Two snapshots record the appearance of each page. The layout is text: all visible elements with position, size, font and
// colors in light and dark. It distinguishes a missing button from a moved one, is readable in a review, and needs little
// tolerance, since all letters have the same shape. The coarse picture also covers painting without elements: gradients,
// masks, pseudo-elements. Exact pictures would differ with each browser version.

/** If true, the run updates the snapshots instead of comparing with them. */
const UPDATES_SNAPSHOTS = process.env['PENNYROW_UPDATE_PICTURES'] === '1';
const HOW = 'PENNYROW_UPDATE_PICTURES=1 npx vitest run test/dashboard/pages.test.ts';

const SCHEMES = ['light', 'dark'] as const;
/** The share of cells of a coarse picture that may differ. */
export const MOST_CELLS = 0.002;
/** How many lines of a difference are printed. */
const MOST_LINES = 12;
const AGAIN_AFTER_MS = 200;
const SETTLED_MS = 2000;

/**
 * The differences from the snapshot of this page, one line each; empty if it looks the same. Retries for a while, since
 * the page may still be loading. Leaves the page in light mode.
 */
export async function changesTo(page: Page, folder: string, name: string, passing: Passing): Promise<string[]> {
  const [layout, picture] = [join(folder, `${name}.txt`), (scheme: string) => join(folder, `${name}-${scheme}.png`)];
  if (UPDATES_SNAPSHOTS) {
    await page.waitForTimeout(SETTLED_MS);
    mkdirSync(folder, { recursive: true });
    writeFileSync(layout, writeLayout(await layoutOf(page, passing)));
    await inEachScheme(page, async (scheme) => writeFileSync(picture(scheme), await coarsePicture(page)));
    return [];
  }
  if (!existsSync(layout)) return [`This page has no snapshot yet. Write it, then look at it: ${HOW}`];
  const pictures = new Map<string, Buffer>();
  const found = await patiently(page, async () => {
    // Takes the picture of a scheme together with its layout, because each switch of the scheme repaints the page.
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

/** All visible elements of a page in light and dark mode. Calls `also` in each mode. */
export async function layoutOf(
  page: Page,
  passing: Passing = [],
  also: (scheme: string) => Promise<unknown> = async () => undefined,
): Promise<Seen[]> {
  const looks: Seen[][] = [];
  await inEachScheme(page, async (scheme) => {
    await page.evaluate(showPlaceholders, passing);
    looks.push([...(await page.evaluate(readLayout, passing)).seen]);
    await also(scheme);
  });
  return inBothSchemes(looks[0] ?? [], looks[1] ?? []);
}

/** The overlapping texts of a page. */
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

/** Simulates a change of the system's color scheme, which the page follows with a short delay. */
export async function becomes(page: Page, colorScheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
}

async function patiently(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await look().catch((thrown: Error) => [thrown.message]);
    if (found.length === 0 || performance.now() > until) return found;
    await page.waitForTimeout(AGAIN_AFTER_MS);
  }
}
