import type { Page } from 'playwright-core';

/** Runs in the page, as text, since nothing here knows its types. */
const FOLLOW = `(mark) => new Promise((resolve) => {
  const address = new URL(mark, location.href).href;
  if (location.href === address) return resolve();
  const follow = ({ newURL }) => {
    if (newURL !== address) return;
    removeEventListener('hashchange', follow);
    resolve();
  };
  addEventListener('hashchange', follow);
  location.hash = mark;
})`;

/**
 * Goes to a page of the dashboard, and is there when this ends. An address that is given to a busy page twice in a row is seen
 * by it once: it would stay where it is, with all that it knows, while a test believes that it was left and entered again.
 */
export async function goToPlace(page: Page, home: string, path: string): Promise<void> {
  if (page.url().split('#')[0] !== home) await page.goto(`${home}#${path}`);
  else await page.evaluate(`(${FOLLOW})(${JSON.stringify(`#${path}`)})`);
}
