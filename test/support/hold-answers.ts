import type { Page } from 'playwright-core';

/** Delays the answers of a procedure until the returned function is called. */
export async function holdAnswers(page: Page, procedure: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/call/${procedure}`, (route) => promise.then(() => route.continue()));
  return resolve;
}
