import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import type { Endpoint } from '../contract/v2/endpoints.ts';
import { describeProblem } from '../contract/v2/messages.ts';
import type { Clock } from '../platform/clock.ts';
import { PennyrowError } from '../platform/errors.ts';
import { refuse, type Refusal } from './answer.ts';
import { TOKEN_ENDED, type Authentication } from './authenticate.ts';
import type { Grant } from './grant.ts';
import { createGuessDelay } from './guess-delay.ts';
import { readQuery } from './query.ts';
import { readBody } from './request-body.ts';

/** What of an endpoint is checked before its handler. */
export type Guarded = Pick<Endpoint, 'scope' | 'query' | 'body'>;

/** A request that passed every check of its endpoint. */
export interface Call<E extends Guarded> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly accountId: string;
  readonly grant: Grant;
  readonly query: z.output<NonNullable<E['query']>>;
  readonly body: z.output<NonNullable<E['body']>>;
}

/** Answers the call and returns null, or returns why not. */
export type Handler<E extends Guarded> = (call: Call<E>) => Promise<Refusal | null> | Refusal | null;

export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface GuardOptions {
  readonly authenticate: (request: IncomingMessage) => Authentication;
  /** False once the token was revoked or has expired. */
  readonly isStillGranted: (grant: Grant) => boolean;
  readonly clock: Clock;
  /** Told of each request with a good token. */
  readonly recognised: (request: IncomingMessage) => void;
  readonly report: (problem: unknown) => void;
}

/**
 * Puts the checks before a handler, in the documented order: token, scope, parameters and body. What
 * depends on the account's state is the handler's.
 */
export function createGuard({ authenticate, isStillGranted, clock, recognised, report }: GuardOptions) {
  const delay = createGuessDelay();

  return <E extends Guarded>(endpoint: E, handler: Handler<E>): Listener => {
    const serve = async (request: IncomingMessage, response: ServerResponse): Promise<Refusal | null> => {
      const authentication = authenticate(request);
      if ('refusal' in authentication) {
        if (authentication.guessed)
          await sleep(delay.failed(request.socket.remoteAddress ?? '', clock.now()), undefined, { ref: false });
        return authentication.refusal;
      }
      recognised(request);
      const { grant } = authentication;
      const { accountId, scopes } = grant;
      if (!scopes.includes(endpoint.scope)) return missingScope(endpoint);

      const query = parseQuery(endpoint, request);
      if ('refusal' in query) return query.refusal;
      const read = endpoint.body === null ? NOTHING : await readBody(request, response);
      // A body may arrive slowly, and the token may be revoked before its end.
      if (endpoint.body !== null && !isStillGranted(grant)) return TOKEN_ENDED;
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

/** Tells nothing of what happened: that is in the log. */
export const INTERNAL: Refusal = { status: 500, error: 'Something went wrong inside Pennyrow. Its log tells more.' };

/** Says what a person has to put right, and leaves out what only a developer understands. */
function refusalOf(thrown: unknown): Refusal {
  if (
    !(thrown instanceof PennyrowError) ||
    !(thrown.code === 'store_damaged' || thrown.code === 'store_mirror_damaged')
  )
    return INTERNAL;
  return { status: 503, error: `${thrown.message} ${thrown.remedy}` };
}

type Parsed = { readonly value: unknown } | { readonly refusal: Refusal };

const NOTHING: Parsed = { value: {} };

function missingScope({ scope }: Guarded): Refusal {
  return { status: 403, error: `This API token lacks the scope "${scope}". Make one that has it.` };
}

function parseQuery({ query }: Guarded, { url = '' }: IncomingMessage): Parsed {
  if (query === null) return NOTHING;
  const read = readQuery(url);
  return 'refusal' in read ? read : check(query, read.value);
}

function parseBody({ body }: Guarded, value: unknown): Parsed {
  return body === null ? NOTHING : check(body, value === undefined ? {} : value);
}

function check(schema: z.ZodMiniType, value: unknown): Parsed {
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : { refusal: { status: 400, error: describeProblem(parsed.error) } };
}
