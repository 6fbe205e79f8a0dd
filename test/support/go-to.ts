import type { Page } from 'playwright-core';

/** Runs in the page, as text, since the tests have no DOM types. */
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
 * Opens a page of the dashboard and waits for the change of the address. Otherwise, a test that leaves a page and returns
 * at once could be too fast for a busy browser, which would keep the state of the first visit.
 */
export async function goToPlace(page: Page, home: string, path: string): Promise<void> {
  if (page.url().split('#')[0] !== home) await page.goto(`${home}#${path}`);
  else await page.evaluate(`(${FOLLOW})(${JSON.stringify(`#${path}`)})`);
}
