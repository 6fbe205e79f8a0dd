import type { Failure } from './failure.ts';
import { isLimit } from './google-errors.ts';

/**
 * The wait before the next attempt, in milliseconds; null when another one is of no use. `attempt`: how many there
 * were. Truncated exponential backoff with jitter, as Google asks for; `Retry-After` is obeyed where it is sent.
 *
 * `random` gives numbers from 0 to below 1.
 */
export function waitBeforeRetry(failure: Failure, attempt: number, random: () => number): number | null {
  if (attempt > retriesFor(failure)) return null;
  const { retryAfterMs } = failure;
  if (retryAfterMs !== null) return retryAfterMs > LONGEST_RETRY_AFTER_MS ? null : retryAfterMs + random() * JITTER_MS;
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + random() / 2) + random() * JITTER_MS;
}

const FIRST_MS = 1000;
const LONGEST_MS = 64_000;
const JITTER_MS = 1000;

/** A caller that is asked to stay away longer comes back with the next sync. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** Together more than the minute after which Google's limits start over: 1 + 2 + 4 + 8 + 16 + 32 + 64 seconds, half of it at least. */
const RETRIES_AT_A_LIMIT = 7;
const RETRIES_AT_A_FAULT = 4;
/** Without a network the mirror is served, and somebody waits for it. */
const RETRIES_WITHOUT_ANSWER = 2;

function retriesFor(failure: Failure): number {
  if (isLimit(failure)) return RETRIES_AT_A_LIMIT;
  if (failure.status === null) return failure.reason === 'TimeoutError' ? 1 : RETRIES_WITHOUT_ANSWER;
  return failure.status >= 500 || failure.status === 408 ? RETRIES_AT_A_FAULT : 0;
}
