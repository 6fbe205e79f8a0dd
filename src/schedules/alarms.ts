import { scheduleJob } from 'node-schedule';

export interface Alarms {
  at(epochMs: number, ring: () => void): CancelAlarm;
  everyMinute(ring: () => void): CancelAlarm;
}

export type CancelAlarm = () => void;

const MINUTE = 60_000;

/** node-schedule's timers do not count time asleep (its issues 600 and 632), hence `everyMinute`. */
export function createAlarms(): Alarms {
  return {
    at(epochMs, ring) {
      const job = scheduleJob(new Date(epochMs), ring);
      // node-schedule returns null for a time in the past.
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
