const WINDOW_MS = 60_000;
const FREE_FAILURES = 10;
const LONGEST_MS = 1000;
const MOST_REMOTES = 1000;

/** Slows down who tries tokens; who has a valid one never waits, also at the same address. */
export interface GuessDelay {
  /** Notes a failure of the remote address; returns how many milliseconds its answer should wait. */
  failed(remote: string, nowMs: number): number;
}

export function createGuessDelay(): GuessDelay {
  const failures = new Map<string, { since: number; count: number }>();
  return {
    failed: (remote, nowMs) => {
      let entry = failures.get(remote);
      if (entry === undefined || Math.abs(nowMs - entry.since) > WINDOW_MS) {
        if (failures.size >= MOST_REMOTES) failures.clear();
        entry = { since: nowMs, count: 0 };
        failures.set(remote, entry);
      }
      entry.count += 1;
      return entry.count <= FREE_FAILURES ? 0 : Math.min(LONGEST_MS, 10 * 2 ** (entry.count - FREE_FAILURES));
    },
  };
}
