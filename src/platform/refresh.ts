/** Runs the work on request. If requests arrive during the work, it runs once more. The work must not reject. */
export function createRefresh(work: () => Promise<void>, signal: AbortSignal) {
  let running: Promise<void> | null = null;
  let isOutdated = false;

  async function run(): Promise<void> {
    while (isOutdated && !signal.aborted) {
      isOutdated = false;
      await work();
    }
    running = null;
  }

  return {
    request: (): void => {
      isOutdated = true;
      running ??= run();
    },
    /** Resolves when no work is running. */
    settled: async (): Promise<void> => {
      await running;
    },
  };
}
