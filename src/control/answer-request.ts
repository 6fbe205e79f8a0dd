import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { problem } from '../messages/problem.ts';
import { PennyrowError, reportOf, toPennyrowError } from '../platform/errors.ts';
import type { Control } from './control.ts';
import type { Caller } from './handler.ts';

/** Inputs are small; anything larger is a mistake or an attack. */
const MAX_INPUT_BYTES = 1_000_000;

/**
 * The HTTP form of control, the same over the local socket and in an https session; who may ask is the
 * carrier's business. `path` is what follows the carrier's own prefix:
 *
 *   POST call/<procedure>  input as JSON → 200 { result }, else 4xx or 500 { problem }
 *   POST files/<name>      a statement file's content → 200 { result: UploadedFile }, else the same
 *   GET  events            server-sent events, each a ControlEvent as JSON
 *
 * `isStillAllowed` is asked once the body has arrived, since the session may end meanwhile.
 */
export async function answerRequest(
  control: Control,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  caller: Caller,
  isStillAllowed: () => boolean = () => true,
): Promise<void> {
  if (request.method === 'GET' && path === 'events') {
    streamEvents(control, response);
    return;
  }
  const [, kind, name] = /^(call|files)\/([^/]+)$/.exec(path) ?? [];
  try {
    if (name === undefined || request.method !== 'POST') throw new PennyrowError(problem('input_not_found', {}));
    const gone = new AbortController();
    response.once('close', () => {
      // After an answer that went out nobody is left to be told, and what an abort makes of itself costs more than the answer.
      if (!response.writableFinished) gone.abort();
    });
    let result: unknown;
    if (kind === 'files') {
      const content = endingAllowed(request, isStillAllowed);
      result = await control.receive(decodeURIComponent(name), content, gone.signal);
    } else {
      const input = await readInput(request);
      if (!isStillAllowed()) throw signedOut();
      result = await control.call(name, input, gone.signal, caller);
    }
    send(response, 200, { result });
  } catch (thrown) {
    const told = reportOf(toPennyrowError(thrown));
    send(response, STATUS[told.code] ?? 400, { problem: told });
  }
}

const STATUS: Readonly<Record<string, number>> = { internal_error: 500, page_signed_out: 401 };

/** The pieces of a body that arrives slowly. Throws `page_signed_out` at its end if the session is over by then. */
async function* endingAllowed(
  content: AsyncIterable<Uint8Array>,
  isStillAllowed: () => boolean,
): AsyncGenerator<Uint8Array> {
  yield* content;
  if (!isStillAllowed()) throw signedOut();
}

function signedOut(): PennyrowError {
  return new PennyrowError(problem('page_signed_out', {}));
}

/** The JSON of a small body. Throws PennyrowError `input_too_large` and `input_not_json`. */
export async function readInput(request: IncomingMessage): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? Infinity) > MAX_INPUT_BYTES) {
    throw new PennyrowError(problem('input_too_large', { reason: 'other' }));
  }
  try {
    return await json(request);
  } catch (thrown) {
    throw new PennyrowError(problem('input_not_json', {}), { cause: thrown });
  }
}

/** A page that takes no events is disconnected. It connects again and loads everything. */
const MAX_UNREAD_EVENT_BYTES = 256 * 1024;

function streamEvents(control: Control, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
  response.write(': connected\n\n');
  const stop = control.subscribe((event) => {
    if (response.writableLength > MAX_UNREAD_EVENT_BYTES) response.destroy();
    else if (!response.destroyed) response.write(`data: ${JSON.stringify(event)}\n\n`);
  });
  response.once('close', stop);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  // What nobody reads on of a refused file must not stand in the way of the next request.
  const after = response.req.complete ? {} : { Connection: 'close' };
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...after,
  });
  response.end(bytes);
}
