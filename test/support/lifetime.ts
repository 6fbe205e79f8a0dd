import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, afterEach, onTestFinished } from 'vitest';

type Work = () => unknown;

interface Shared {
  /** Disposes in reverse order, even if one disposal fails. */
  readonly ends: AsyncDisposableStack;
  readonly checks: Work[];
}

const made = new AsyncLocalStorage<Shared>();

/** Runs `work` after the current test or, while a shared value is being made, after the last use of that value. */
export function whenOver(work: Work): void {
  const shared = made.getStore();
  if (shared === undefined) onTestFinished(async () => void (await work()));
  else shared.ends.defer(async () => void (await work()));
}

/** Checks after the current test or, while a shared value is being made, after each test of the file. */
export function checkAfterTest(check: Work): void {
  const shared = made.getStore();
  if (shared === undefined) onTestFinished(async () => void (await check()));
  else shared.checks.push(check);
}

/**
 * Returns a function that creates a value for the tests of a file on first use. After a failed test, which may have left
 * it in any state, the next test gets a new one. Call at the top of the file, or of a `describe`.
 */
export function sharedByTests<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let current: { readonly shared: Shared; readonly made: Promise<Made> } | null = null;

  async function end(): Promise<void> {
    const ends = current?.shared.ends;
    current = null;
    await ends?.disposeAsync();
  }

  afterEach(async ({ task }) => {
    try {
      for (const check of current?.shared.checks ?? []) await check();
    } catch (wrong) {
      await end();
      throw wrong;
    }
    if (task.result?.state === 'fail') await end();
  });
  afterAll(end);
  return () => {
    if (current === null) {
      const shared = { ends: new AsyncDisposableStack(), checks: [] };
      current = { shared, made: made.run(shared, make) };
    }
    return current.made;
  };
}
