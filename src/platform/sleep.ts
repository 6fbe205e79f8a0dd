import { setTimeout as pause } from 'node:timers/promises';

/** Waits; rejects with an AbortError when the signal aborts. Tests inject a sleep that does not wait. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** The timer keeps the process alive: without it, a command that waits before a retry could end. */
export const systemSleep: Sleep = async (milliseconds, signal) => {
  await pause(milliseconds, undefined, signal === undefined ? {} : { signal });
};
