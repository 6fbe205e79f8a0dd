import type { PennyrowError } from '../../platform/errors.ts';
import type { Sleep } from '../../platform/sleep.ts';

export interface TimeoutOptions {
  readonly milliseconds: number;
  readonly sleep: Sleep;
  /** What is thrown when it is over. */
  readonly over: () => PennyrowError;
  readonly signal: AbortSignal | undefined;
}

/** The outcome of `work`, which is called off when it takes longer. */
export async function withTimeout<Outcome>(
  { milliseconds, sleep, over, signal }: TimeoutOptions,
  work: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const [calledOff, finished] = [new AbortController(), new AbortController()];
  const tooLong = sleep(milliseconds, finished.signal).then(() => {
    throw over();
  });
  // The loser of the race has nobody who looks at it.
  tooLong.catch(() => undefined);
  try {
    return await Promise.race([
      work(signal === undefined ? calledOff.signal : AbortSignal.any([signal, calledOff.signal])),
      tooLong,
    ]);
  } finally {
    finished.abort();
    calledOff.abort();
  }
}
