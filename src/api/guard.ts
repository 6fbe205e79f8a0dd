import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import type { Endpoint } from '../contract/v2/endpoints.ts';
import { describeProblem } from '../contract/v2/problem.ts';
import type { Clock } from '../platform/clock.ts';
import { hasCode } from '../platform/errors.ts';
import { refuse, type Refusal } from './answer.ts';
import { TOKEN_ENDED, type Authentication, type Grant } from './authenticate.ts';

export type Guarded = Pick<Endpoint, 'scope' | 'query' | 'body'>;

export interface Call<E extends Guarded> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly accountId: string;
  readonly grant: Grant;
  readonly query: z.output<NonNullable<E['query']>>;
  readonly body: z.output<NonNullable<E['body']>>;
}

export type Handler<E extends Guarded> = (call: Call<E>) => Promise<Refusal | null> | Refusal | null;

export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface GuardOptions {
  readonly authenticate: (request: IncomingMessage) => Authentication;
  readonly isStillGranted: (grant: Grant) => boolean;
  readonly clock: Clock;
  /** Called for each request with a valid token. */
  readonly recognized: (request: IncomingMessage) => void;
  readonly report: (problem: unknown) => void;
}

export function createGuard({ authenticate, isStillGranted, clock, recognized, report }: GuardOptions) {
  const delay = createGuessDelay();

  return <E extends Guarded>(endpoint: E, handler: Handler<E>): Listener => {
    const serve = async (request: IncomingMessage, response: ServerResponse): Promise<Refusal | null> => {
      const authentication = authenticate(request);
      if ('refusal' in authentication) {
        if (authentication.guessed)
          await sleep(delay.failed(request.socket.remoteAddress ?? '', clock.now()), undefined, { ref: false });
        return authentication.refusal;
      }
      recognized(request);
      const { grant } = authentication;
      const { accountId, scopes } = grant;
      if (!scopes.includes(endpoint.scope)) return missingScope(endpoint);

      const query = parseQuery(endpoint, request);
      if ('refusal' in query) return query.refusal;
      const read = endpoint.body === undefined ? NOTHING : await readBody(request, response);
      if (endpoint.body !== undefined && !isStillGranted(grant)) return TOKEN_ENDED;
      const body = 'refusal' in read ? read : parseBody(endpoint, read.value);
      if ('refusal' in body) return body.refusal;

      const call = { request, response, accountId, grant, query: query.value, body: body.value };
      return handler(call as Call<E>);
    };

    return async (request, response) => {
      try {
        const refusal = await serve(request, response);
        if (refusal !== null) refuse(response, refusal);
      } catch (thrown) {
        report(thrown);
        if (response.headersSent) response.destroy();
        else refuse(response, refusalOf(thrown));
      }
    };
  };
}

/** The response to an unexpected error. It omits the cause, which only the log contains. */
export const INTERNAL: Refusal = {
  status: 500,
  error: 'Something went wrong inside Pennyrow. See its log for details.',
};

/** The message of the error if the user can solve it, otherwise a general message. */
function refusalOf(thrown: unknown): Refusal {
  return hasCode(thrown, 'store_damaged', 'store_mirror_damaged')
    ? { status: 503, error: `${thrown.message} ${thrown.remedy}` }
    : INTERNAL;
}

type Parsed<Value = unknown> = { readonly value: Value } | { readonly refusal: Refusal };

const NOTHING: Parsed = { value: {} };

function missingScope({ scope }: Guarded): Refusal {
  return { status: 403, error: `This API token lacks the scope "${scope}". Make one that has it.` };
}

function parseQuery({ query }: Guarded, { url = '' }: IncomingMessage): Parsed {
  if (query === undefined) return NOTHING;
  const read = readQuery(url);
  return 'refusal' in read ? read : check(query, read.value);
}

function parseBody({ body }: Guarded, value: unknown): Parsed {
  return body === undefined ? NOTHING : check(body, value === undefined ? {} : value);
}

function check(schema: z.ZodMiniType, value: unknown): Parsed {
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : { refusal: { status: 400, error: describeProblem(parsed.error) } };
}

const WINDOW_MS = 60_000;
const FREE_FAILURES = 10;
const LONGEST_MS = 1000;
const MOST_REMOTES = 1000;

/** `failed` returns the delay in milliseconds of a response to an invalid token, which slows down programs that guess tokens. */
export function createGuessDelay() {
  const failures = new Map<string, { since: number; count: number }>();
  return {
    failed: (remote: string, nowMs: number): number => {
      let entry = failures.get(remote);
      if (entry === undefined || Math.abs(nowMs - entry.since) > WINDOW_MS) {
        if (failures.size >= MOST_REMOTES) failures.clear();
        entry = { since: nowMs, count: 0 };
        failures.set(remote, entry);
      }
      entry.count += 1;
      return entry.count <= FREE_FAILURES ? 0 : Math.min(LONGEST_MS, 10 * 2 ** (entry.count - FREE_FAILURES));
    },
  };
}

function readQuery(url: string): Parsed<Record<string, string>> {
  const start = url.indexOf('?');
  if (start === -1) return { value: {} };
  const entries = [...new URLSearchParams(url.slice(start))];
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length) {
    const repeated = entries.find(([name], index) => entries.findIndex(([other]) => other === name) < index);
    return {
      refusal: { status: 400, error: `The parameter ${JSON.stringify(repeated?.[0])} is given more than once.` },
    };
  }
  return { value: Object.fromEntries(entries) };
}

const LIMIT_KIB = 16;

type Parser = (request: IncomingMessage, response: ServerResponse, done: (problem?: unknown) => void) => void;

let loading: Promise<Parser> | null = null;

/** Loads the body parser of Express with the first request that has a body. */
async function loadParser(): Promise<Parser> {
  const { json } = await import('express');
  // `inflate: false` rejects compressed bodies, which could expand to a huge size.
  return json({ limit: `${LIMIT_KIB}kb`, strict: false, inflate: false, type: () => true }) as Parser;
}

/** The value is undefined if the request has no body. */
async function readBody(request: IncomingMessage, response: ServerResponse): Promise<Parsed> {
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
