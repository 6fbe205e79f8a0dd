import { scheduleJob } from 'node-schedule';

/** Timers by the wall clock; tests use a manual clock. */
export interface Alarms {
  /** Rings once at the given time, or at once if it is past. It may ring late, never early. */
  at(epochMs: number, ring: () => void): CancelAlarm;
  /** Rings every minute, for alarms that were missed during sleep. */
  everyMinute(ring: () => void): CancelAlarm;
}

export type CancelAlarm = () => void;

const MINUTE = 60_000;

/**
 * node-schedule's timers do not count time asleep and ring that much later (its issues 600 and 632), hence `everyMinute`.
 */
export function createAlarms(): Alarms {
  return {
    at(epochMs, ring) {
      const job = scheduleJob(new Date(epochMs), ring);
      // node-schedule returns null for a time that has passed.
      if (job === null) return cancelImmediate(setImmediate(ring));
      return () => void job.cancel();
    },
    everyMinute(ring) {
      const timer = setInterval(ring, MINUTE);
      return () => clearInterval(timer);
    },
  };
}

function cancelImmediate(pending: NodeJS.Immediate): CancelAlarm {
  return () => clearImmediate(pending);
}
