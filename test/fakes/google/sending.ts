import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { constants, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import type { FaultKind } from './faults.ts';
import { GoogleFault } from './google-error.ts';
import { jsonText } from './json-text.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Pieces of text, created during sending. */
  readonly body: Iterable<string>;
  readonly type: string;
}

export function jsonAnswer(
  value: unknown,
  pretty: boolean,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers, body: jsonText(value, pretty), type: 'application/json; charset=UTF-8' };
}

export function htmlAnswer(body: string, status = 200): Answer {
  return { status, headers: {}, body: [body], type: 'text/html; charset=UTF-8' };
}

export function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: [], type: 'text/html; charset=UTF-8' };
}

/** Converts any thrown error to an answer. A bug of the fake becomes a 500 with its message. */
export function faultAnswer(error: unknown, pretty: boolean): Answer {
  if (!(error instanceof GoogleFault)) {
    const message = `The fake Google broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    return jsonAnswer({ error: { code: 500, message, status: 'INTERNAL' } }, pretty, 500);
  }
  const { status, headers } = error;
  if (typeof error.body === 'string') return { ...htmlAnswer(error.body, status), headers };
  return jsonAnswer(error.body, pretty, status, headers);
}

export interface Sent {
  status: number;
  /** The number of bytes as transferred, compressed or not. */
  responseBytes: number;
  responseBytesUnpacked: number;
}

const SHORT_BYTES = 64 * 1024;
/** The output buffer of gzip for short answers; the default is larger than most of them. */
const PACKED_CHUNK = 2048;

/** Sends the answer, or simulates a fault. Counts the bytes in `sent` before the client can receive them. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault: FaultKind | null,
  sent: Sent,
): Promise<void> {
  if (fault === 'hang') return;
  if (fault === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  sent.status = answer.status;
  const isPacked = wantsGzip(request);
  response.writeHead(answer.status, {
    'content-type': answer.type,
    'cache-control': 'private',
    vary: 'Origin, X-Origin, Referer',
    ...answer.headers,
    ...(isPacked && { 'content-encoding': 'gzip' }),
  });
  const isHalf = fault === 'truncated' || fault === 'reset-midway' || fault === 'stall-midway';
  const text = isHalf ? [firstHalf(answer.body)] : answer.body;
  const pieces = counted(text, sent);
  const { beginning, isWhole } = take(pieces, SHORT_BYTES);
  if (typeof fault === 'object' && fault !== null && 'trickleMs' in fault) {
    const whole = Buffer.concat([beginning, ...pieces]);
    await trickle(response, isPacked ? gzipSync(whole) : whole, fault.trickleMs);
    return;
  }
  if (fault === 'stall-midway') {
    response.write(isPacked ? gzipSync(beginning, { finishFlush: constants.Z_SYNC_FLUSH }) : beginning);
    return;
  }
  if (isWhole && fault !== 'reset-midway') {
    // Sends a short answer without a stream, which would cost more than the rest of the work.
    const body = isPacked ? gzipSync(beginning, { level: 1, chunkSize: PACKED_CHUNK }) : beginning;
    sent.responseBytes += body.length;
    response.end(body);
    return;
  }
  const plain = Readable.from(joined(beginning, pieces));
  const counting = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      sent.responseBytes += chunk.length;
      yield chunk;
    }
    // Destroys the socket before the body's end is sent.
    if (fault === 'reset-midway') await cutOff(request, response);
  };
  try {
    await (isPacked
      ? pipeline(plain, createGzip({ level: 1 }), counting, response)
      : pipeline(plain, counting, response));
  } catch {
    // The client or the fake closed the connection.
  }
}

/** Like Google, compresses for a program other than a browser only if its User-Agent contains "gzip". */
function wantsGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '') && /gzip|Mozilla/.test(headers['user-agent'] ?? '');
}

function* counted(body: Iterable<string>, sent: Sent): Generator<Buffer, undefined> {
  for (const piece of body) {
    const bytes = Buffer.from(piece);
    sent.responseBytesUnpacked += bytes.length;
    yield bytes;
  }
}

/** Joins the first pieces until they reach `most` bytes; `isWhole` is true if none is left. */
function take(pieces: Iterator<Buffer>, most: number): { readonly beginning: Buffer; readonly isWhole: boolean } {
  const chunks: Buffer[] = [];
  for (let bytes = 0; bytes < most; bytes += chunks.at(-1)?.length ?? 0) {
    const { value, done = false } = pieces.next();
    if (done) return { beginning: Buffer.concat(chunks), isWhole: true };
    chunks.push(value);
  }
  return { beginning: Buffer.concat(chunks), isWhole: false };
}

function* joined(beginning: Buffer, rest: Iterable<Buffer>): Generator<Buffer> {
  if (beginning.length > 0) yield beginning;
  yield* rest;
}

function firstHalf(body: Iterable<string>): string {
  const whole = [...body].join('');
  return whole.slice(0, Math.floor(whole.length / 2));
}

async function trickle(response: ServerResponse, body: Buffer, milliseconds: number): Promise<void> {
  const size = Math.ceil(body.length / 10);
  for (let at = 0; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    await pause(milliseconds, undefined, { ref: false });
  }
  response.end();
}

/** Waits until written data has arrived, then breaks the connection. */
async function cutOff(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  await pause(20);
  request.socket.destroy();
}

const MOST = 50 * 1024 * 1024;

/** Reads and decompresses the body of a request. */
export async function received(request: IncomingMessage): Promise<{ text: string; bytes: number }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST) throw new GoogleFault(413, 'Request too large');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  return { text: (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString(), bytes };
}
