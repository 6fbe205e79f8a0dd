import { setTimeout as pause } from 'node:timers/promises';

/** Waits; rejects with an AbortError as soon as the signal ends. Tests hand in one that takes no time. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Does not keep the process alive: whoever waits for something holds it open by what it waits for. */
export const systemSleep: Sleep = async (milliseconds, signal) => {
  await pause(milliseconds, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) });
};
