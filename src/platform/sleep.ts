import { setTimeout as pause } from 'node:timers/promises';

/** Waits; rejects with an AbortError as soon as the signal ends. Tests hand in one that takes no time. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/**
 * Holds the process: for a command that waits before it tries again there may be nothing else that does, and it would end
 * without a word. What should end before the time has passed ends the signal.
 */
export const systemSleep: Sleep = async (milliseconds, signal) => {
  await pause(milliseconds, undefined, signal === undefined ? {} : { signal });
};
