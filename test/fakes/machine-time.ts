import type { Clock } from '../../src/platform/clock.ts';
import type { Alarms, CancelAlarm } from '../../src/schedules/alarms.ts';

/**
 * The time of a machine, turned by hand. Timers count the time that the machine is awake, as real ones
 * do; the wall clock continues in its sleep and can be set.
 */
export interface MachineTime extends Clock, Alarms {
  /** Lets time pass while the machine is awake; everything rings in its order. */
  pass(milliseconds: number): void;
  /** Lets time pass until the wall clock reads this. */
  passUntil(wallMs: number): void;
  sleep(milliseconds: number): void;
  setWallClock(wallMs: number): void;
  /** Calls back each time after the wall clock went on or was set, until the returned function is called. */
  follow(turned: () => void): () => void;
  /** How many alarms and ticks are set. */
  readonly timers: number;
}

interface Timer {
  /** In awake time. */
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
        // Like node-schedule's: too early by the wall clock means waiting on.
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
