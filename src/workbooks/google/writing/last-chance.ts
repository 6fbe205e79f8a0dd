import type { PennyrowError } from '../../../platform/errors.ts';
import type { Sleep } from '../../../platform/sleep.ts';

export interface LastChanceOptions {
  readonly signal: AbortSignal | undefined;
  readonly milliseconds: number;
  readonly sleep: Sleep;
  /** Creates the error for a deadline that has passed. */
  readonly over: () => PennyrowError;
}

/** A signal that ends some time after the given one has. To be closed, so that nothing waits for that any more. */
export function lastChance({ signal, milliseconds, sleep, over }: LastChanceOptions): {
  readonly signal: AbortSignal;
  close(): void;
} {
  const [late, closed] = [new AbortController(), new AbortController()];
  const begin = (): void => {
    sleep(milliseconds, closed.signal).then(
      () => late.abort(over()),
      () => undefined,
    );
  };
  if (signal?.aborted === true) begin();
  else signal?.addEventListener('abort', begin, { once: true, signal: closed.signal });
  return { signal: late.signal, close: () => closed.abort() };
}
