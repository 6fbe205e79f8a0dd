import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Problem } from '../contract/v2/problem.ts';
import type { Duplex } from 'node:stream';

export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response body in parts, so that a large one need not be copied into one buffer. `length`: in bytes. */
export interface BodyParts {
  readonly parts: readonly (string | Uint8Array)[];
  readonly length: number;
}

type Headers = Readonly<Record<string, string>>;

// Strict-Transport-Security is missing on purpose: it would force https on all other services on localhost.
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

/** Writes at most this many bytes at once, because TLS copies each write in memory. */
const SMALL_BYTES = 256 * 1024;
/** The client must read a large answer within a minute, because an unread answer keeps its rows in memory. */
const LARGE_ANSWER_MS = 60_000;

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

export function sendNotModified(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Headers & { readonly ETag: string },
): boolean {
  const clientTag = request.headers['if-none-match'];
  if (clientTag === undefined || !names(clientTag, headers.ETag)) return false;
  const { 'Content-Type': _none, ...common } = COMMON;
  response.writeHead(304, { ...common, ...headers }).end();
  return true;
}

function names(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** After an error response, the client has this long to read it. */
const LINGER_MILLISECONDS = 1000;

/** Sends an error and closes the socket after a moment: closing it with unread bytes would discard the response. */
export function endWithError(
  socket: Duplex,
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
  method = '',
): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ error });
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${method === 'HEAD' ? '' : body}`);
  endAfterReading(socket);
}

export function endAfterReading(socket: Duplex): void {
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS);
  socket.once('close', () => clearTimeout(timer));
}
