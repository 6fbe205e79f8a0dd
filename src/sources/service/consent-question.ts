import { timingSafeEqual } from 'node:crypto';
import { oneLine } from '../../core/one-line.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { GrantedAccess, SourceQuestion } from '../source-kind.ts';

/** Enough to sign in at a bank and to approve it in the bank's app. */
const LONGEST_MS = 20 * 60_000;

/** Where the bank sends the browser, unless told otherwise. */
export const REDIRECT_URL = 'https://localhost:28400/consent';

export interface ConsentAsked {
  readonly host: string;
  /** The page that a person is sent to. */
  readonly url: string;
  /** What the answer carries to show that it belongs to this question: the name of a parameter, and its value. */
  readonly mark: readonly [name: string, value: string];
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** From the answer's parameters to what was granted; null when they say no. */
  granted(parameters: URLSearchParams): Promise<GrantedAccess> | null;
  /** Takes back at the service what was begun there, when nothing comes of the question. What it throws is of no concern. */
  withdraw?(): Promise<void>;
}

/** A person is asked on a page of a service, which then sends the browser on with an answer. */
export function consentQuestion({ host, url, mark, nowMs, granted: read, withdraw }: ConsentAsked): SourceQuestion {
  const { promise: granted, resolve, reject } = Promise.withResolvers<GrantedAccess>();
  // Also where whoever began is gone before anyone waits.
  granted.catch(() => withdraw?.().catch(() => undefined));
  let isOver = false;
  const end = (reason: 'cancelled' | 'timeout'): void => {
    clearTimeout(timer);
    if (!isOver) reject(failed(host, reason));
    isOver = true;
  };
  const timer = setTimeout(() => end('timeout'), LONGEST_MS);
  return {
    url,
    expiresAt: nowMs + LONGEST_MS,
    granted,
    receive: (address) => {
      if (isOver) throw failed(host, 'other');
      const [name, value] = mark;
      const parameters = parametersOf(address, name, host);
      if (!isEqual(parameters.get(name) ?? '', value)) throw failed(host, 'state');
      clearTimeout(timer);
      isOver = true;
      const result = read(parameters);
      if (result !== null) resolve(result);
      else reject(failed(host, 'denied', wordsOf(parameters)));
    },
    end: () => end('cancelled'),
  };
}

function wordsOf(parameters: URLSearchParams): string | null {
  return parameters.get('error_description') ?? parameters.get('details') ?? parameters.get('error');
}

/** People copy with quotes and line breaks, or only what follows the question mark. */
function parametersOf(address: string, name: string, host: string): URLSearchParams {
  const text = address.replaceAll(/\s/g, '').replace(/^["'<]+|["'>]+$/g, '');
  const parameters = URL.parse(text)?.searchParams ?? new URLSearchParams(text.replace(/^.*\?/, ''));
  if (parameters.has(name)) return parameters;
  throw failed(host, 'address');
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function failed(
  host: string,
  reason: 'address' | 'cancelled' | 'denied' | 'other' | 'state' | 'timeout',
  words: string | null = null,
): PennyrowError {
  return new PennyrowError(
    problem('source_consent_failed', { reason, host, words: words === null ? null : oneLine(words, 200) || null }),
  );
}
