import type { CallKind } from './quota.ts';

/** How long Pennyrow waits for a Google that says nothing; milliseconds of real time, as those of every time-out of a request. */
export interface SilenceLimits {
  /** After so long a person is told what the wait is for. */
  readonly noticeMs: number;
  /** For one request to be answered, and for the next piece of a streamed answer. */
  readonly requestMs: number;
  /** For one request and those that repeat it, with the waits between them. */
  readonly totalMs: number;
  /** For a request after all that: Google may speak again. */
  readonly probeMs: number;
}

/** A person waits for a sync a minute at most: this, a last look at what was written, and the start of the program. */
export const SILENCE_LIMITS: SilenceLimits = { noticeMs: 10_000, requestMs: 30_000, totalMs: 45_000, probeMs: 4000 };

/** A silent write is followed by reads that look for it; an answered read says nothing about writes. */
const KINDS = ['read', 'write'] as const satisfies readonly CallKind[];

interface Silence {
  readonly since: number;
  readonly until: number;
}

/** One request, from when it is sent to the end of its answer. */
export interface Attempt {
  /** Ends with a TimeoutError once Google has been silent for too long. */
  readonly signal: AbortSignal;
  /** Something came. */
  heard(): void;
  end(outcome: 'answered' | 'timed-out' | 'other'): void;
}

/** Remembers for how long Google has not answered, so that requests which repeat each other share one limit. */
export class SilenceWatch {
  readonly #limits: SilenceLimits;
  readonly #onSilence: () => void;
  readonly #silences = new Map<CallKind, Silence>();

  /** `onSilence`: a request has waited for `noticeMs`. */
  constructor(silenceLimits: SilenceLimits, onSilence: () => void) {
    this.#limits = silenceLimits;
    this.#onSilence = onSilence;
  }

  /** True if another request of the kind has to do with `probeMs`. */
  isExhausted(kind: CallKind): boolean {
    return this.#left(kind) <= this.#limits.probeMs;
  }

  begin(kind: CallKind): Attempt {
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
      signal: over.signal,
      heard: () => {
        if (over.signal.aborted) return;
        stop();
        timer = setTimeout(timeOut, requestMs);
        notice = setTimeout(this.#onSilence, noticeMs);
      },
      end: (outcome) => {
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
    // Requests sent that long ago do not count for this one.
    if (silence === undefined || now - silence.until > totalMs) {
      this.#silences.delete(kind);
      return totalMs;
    }
    return totalMs - (now - silence.since);
  }
}
