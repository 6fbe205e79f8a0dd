import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** What stands where an answer, or a page, is still to come. */
export const ON_ITS_WAY = '[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root';

const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))';

/**
 * Waits until a page shows all that it will: its answers are there and drawn, and what they brought asks for no more. Parts
 * that show nothing until they have their answer would come under the hands of who looks sooner. Call before the first visit.
 */
export function followArrivals(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    // The line of events stays open, and a picture asks for nothing.
    if (/\/call\/|\.js$/.test(request.url())) underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(async () => {
        const before = underWay.size;
        await page.evaluate(TWO_FRAMES);
        return before + (await page.locator(ON_ITS_WAY).count()) + underWay.size;
      })
      .toBe(0);
  };
}
