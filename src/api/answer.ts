import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '../contract/v2/problem.ts';

/** Why a request is not done; the body of the answer is `{error}` and nothing else. */
export interface Refusal {
  readonly status: number;
  /** For people: what is wrong, and what to do where that can be told. Never a secret. */
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of an answer in pieces, so that nothing large is ever copied together. */
export interface BodyParts {
  readonly parts: readonly (string | Uint8Array)[];
  /** Bytes of all parts together. */
  readonly length: number;
}

type Headers = Readonly<Record<string, string>>;

// JSON is never to be sniffed, embedded by foreign pages, or given to another token's holder. A cache may
// keep it, but has to ask each time, which a 304 answers. No Strict-Transport-Security: it would speak for
// every other service on localhost.
const COMMON = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization',
};

export function sendJson(response: ServerResponse, body: object, headers?: Headers): void {
  sendText(response, 200, JSON.stringify(body), headers);
}

export function sendText(response: ServerResponse, status: number, text: string, headers?: Headers): void {
  response.writeHead(status, { ...COMMON, ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text);
}

export function sendParts(response: ServerResponse, body: BodyParts, headers: Headers): void {
  response.writeHead(200, { ...COMMON, ...headers, 'Content-Length': body.length });
  if (body.length > SMALL_BYTES) {
    void sendSlowly(response, body.parts);
    return;
  }
  response.cork();
  for (const part of body.parts) response.write(part);
  response.end();
}

/** Written at once: TLS copies all of it, for each connection. */
const SMALL_BYTES = 256 * 1024;
/** For the whole of a large answer. Until a client has read it, its parts stay in memory even if the rows have changed. */
const LARGE_ANSWER_MS = 60_000;

/** Hands the connection a piece at a time and waits until the client has taken it, so that unread answers take no memory. */
async function sendSlowly(response: ServerResponse, parts: BodyParts['parts']): Promise<void> {
  const timeout = setTimeout(() => response.destroy(), LARGE_ANSWER_MS).unref();
  response.once('close', () => clearTimeout(timeout));
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    for (let at = 0; at < bytes.length; at += SMALL_BYTES) {
      if (response.destroyed) return;
      if (!response.write(bytes.subarray(at, at + SMALL_BYTES))) await drained(response);
    }
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

export function refuse(response: ServerResponse, refusal: Refusal): void {
  const body: Problem = { error: refusal.error };
  sendText(response, refusal.status, JSON.stringify(body), { ...refusal.headers, 'Cache-Control': 'no-store' });
}

/** Answers 304 when the client holds what `headers.ETag` names already; false when it does not. */
export function sendNotModified(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Headers & { readonly ETag: string },
): boolean {
  const held = request.headers['if-none-match'];
  if (held === undefined || !names(held, headers.ETag)) return false;
  const { 'Content-Type': _none, ...common } = COMMON;
  response.writeHead(304, { ...common, ...headers }).end();
  return true;
}

/** RFC 9110, 13.1.2: a list or `*`, compared weakly. */
function names(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
