import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from './answer.ts';

export type RequestBody = { readonly value: unknown } | { readonly refusal: Refusal };

const LIMIT_KIB = 16;

type Parser = (request: IncomingMessage, response: ServerResponse, done: (problem?: unknown) => void) => void;

let loading: Promise<Parser> | null = null;

/** Express comes with the first body: a start, and requests that only read, do without it. */
async function loadParser(): Promise<Parser> {
  const { json } = await import('express');
  // The type is checked before, and a compressed body could grow beyond the limit's purpose.
  return json({ limit: `${LIMIT_KIB}kb`, strict: false, inflate: false, type: () => true }) as Parser;
}

/** The JSON value of the request's body; undefined when it has none. */
export async function readBody(request: IncomingMessage, response: ServerResponse): Promise<RequestBody> {
  if (!hasBody(request)) return { value: undefined };
  const type = request.headers['content-type'];
  if (type === undefined || !/^application\/json *(;|$)/i.test(type)) {
    return {
      refusal: { status: 415, error: 'Send the body as JSON, with the header "Content-Type: application/json".' },
    };
  }
  loading ??= loadParser();
  const parse = await loading;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  parse(request, response, resolve);
  const problem = await promise;
  return problem === undefined ? { value: (request as { body?: unknown }).body } : { refusal: bodyRefusal(problem) };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function bodyRefusal(problem: unknown): Refusal {
  const status = problem instanceof Error && 'status' in problem ? problem.status : undefined;
  switch (status) {
    case 413:
      return { status, error: `The body is too large; at most ${LIMIT_KIB} KiB are taken.` };
    case 415:
      return { status, error: 'Send the body uncompressed, as JSON in UTF-8.' };
    case 400:
      return { status, error: 'The body is not valid JSON.' };
    default:
      throw problem;
  }
}
