import { vi } from 'vitest';

/**
 * How long a test waits for what comes on its own. No test measures time, so this is only ever used up by one that fails: it
 * is as long as the busiest machine may need. `expect.poll` has it from vitest.config.ts, pages from `useBrowser`.
 */
export const PATIENCE_MS = 60_000;

/** Waits until the check no longer throws, and throws what it threw last. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 20 });
}
