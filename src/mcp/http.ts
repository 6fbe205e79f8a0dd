import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import type { OwnControl } from '../control/control.ts';
import { createAgentServer } from './server.ts';
import type { AgentAccess } from './tool.ts';

interface AgentRequest extends Pick<AgentAccess, 'accountId' | 'tokenId' | 'mayWrite'> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isStillGranted: () => boolean;
}

/** The maximum size of a request, enough for a statement file as a JSON string. */
const MAXIMUM_BODY_BYTES = 4 * 1024 * 1024;

/** The maximum number of notification streams. Pennyrow sends no notifications, but programs may open streams anyway. */
const MAXIMUM_STREAMS = 16;

export type AgentEndpoint = ReturnType<typeof createAgentEndpoint>;

/** Serves the Model Context Protocol over https. Each request is independent: there are no sessions. */
export function createAgentEndpoint(control: OwnControl, report: (thrown: unknown) => void) {
  const handler = createMcpHandler(
    ({ authInfo, requestInfo, era }) => createAgentServer(accessOf(control, authInfo, requestInfo), era),
    { maxSubscriptions: MAXIMUM_STREAMS },
  );
  return {
    answer: async (agentRequest: AgentRequest): Promise<boolean> => {
      const { request, response, accountId, tokenId, mayWrite, isStillGranted } = agentRequest;
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const authInfo: AuthInfo = {
        token: '',
        clientId: tokenId ?? 'pass',
        scopes: mayWrite ? ['read', 'write'] : ['read'],
        extra: { accountId, tokenId },
      };
      try {
        const body = await readBody(request);
        if (!isStillGranted()) return false;
        const answer =
          body === null ? TOO_LARGE.clone() : await handler.fetch(toRequest(request, body, gone.signal), { authInfo });
        await send(answer, response);
      } catch (thrown) {
        // The error is a consequence of the closed connection of the client.
        if (gone.signal.aborted) return true;
        if (!response.headersSent) throw thrown;
        report(thrown);
        response.destroy();
      }
      return true;
    },
    close: () => handler.close(),
  };
}

function accessOf(control: OwnControl, auth: AuthInfo | undefined, request: Request | undefined): AgentAccess {
  const { accountId, tokenId = null } = auth?.extra ?? {};
  if (auth === undefined || typeof accountId !== 'string') throw new Error('an agent came without a token');
  const signal = request?.signal ?? new AbortController().signal;
  return {
    control: { call: (name, input) => control.call(name, input, signal, 'page') as Promise<never> },
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

/** Null if the body is too large. Even then reads all of it, because clients read the response only after sending the body. */
function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const pieces: Buffer[] = [];
  let bytes = 0;
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= MAXIMUM_BODY_BYTES) pieces.push(piece);
    else pieces.length = 0;
  });
  request.once('end', () => resolve(bytes <= MAXIMUM_BODY_BYTES ? Buffer.concat(pieces) : null));
  request.once('error', reject);
  return promise;
}

const TOO_LARGE = Response.json({ error: 'The body is too large; at most 4 MiB are taken.' }, { status: 413 });

function toRequest(request: IncomingMessage, body: Buffer, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const { method = 'GET', url = '/' } = request;
  return new Request(new URL(url, 'https://localhost'), {
    method,
    headers,
    signal,
    ...(method === 'POST' && { body: new Uint8Array(body) }),
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
