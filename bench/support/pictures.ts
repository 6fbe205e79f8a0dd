import type { Page } from 'playwright-core';

/** The minimum height of a picture, which is the height of the menu. */
const LEAST = 500;
/** The height of the empty space below the last element. */
const MARGIN = 32;
/** The largest share of the window that a dialog takes. */
const DIALOG_SHARE = 0.88;
/** Wait time for loading and animations. */
const SETTLED_MS = 1000;

/** Paths and addresses of this machine, and the text that a picture shows instead. */
export type ShownAs = readonly (readonly [own: string, shown: string])[];

/**
 * Takes a screenshot of a page in a window that is as high as its content, but at most `most` pixels, so that the end is
 * neither cut off nor empty. The pointer is outside the window, and animations have ended.
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

/** Takes a screenshot for a film without moving the pointer. The button below the pointer gets a frame, because it is pressed next. */
export async function takeFrame(page: Page, path: string, shownAs: ShownAs): Promise<void> {
  await settled(page);
  await page.evaluate(showAs(shownAs));
  const frame = (outline: string): string =>
    `for (const button of document.querySelectorAll('button:hover')) button.style.outline = ${JSON.stringify(outline)};`;
  await page.evaluate(frame('4px solid #f08c00'));
  await page.screenshot({ path });
  await page.evaluate(frame(''));
}

export async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLED_MS);
}

/** Code that runs in the page. It is a text, because the types of the DOM are not available here. */
const HEIGHT = `(() => {
  const dialog = document.querySelector('section[role=dialog]');
  if (dialog !== null && !dialog.closest('[class*=Drawer]')) return dialog.scrollHeight / ${DIALOG_SHARE};
  const bottoms = [...document.querySelectorAll('main *')].map((element) => element.getBoundingClientRect().bottom);
  return Math.max(...bottoms) + ${MARGIN};
})()`;

/** Returns code that runs in the page and replaces the paths and addresses of this machine. */
function showAs(shownAs: ShownAs): string {
  const shown = (text: string): string =>
    `${text} = ${text}${shownAs.map((pair) => `.replaceAll(${pair.map((part) => JSON.stringify(part)).join(', ')})`).join('')};`;
  return `{
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) ${shown('texts.currentNode.data')}
    for (const field of document.querySelectorAll('input')) ${shown('field.value')}
  }`;
}
