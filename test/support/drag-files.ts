import type { Page } from 'playwright-core';

/** The number of the copy operation in Chromium's protocol. */
const COPY = 1;

/** Drops files on the page as from a file manager. The browser opens files that the page does not accept. */
export async function dropFiles(page: Page, ...paths: readonly string[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: COPY };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
  await browser.detach();
}
