export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
  readonly factor: number;
}

/** The wait in milliseconds before a retry. `attempt` is 1 after the first failure. */
export function backOffMs(attempt: number, { firstMs, longestMs, factor }: BackOff): number {
  return Math.min(longestMs, firstMs * factor ** Math.min(attempt - 1, 20));
}

/** Also true if the time is more than `longestMs` away, because the clock was set back since it was stored. */
export function isRetryDue(notBeforeMs: number | null, nowMs: number, longestMs: number): boolean {
  return notBeforeMs === null || notBeforeMs <= nowMs || notBeforeMs - nowMs > longestMs;
}

/** The milliseconds of a Retry-After header, which has seconds or an HTTP date (RFC 9110, 10.2.3). Null if absent or invalid. */
export function parseRetryAfter(header: string | null | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}
