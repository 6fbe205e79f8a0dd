import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import { reportOf, toPennyrowError } from '../../platform/errors.ts';
import { isLoopbackAddress, isLoopbackHost } from '../../platform/config.ts';
import type { Writer } from '../../store/database.ts';
import type { Session } from '../../store/sessions.ts';
import { answerRequest, readInput, send } from '../answer-request.ts';
import type { Control } from '../control.ts';
import { browserName, languageOf } from './request-headers.ts';
import { findPageFiles, type PageFiles } from './page-files.ts';
import { createSignIns, type SignedIn } from './sign-ins.ts';
import { answerApiPage, MESSAGE_HEADERS, messagePage, type MessageName } from './message-page.ts';

export const SESSION_PATH = '/dashboard';
/** The path of a page that explains the API to visitors with a browser. The paths of the API begin with it. */
const API_PATH = '/api';

const CONTROL = `${SESSION_PATH}/control/`;
const SIGN_IN = `${SESSION_PATH}/sign-in`;
const RENEW = `${SESSION_PATH}/renew`;
const EVENTS = 'events';

export interface SessionOptions {
  readonly control: Control;
  readonly store: Writer;
  readonly clock: Clock;
  readonly recognized: (request: IncomingMessage) => void;
}

export function isForDashboard({ url, method, headers }: IncomingMessage): boolean {
  const path = url?.split('?', 1)[0];
  if (path === '/' || path === API_PATH) return method === 'GET' && headers.accept?.includes('text/html') === true;
  return path === SESSION_PATH || path?.startsWith(`${SESSION_PATH}/`) === true;
}

/**
 * Serves the dashboard. Its files are public. Its calls need a session key in a header. The page gets that key for a one-time
 * code that was created on this machine. There is no cookie, because browsers send cookies to all ports of this machine.
 */
export function createSession({ control, store, clock, recognized }: SessionOptions) {
  const signIns = createSignIns(store, clock);
  const streams = new Map<ServerResponse, Session>();
  let files: PageFiles | null = null;

  // Subscribes before the streams do, so that a signed-out browser is disconnected before its stream sends this event.
  const stopListening = control.subscribe(() => {
    for (const [response, session] of streams) if (signIns.isOver(session)) response.destroy();
  });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (!isLoopbackHost(request.headers.host)) sendError(response, 404, 'There is nothing here.');
    else if (path === API_PATH) void answerApiPage(request, response);
    else if (path === '/' || path === SESSION_PATH)
      sendError(response, 302, 'The dashboard is at another address.', { Location: `${SESSION_PATH}/` });
    else if (path.startsWith(CONTROL)) carry(path.slice(CONTROL.length), request, response);
    else if ((path === SIGN_IN || path === RENEW) && request.method === 'POST')
      void open(path === SIGN_IN ? signIn : renew, request, response);
    else if (path.startsWith(`${SESSION_PATH}/`) && request.method === 'GET')
      void file(path === SIGN_IN ? '' : path.slice(SESSION_PATH.length + 1), request, response);
    else void refuse(request, response, 404, 'nothingHere');
  }

  type Opening = (
    input: Readonly<Record<string, string>>,
    request: IncomingMessage,
  ) => SignedIn | { status: number; error: string };

  async function open(opening: Opening, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isFromOwnPage(request, 'application/json')) {
      sendError(response, 403, 'This request does not come from the dashboard.');
      return;
    }
    const input = await readInput(request).catch(() => null);
    const texts = Object.entries(input ?? {}).filter(([, value]) => typeof value === 'string');
    try {
      const opened = opening(Object.fromEntries(texts), request);
      if ('error' in opened) sendError(response, opened.status, opened.error);
      else send(response, 200, opened, NOT_SNIFFED);
    } catch (thrown) {
      sendError(response, 500, reportOf(toPennyrowError(thrown)).message);
    }
  }

  const signIn: Opening = ({ code = '', publicKey = null }, { headers }) =>
    signIns.redeem(code, publicKey, browserName(headers['user-agent'])) ?? {
      status: 403,
      error: 'This link no longer works. Run "pennyrow open" again for a new one.',
    };

  const renew: Opening = ({ sessionId = '', signature = '' }, { headers: { host } }) =>
    signIns.renew(sessionId, `https://${host}`, signature) ?? { status: 401, error: SIGNED_OUT };

  async function file(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    files ??= findPageFiles();
    if (files === null) {
      await refuse(request, response, 503, 'notBuilt');
      return;
    }
    const found = await files.read(path).catch(() => null);
    if (found === null) await refuse(request, response, 404, 'nothingHere');
    else response.writeHead(200, { ...found.headers, 'Content-Length': found.body.length }).end(found.body);
  }

  function carry(path: string, request: IncomingMessage, response: ServerResponse): void {
    const session = signIns.recognize(keyOf(request));
    if (session === null) {
      sendError(response, 401, SIGNED_OUT, {
        'WWW-Authenticate': `Bearer realm="Pennyrow dashboard", challenge="${signIns.challenge}"`,
      });
      return;
    }
    recognized(request);
    if (path === EVENTS) {
      streams.set(response, session);
      response.once('close', () => streams.delete(response));
    }
    if (request.method === 'HEAD') response.writeHead(204, { 'Cache-Control': 'no-store' }).end();
    else if (
      request.method === 'GET' ||
      isFromOwnPage(request, path.startsWith('files/') ? 'application/octet-stream' : 'application/json')
    )
      void answerRequest(
        control,
        path,
        request,
        response,
        // A browser that connects through a tunnel on this machine also counts as `page-here`.
        isLoopbackAddress(request.socket.remoteAddress) ? 'page-here' : 'page',
        () => !signIns.isOver(session),
      );
    else sendError(response, 403, 'This request does not come from the dashboard.');
  }

  return {
    answer,
    link: (baseUrl: string) => {
      const { code, expiresAt } = signIns.invite();
      const { port } = new URL(baseUrl);
      // Puts the code after "#", because browsers do not send that part to servers.
      return { url: `https://localhost:${port}${SIGN_IN}#${code}`, expiresAt };
    },
    close: () => {
      stopListening();
      for (const response of streams.keys()) response.end();
    },
  };
}

const NOT_SNIFFED = { 'X-Content-Type-Options': 'nosniff' };

const SIGNED_OUT = 'You are signed out. Run "pennyrow open" on this machine and open the link that it prints.';

/** A page of another site can send requests too, but its browser states another origin. */
function isFromOwnPage({ headers }: IncomingMessage, type: 'application/json' | 'application/octet-stream'): boolean {
  return headers.origin === `https://${headers.host}` && headers['content-type']?.startsWith(type) === true;
}

function keyOf({ headers }: IncomingMessage): string {
  return /^Bearer ([\w-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

function sendError(
  response: ServerResponse,
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  send(response, status, { error }, { ...headers, ...NOT_SNIFFED });
}

async function refuse(
  { headers }: IncomingMessage,
  response: ServerResponse,
  status: number,
  name: MessageName,
): Promise<void> {
  const { title, page } = await messagePage(name, languageOf(headers['accept-language']));
  if (headers.accept?.includes('text/html') === true) response.writeHead(status, MESSAGE_HEADERS).end(page);
  else sendError(response, status, title);
}
