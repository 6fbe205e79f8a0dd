import { setTimeout as pause } from 'node:timers/promises';

/** Rejects with an AbortError when the signal aborts. Tests pass a sleep that does not wait. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** The timer is not unref'd, so that a command does not exit while it waits before a retry. */
export const systemSleep: Sleep = async (milliseconds, signal) => {
  await pause(milliseconds, undefined, signal === undefined ? {} : { signal });
};
