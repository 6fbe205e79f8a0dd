import type { Page } from 'playwright-core';

/** The menu beside the page is this high. */
const LEAST = 500;
/** Below what is shown last. */
const MARGIN = 32;
/** A dialog takes this much of the window at most. */
const DIALOG_SHARE = 0.88;
/** For what is still on its way, or moves. */
const SETTLED_MS = 1000;

/** What a reader sees in place of what is this machine's own: paths and addresses. */
export type ShownAs = readonly (readonly [own: string, shown: string])[];

/**
 * A picture of a page as a person sees it who has made the window as high as what is in it, at most `most` pixels: neither
 * cut off nor empty below. Nothing is pointed at, and nothing moves any more.
 */
export async function takePicture(page: Page, path: string, shownAs: ShownAs, most: number): Promise<void> {
  await page.mouse.move(0, 0);
  await settled(page);
  const { width = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height: most });
  const height = await page.evaluate<number>(HEIGHT);
  await page.setViewportSize({ width, height: Math.min(most, Math.max(LEAST, Math.ceil(height))) });
  await settled(page);
  await page.evaluate(showAs(shownAs));
  await page.screenshot({ path });
}

export async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLED_MS);
}

/** Runs in the page, as text, since nothing here knows its types. */
const HEIGHT = `(() => {
  const dialog = document.querySelector('section[role=dialog]');
  if (dialog !== null && !dialog.closest('[class*=Drawer]')) return dialog.scrollHeight / ${DIALOG_SHARE};
  const bottoms = [...document.querySelectorAll('main *')].map((element) => element.getBoundingClientRect().bottom);
  return Math.max(...bottoms) + ${MARGIN};
})()`;

/** Runs in the page as well. */
function showAs(shownAs: ShownAs): string {
  const shown = (text: string): string =>
    `${text} = ${text}${shownAs.map((pair) => `.replaceAll(${pair.map((part) => JSON.stringify(part)).join(', ')})`).join('')};`;
  return `{
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) ${shown('texts.currentNode.data')}
    for (const field of document.querySelectorAll('input')) ${shown('field.value')}
  }`;
}
