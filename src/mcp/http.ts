import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import type { OwnControl } from '../control/control.ts';
import type { AgentAccess } from './access.ts';
import { createAgentServer } from './server.ts';

/** An agent's request, whose token was found good. */
export interface AgentRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly accountId: string;
  /** Null for a pass of the command line, which is no token of any list. */
  readonly tokenId: string | null;
  readonly mayWrite: boolean;
}

export interface AgentEndpoint {
  answer(asked: AgentRequest): Promise<void>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** A statement file's text, with what JSON makes of it. */
const LONGEST_BODY = 4 * 1024 * 1024;

/** Nothing of Pennyrow changes in a way that a stream would tell of; programs may open one all the same. */
const MOST_STREAMS = 16;

/**
 * The Model Context Protocol over https, at one address. Each request stands for itself: nothing is kept between two of
 * them, so that a restart ends no session.
 */
export function createAgentEndpoint(control: OwnControl, report: (thrown: unknown) => void): AgentEndpoint {
  const handler = createMcpHandler(
    ({ authInfo, requestInfo, era }) => createAgentServer(accessOf(control, authInfo, requestInfo), era),
    { maxRequestBodySize: LONGEST_BODY, maxSubscriptions: MOST_STREAMS },
  );
  return {
    answer: async ({ request, response, accountId, tokenId, mayWrite }) => {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const authInfo: AuthInfo = {
        token: '',
        clientId: tokenId ?? 'pass',
        scopes: mayWrite ? ['read', 'write'] : ['read'],
        extra: { accountId, tokenId },
      };
      const answer = await handler.fetch(toRequest(request, gone.signal), { authInfo }).catch((thrown: unknown) => {
        // Whoever asked has gone, and with them the need for an answer.
        if (gone.signal.aborted) return null;
        throw thrown;
      });
      if (answer !== null)
        await send(answer, response).catch((thrown: unknown) => gone.signal.aborted || report(thrown));
    },
    close: () => handler.close(),
  };
}

function accessOf(control: OwnControl, auth: AuthInfo | undefined, request: Request | undefined): AgentAccess {
  const { accountId, tokenId = null } = auth?.extra ?? {};
  if (auth === undefined || typeof accountId !== 'string') throw new Error('an agent came without a token');
  const signal = request?.signal ?? new AbortController().signal;
  return {
    control: { call: (name, input) => control.call(name, input, signal) as Promise<never> },
    accountId,
    mayWrite: auth.scopes.includes('write'),
    tokenId: typeof tokenId === 'string' ? tokenId : null,
    uploads: {
      receive: (name, content, given) => control.receive(name, Readable.from([Buffer.from(content)]), given),
      discard: (path) => control.discard([path]),
    },
    clientHint: request?.headers.get('user-agent') ?? null,
  };
}

function toRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const { method = 'GET', url = '/' } = request;
  return new Request(new URL(url, 'https://localhost'), {
    method,
    headers,
    signal,
    ...(method === 'POST' && { body: Readable.toWeb(request), duplex: 'half' }),
  });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body), response);
}
