import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** Selects placeholders of content that is still loading. */
export const ON_ITS_WAY = '[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root';

const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))';

/**
 * Waits until a page is complete: all answers have arrived and are rendered, and no further requests follow. A test would
 * otherwise miss components that render nothing before their answer. Call before the first visit.
 */
export function followArrivals(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    // The event stream stays open, and images trigger no further requests.
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
