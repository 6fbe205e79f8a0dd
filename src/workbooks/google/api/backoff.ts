import { backOffMs } from '../../../platform/retry.ts';
import type { Failure } from './failure.ts';
import { isLimit } from './google-errors.ts';

export function waitBeforeRetry(failure: Failure, attempt: number, random: () => number): number | null {
  if (attempt > retriesFor(failure)) return null;
  const { retryAfterMs } = failure;
  if (retryAfterMs !== null) return retryAfterMs > LONGEST_RETRY_AFTER_MS ? null : retryAfterMs + random() * JITTER_MS;
  return backOffMs(attempt, BACK_OFF) * (0.5 + random() / 2) + random() * JITTER_MS;
}

const BACK_OFF = { firstMs: 1000, longestMs: 64_000, factor: 2 };
const JITTER_MS = 1000;

/** If Google asks for a longer wait, the call fails and the next sync retries it. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** Google resets its limits each minute. Seven waits, each at least half of 1, 2, 4, … 64 seconds, exceed a minute. */
const RETRIES_AT_A_LIMIT = 7;
const RETRIES_AT_A_FAULT = 4;
/** Few, because without a network a user waits for these retries before Pennyrow serves the stored snapshot. */
const RETRIES_WITHOUT_ANSWER = 2;

function retriesFor(failure: Failure): number {
  if (isLimit(failure)) return RETRIES_AT_A_LIMIT;
  if (failure.status === null) return failure.reason === 'TimeoutError' ? 1 : RETRIES_WITHOUT_ANSWER;
  return failure.status >= 500 || failure.status === 408 ? RETRIES_AT_A_FAULT : 0;
}
