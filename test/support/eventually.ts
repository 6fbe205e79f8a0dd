import { vi } from 'vitest';

/**
 * How long a test waits for an asynchronous result, in milliseconds: long enough for a very busy machine, and reached
 * only by failing tests. vitest.config.ts sets it for `expect.poll`, and `useBrowser` for pages.
 */
export const TIMEOUT_MS = 60_000;

/** Waits until the check no longer throws. On timeout, throws its last error. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS, interval: 20 });
}
