import type { CallKind } from './quota.ts';

export interface SilenceLimits {
  readonly noticeMs: number;
  /** Limit for the response to one request, and between parts of a streamed response. */
  readonly requestMs: number;
  readonly totalMs: number;
  /** Limit for further requests once `totalMs` is used up. */
  readonly probeMs: number;
}

/** Together with the final check of a write and the start of the program, these limits let a user wait at most a minute for a sync. */
export const SILENCE_LIMITS: SilenceLimits = { noticeMs: 10_000, requestMs: 30_000, totalMs: 45_000, probeMs: 4000 };

/** Reads verify a silent write, so a write affects both kinds. An answered read says nothing about writes. */
const KINDS = ['read', 'write'] as const satisfies readonly CallKind[];

interface Silence {
  readonly since: number;
  readonly until: number;
}

export type Attempt = ReturnType<SilenceWatch['begin']>;

/** Remembers how long Google has been silent, so that retries share one limit. */
export class SilenceWatch {
  readonly #limits: SilenceLimits;
  readonly #onSilence: () => void;
  readonly #silences = new Map<CallKind, Silence>();

  constructor(silenceLimits: SilenceLimits, onSilence: () => void) {
    this.#limits = silenceLimits;
    this.#onSilence = onSilence;
  }

  /** True if the next request of this kind gets only `probeMs`. */
  isExhausted(kind: CallKind): boolean {
    return this.#left(kind) <= this.#limits.probeMs;
  }

  /** One request, from sending it to the end of its response. */
  begin(kind: CallKind) {
    const { noticeMs, requestMs, probeMs } = this.#limits;
    const startedAt = performance.now();
    const limit = Math.max(probeMs, Math.min(requestMs, this.#left(kind)));
    const over = new AbortController();
    const timeOut = (): void => over.abort(new DOMException('Google does not answer.', 'TimeoutError'));
    let timer = setTimeout(timeOut, limit);
    let notice = setTimeout(this.#onSilence, noticeMs);
    const stop = (): void => {
      clearTimeout(timer);
      clearTimeout(notice);
    };
    return {
      /** Aborts with a TimeoutError. */
      signal: over.signal,
      heard: (): void => {
        if (over.signal.aborted) return;
        stop();
        timer = setTimeout(timeOut, requestMs);
        notice = setTimeout(this.#onSilence, noticeMs);
      },
      end: (outcome: 'answered' | 'timed-out' | 'other'): void => {
        stop();
        for (const affected of kind === 'write' ? KINDS : [kind]) {
          const since = this.#silences.get(affected)?.since ?? startedAt;
          if (outcome === 'timed-out') this.#silences.set(affected, { since, until: performance.now() });
          else if (outcome === 'answered') this.#silences.delete(affected);
        }
      },
    };
  }

  #left(kind: CallKind): number {
    const { totalMs } = this.#limits;
    const silence = this.#silences.get(kind);
    const now = performance.now();
    if (silence === undefined || now - silence.until > totalMs) {
      this.#silences.delete(kind);
      return totalMs;
    }
    return totalMs - (now - silence.since);
  }
}
