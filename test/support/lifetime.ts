import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, afterEach, onTestFinished } from 'vitest';

type Work = () => unknown;

interface Shared {
  /** Ends what was begun, the last one first, also where one of them fails. */
  readonly ends: AsyncDisposableStack;
  readonly checks: Work[];
}

const made = new AsyncLocalStorage<Shared>();

/** Ends what a test began when the test is over; within what the tests of a file share, when the last of them is. */
export function whenOver(work: Work): void {
  const shared = made.getStore();
  if (shared === undefined) onTestFinished(async () => void (await work()));
  else shared.ends.defer(async () => void (await work()));
}

/** Checks what a test did when it is over: of what the tests of a file share, after each of them. */
export function checkAfterTest(check: Work): void {
  const shared = made.getStore();
  if (shared === undefined) onTestFinished(async () => void (await check()));
  else shared.checks.push(check);
}

/**
 * What the tests of a file share, made by the first that asks for it. A test that failed may have left it in any state, so
 * that the next one has it made anew. Call at the top of the file, or of a `describe`.
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
