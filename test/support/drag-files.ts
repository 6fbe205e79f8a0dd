import type { Page } from 'playwright-core';

/** As Chromium's protocol numbers what may be done with what is dragged. */
const COPY = 1;

/** Lets files go over the page, as a file manager does; what nothing on the page takes, the browser opens itself. */
export async function dropFiles(page: Page, ...paths: readonly string[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: COPY };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
  await browser.detach();
}
