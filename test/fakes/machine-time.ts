import type { Clock } from '../../src/platform/clock.ts';
import type { Alarms, CancelAlarm } from '../../src/schedules/alarms.ts';

/**
 * A machine's time that the test controls. As on a real machine, timers count only the time awake, while the wall clock
 * continues during sleep and can be set.
 */
export interface MachineTime extends Clock, Alarms {
  /** Advances the time of the awake machine; alarms fire in order. */
  pass(milliseconds: number): void;
  /** Advances the time until the wall clock reads this. */
  passUntil(wallMs: number): void;
  sleep(milliseconds: number): void;
  setWallClock(wallMs: number): void;
  /** Calls `turned` each time the wall clock advances or is set. The returned function ends this. */
  follow(turned: () => void): () => void;
  /** How many alarms and intervals are set. */
  readonly timers: number;
}

interface Timer {
  /** Milliseconds of time awake. */
  at: number;
  readonly ring: () => void;
}

const MINUTE = 60_000;

export function machineTime(startMs: number): MachineTime {
  const timers = new Set<Timer>();
  const followers = new Set<() => void>();
  let awake = 0;
  let aheadOfAwake = startMs;

  function add(at: number, ring: () => void): Timer {
    const timer = { at, ring };
    timers.add(timer);
    return timer;
  }

  function nextTimer(): Timer | null {
    let next: Timer | null = null;
    for (const timer of timers) if (next === null || timer.at < next.at) next = timer;
    return next;
  }

  const now = (): number => awake + aheadOfAwake;

  function pass(milliseconds: number): void {
    const until = awake + milliseconds;
    for (let next = nextTimer(); next !== null && next.at <= until; next = nextTimer()) {
      awake = Math.max(awake, next.at);
      next.ring();
    }
    awake = until;
    tellFollowers();
  }

  function tellFollowers(): void {
    for (const turned of followers) turned();
  }

  return {
    now,
    at(epochMs, ring): CancelAlarm {
      const timer = add(Math.max(awake, epochMs - aheadOfAwake), () => {
        // Like node-schedule's timers, waits again if the wall clock is still before the target.
        if (now() < epochMs) {
          timer.at = epochMs - aheadOfAwake;
          return;
        }
        timers.delete(timer);
        ring();
      });
      return () => void timers.delete(timer);
    },
    everyMinute(ring): CancelAlarm {
      const timer = add(awake + MINUTE, () => {
        timer.at += MINUTE;
        ring();
      });
      return () => void timers.delete(timer);
    },
    pass,
    passUntil: (wallMs) => pass(wallMs - now()),
    sleep: (milliseconds) => {
      aheadOfAwake += milliseconds;
      tellFollowers();
    },
    setWallClock: (wallMs) => {
      aheadOfAwake = wallMs - awake;
      tellFollowers();
    },
    follow: (turned) => {
      followers.add(turned);
      return () => void followers.delete(turned);
    },
    get timers() {
      return timers.size;
    },
  };
}
