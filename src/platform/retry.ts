export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
  readonly factor: number;
}

/** The wait before a retry. `attempt` counts from 1. */
export function backOffMs(attempt: number, { firstMs, longestMs, factor }: BackOff): number {
  return Math.min(longestMs, firstMs * factor ** Math.min(attempt - 1, 20));
}

/** Also true for a time beyond `longestMs`: a clock that was set back must not delay retries for long. */
export function isRetryDue(notBeforeMs: number | null, nowMs: number, longestMs: number): boolean {
  return notBeforeMs === null || notBeforeMs <= nowMs || notBeforeMs - nowMs > longestMs;
}

/** The wait that a Retry-After header asks for (RFC 9110, 10.2.3): seconds or an HTTP date. Null if absent or unreadable. */
export function parseRetryAfter(header: string | null | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}
