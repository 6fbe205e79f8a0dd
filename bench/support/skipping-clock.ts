import type { Clock } from '../../src/platform/clock.ts';
import type { Alarms } from '../../src/schedules/alarms.ts';

/**
 * A clock that runs at real speed during work, and skips to the next alarm when nothing is in progress, so that a day
 * takes only as long as its work.
 */
export interface SkippingClock extends Clock, Alarms {
  /** Advances until `untilMs`, in epoch milliseconds. `isBusy` returns true if work is in progress. */
  run(untilMs: number, isBusy: () => boolean): Promise<void>;
  /** Milliseconds skipped so far. */
  skipped(): number;
}

interface Alarm {
  atMs: number;
  readonly ring: () => void;
  readonly everyMs: number | null;
}

const MINUTE = 60_000;

export function skippingClock(from: number): SkippingClock {
  const begun = performance.now();
  let skipped = 0;
  const alarms = new Set<Alarm>();
  const now = (): number => Math.round(from + skipped + performance.now() - begun);
  const set = (alarm: Alarm) => {
    alarms.add(alarm);
    return () => void alarms.delete(alarm);
  };
  const next = (): Alarm | undefined =>
    [...alarms].reduce<Alarm | undefined>(
      (first, alarm) => (first && first.atMs <= alarm.atMs ? first : alarm),
      undefined,
    );
  return {
    now,
    skipped: () => skipped,
    at: (atMs, ring) => set({ atMs, ring, everyMs: null }),
    everyMinute: (ring) => set({ atMs: now() + MINUTE, ring, everyMs: MINUTE }),
    run: async (untilMs, isBusy) => {
      while (now() < untilMs) {
        // Waits for a turn of the event loop, because `isBusy` only then sees the work that an alarm has started.
        await new Promise((resolve) => setTimeout(resolve, isBusy() ? 1 : 0));
        const alarm = next();
        const atMs = Math.min(alarm?.atMs ?? untilMs, untilMs);
        if (!isBusy() && atMs > now()) skipped += atMs - now();
        if (alarm === undefined || alarm.atMs > now()) continue;
        if (alarm.everyMs === null) alarms.delete(alarm);
        else alarm.atMs += alarm.everyMs;
        alarm.ring();
      }
    },
  };
}
