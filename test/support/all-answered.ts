import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** Answers lead to other questions within this time. */
const QUIET_MS = 250;

/** Watches what the page asks the service for; the result waits until all is answered and nothing more is asked. */
export function watchCalls(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let changedAt = performance.now();
  const isCall = (request: Request): boolean => request.url().includes('/call/');
  page.on('request', (request) => {
    if (!isCall(request)) return;
    changedAt = performance.now();
    underWay.add(request);
  });
  const over = (request: Request): void => {
    if (underWay.delete(request)) changedAt = performance.now();
  };
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return async () => {
    await expect.poll(() => underWay.size === 0 && performance.now() - changedAt > QUIET_MS).toBe(true);
  };
}
