import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { createError, reportOf, toPennyrowError } from '../platform/errors.ts';
import type { Control } from './control.ts';
import type { Caller } from './handler.ts';

/** The maximum size of a JSON body. Valid inputs are far smaller. */
const MAX_INPUT_BYTES = 1_000_000;

/** Answers `POST call/<procedure>`, `POST files/<name>` and `GET events`. The user may sign out during an upload: see `isStillAllowed`. */
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
    if (name === undefined || request.method !== 'POST')
      throw createError('input_unknown_procedure', { procedure: path });
    const gone = new AbortController();
    response.once('close', () => {
      // Does not abort after a complete response, because an abort takes longer than the response.
      if (!response.writableFinished) gone.abort();
    });
    let result: unknown;
    if (kind === 'files') {
      const content = endingAllowed(request, isStillAllowed);
      result = await control.receive(decodeURIComponent(name), content, gone.signal);
    } else {
      const input = await readInput(request);
      if (!isStillAllowed()) throw createError('page_signed_out', {});
      result = await control.call(name, input, gone.signal, caller);
    }
    send(response, 200, { result });
  } catch (thrown) {
    const failure = reportOf(toPennyrowError(thrown));
    send(response, STATUS[failure.code] ?? 400, { problem: failure });
  }
}

const STATUS: Readonly<Record<string, number>> = { internal_error: 500, page_signed_out: 401 };

async function* endingAllowed(
  content: AsyncIterable<Uint8Array>,
  isStillAllowed: () => boolean,
): AsyncGenerator<Uint8Array> {
  yield* content;
  if (!isStillAllowed()) throw createError('page_signed_out', {});
}

export async function readInput(request: IncomingMessage): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? Infinity) > MAX_INPUT_BYTES)
    throw createError('input_too_large', { reason: 'other' });
  try {
    return await json(request);
  } catch (thrown) {
    throw createError('input_not_json', {}, { cause: thrown });
  }
}

/** A page with more unread events than this is disconnected, and then reconnects and reloads its data. */
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

/** If the request body was not read completely, closes the connection: the next request would have to wait for the rest of that body. */
export function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  const after = response.req.complete ? {} : { Connection: 'close' };
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...after,
  });
  response.end(bytes);
}
