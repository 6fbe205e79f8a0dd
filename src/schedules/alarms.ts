import { scheduleJob } from 'node-schedule';

/** Where time comes from: the wall clock's alarms here, a clock turned by hand in tests. */
export interface Alarms {
  /** Rings once when the wall clock gets there; at once when it is past. It may ring late, never early. */
  at(epochMs: number, ring: () => void): CancelAlarm;
  /** Rings every minute, for whatever an alarm slept through. */
  everyMinute(ring: () => void): CancelAlarm;
}

export type CancelAlarm = () => void;

const MINUTE = 60_000;

/**
 * Alarms by node-schedule. Its timers stand still while the machine sleeps and ring that much later
 * (https://github.com/node-schedule/node-schedule/issues/600 and 632), hence the minute.
 */
export function createAlarms(): Alarms {
  return {
    at(epochMs, ring) {
      const job = scheduleJob(new Date(epochMs), ring);
      // There is no job for a moment that has just passed.
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
