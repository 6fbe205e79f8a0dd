import type { Page } from 'playwright-core';

/** Holds back the answers of a procedure until the result is called. */
export async function holdBack(page: Page, procedure: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/call/${procedure}`, (route) => promise.then(() => route.continue()));
  return resolve;
}
