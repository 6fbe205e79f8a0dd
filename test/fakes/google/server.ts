import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiAnswer, kindOf, type Environment } from './api.ts';
import { errorAnswer, htmlPage, type Fault, type FaultPlan } from './faults.ts';
import { oauthAnswer, oauthCall } from './oauth/pages.ts';
import type { ConsentDouble } from './oauth/consent.ts';
import { isPage, pageAnswer } from './page/pages.ts';
import { routeOf } from './router.ts';
import { faultAnswer, htmlAnswer, jsonAnswer, received, send, type Answer } from './sending.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** Starts with the question mark; empty if there is no query. */
  readonly query: string;
  /** `sheets.spreadsheets.batchUpdate`, `oauth.token` and so on. */
  readonly call: string;
  readonly api: 'oauth' | 'drive' | 'sheets';
  readonly kind: 'read' | 'write' | 'oauth';
  /** The number of bytes as transferred, compressed or not. */
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly responseBytesUnpacked: number;
  /** 0 if the connection was broken before any answer. */
  readonly status: number;
}

/** Runs while a call is being answered; receives the body of its request. */
export type CallAction = (requestBody: string) => Promise<unknown>;

export interface ServerEnvironment extends Environment {
  readonly faults: FaultPlan;
  /** The actions to run while a call is being answered, by the id of the call. */
  readonly callActions: ReadonlyMap<string, CallAction>;
  readonly requests: SeenRequest[];
  readonly consent: ConsentDouble;
  /** False to answer without compression. */
  readonly canPack: boolean;
}

export async function listen(environment: ServerEnvironment): Promise<{ root: string; close(): Promise<void> }> {
  let root = '';
  const server = createServer((request, response) => {
    serve(request, response, root, environment).catch(() => request.socket.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  environment.consent.root = root;
  return {
    root,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

const NOTHING_SENT = { status: 0, responseBytes: 0, responseBytesUnpacked: 0 };

/** A request with its validated properties. */
interface Call {
  readonly name: string;
  readonly api: SeenRequest['api'];
  readonly kind: SeenRequest['kind'];
  answer(text: string): Answer;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  environment: ServerEnvironment,
): Promise<void> {
  const url = new URL(request.url ?? '/', root);
  if (!environment.canPack) delete request.headers['accept-encoding'];
  if (isPage(url.pathname)) {
    await send(request, response, pageAnswer(url, environment), null, { ...NOTHING_SENT });
    return;
  }
  const call = callOf(request, url, root, environment);
  const { text, bytes } = await received(request);
  const seen = {
    method: request.method ?? '',
    path: url.pathname,
    query: url.search,
    call: call?.name ?? 'unknown',
    api: call?.api ?? (url.pathname.startsWith('/drive/') ? 'drive' : 'sheets'),
    kind: call?.kind ?? 'read',
    requestBytes: bytes,
    ...NOTHING_SENT,
  };
  if (call === null) {
    environment.requests.push(seen);
    await send(request, response, htmlAnswer(htmlPage(404), 404), null, seen);
    return;
  }
  const fault = environment.faults.take(call.name);
  const answer = answered(call, text, fault, url.searchParams.get('prettyPrint') !== 'false');
  await environment.callActions.get(call.name)?.(text);
  // Recorded before sending, so that a client with the answer finds the record.
  environment.requests.push(seen);
  await send(request, response, answer, fault === null || isError(fault.how) ? null : fault.how, seen);
}

function answered(call: Call, text: string, fault: Fault | null, isPretty: boolean): Answer {
  try {
    if (fault !== null && !takesEffect(fault))
      throw isError(fault.how) ? errorAnswer(fault.how, call.name) : new Error('Nobody sees this answer.');
    const answer = call.answer(text);
    if (fault !== null && isError(fault.how) && answer.status < 400) throw errorAnswer(fault.how, call.name);
    return answer;
  } catch (error) {
    return faultAnswer(error, isPretty);
  }
}

/** True if the call takes effect despite the fault: partial and late answers come from completed calls. */
function takesEffect({ when = 'before', how }: Fault): boolean {
  return (
    when === 'after' ||
    how === 'truncated' ||
    how === 'reset-midway' ||
    how === 'stall-midway' ||
    (typeof how === 'object' && 'trickleMs' in how)
  );
}

function isError(how: Fault['how']): how is Extract<Fault['how'], { status: number }> {
  return typeof how === 'object' && 'status' in how;
}

function callOf(request: IncomingMessage, url: URL, root: string, environment: ServerEnvironment): Call | null {
  const name = oauthCall(request.method ?? '', url.pathname);
  if (name !== null)
    return {
      name,
      api: 'oauth',
      kind: 'oauth',
      answer: (text) =>
        oauthAnswer({ name, url, text, contentType: request.headers['content-type'] ?? '' }, { ...environment, root }),
    };
  const found = routeOf(request.method ?? '', url.pathname);
  if (found === null) return null;
  const { route, path } = found;
  const isPretty = url.searchParams.get('prettyPrint') !== 'false';
  return {
    name: route.method.id,
    api: route.api,
    kind: kindOf(route),
    answer: (text) =>
      jsonAnswer(apiAnswer({ route, path, search: url.searchParams, request, text }, environment), isPretty),
  };
}
