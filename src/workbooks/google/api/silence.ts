import type { CallKind } from './quota.ts';

export interface SilenceLimits {
  readonly noticeMs: number;
  /** Limit for the response to one request, and between parts of a streamed response. */
  readonly requestMs: number;
  readonly totalMs: number;
  /** Limit for further requests once `totalMs` is used up. */
  readonly probeMs: number;
}

/** With these limits, a user waits at most a minute for a sync, including the start of the program and the check of a write. */
export const SILENCE_LIMITS: SilenceLimits = { noticeMs: 10_000, requestMs: 30_000, totalMs: 45_000, probeMs: 4000 };

/** Each kind has a total limit. A write without a response also uses up the limit of reads, because a read must verify it. */
const KINDS = ['read', 'write'] as const satisfies readonly CallKind[];

export type Attempt = ReturnType<ReturnType<typeof createSilenceWatch>['begin']>;

/** Remembers how long Google has been silent, so that retries share one limit. */
export function createSilenceWatch({ noticeMs, requestMs, totalMs, probeMs }: SilenceLimits, onSilence: () => void) {
  const silences = new Map<CallKind, { readonly since: number; readonly until: number }>();

  /** Watches one request, from sending it to the end of its response. */
  function begin(kind: CallKind) {
    const startedAt = performance.now();
    const limit = Math.max(probeMs, Math.min(requestMs, left(kind)));
    const over = new AbortController();
    const timeOut = (): void => over.abort(new DOMException('Google does not answer.', 'TimeoutError'));
    let timer = setTimeout(timeOut, limit);
    let notice = setTimeout(onSilence, noticeMs);
    const stop = (): void => {
      clearTimeout(timer);
      clearTimeout(notice);
    };
    return {
      /** Aborts with a TimeoutError. */
      signal: over.signal,
      noteResponse: (): void => {
        if (over.signal.aborted) return;
        stop();
        timer = setTimeout(timeOut, requestMs);
        notice = setTimeout(onSilence, noticeMs);
      },
      end: (outcome: 'answered' | 'timed-out' | 'other'): void => {
        stop();
        for (const affected of kind === 'write' ? KINDS : [kind]) {
          const since = silences.get(affected)?.since ?? startedAt;
          if (outcome === 'timed-out') silences.set(affected, { since, until: performance.now() });
          else if (outcome === 'answered') silences.delete(affected);
        }
      },
    };
  }

  function left(kind: CallKind): number {
    const silence = silences.get(kind);
    const now = performance.now();
    if (silence === undefined || now - silence.until > totalMs) {
      silences.delete(kind);
      return totalMs;
    }
    return totalMs - (now - silence.since);
  }

  return {
    begin,
    /** True if the next request of this kind gets only `probeMs`. */
    isExhausted: (kind: CallKind): boolean => left(kind) <= probeMs,
  };
}
