import { scheduleJob } from 'node-schedule';

export interface Alarms {
  at(epochMs: number, ring: () => void): CancelAlarm;
  everyMinute(ring: () => void): CancelAlarm;
}

export type CancelAlarm = () => void;

const MINUTE = 60_000;

/** Alarms are late after sleep, because the timers of node-schedule stop during sleep. Use `everyMinute` to detect that. */
export function createAlarms(): Alarms {
  return {
    at(epochMs, ring) {
      const job = scheduleJob(new Date(epochMs), ring);
      // `scheduleJob` returns null for a time in the past. The alarm is then due at once.
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
