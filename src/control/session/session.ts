import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import { isLoopbackHost } from '../../platform/loopback-host.ts';
import { answerRequest, readInput } from '../answer-request.ts';
import type { Control } from '../control.ts';
import { languageOf } from './accepted-language.ts';
import { MESSAGE_HEADERS, messagePage, type MessageName } from './message-page.ts';
import { findPageFiles, type PageFiles } from './page-files.ts';
import { createSignIns } from './sign-ins.ts';

/** Everything of the session lies below it; the v2 API knows nothing of it. */
export const SESSION_PATH = '/dashboard';

const CONTROL = `${SESSION_PATH}/control/`;
const SIGN_IN = `${SESSION_PATH}/sign-in`;

export interface Session {
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Makes a link that signs one browser in, once. The first one turns the dashboard on. */
  link(baseUrl: string): { readonly url: string; readonly expiresAt: string };
}

export interface SessionOptions {
  readonly control: Control;
  readonly clock: Clock;
  /** Told of each request that showed a good key. */
  readonly recognised: (request: IncomingMessage) => void;
}

/**
 * Control's carrier for the dashboard of an install without a desktop. Off until a link was asked for on the
 * machine itself. The page's own files are no secret; all that they ask needs the session's key as a header. The page
 * gets it once, for the link's code, and a change also needs to come from a page of this origin. There is no cookie: a
 * browser sends those to every port of this machine, and other ports are other people's.
 */
export function createSession({ control, clock, recognised }: SessionOptions): Session {
  const signIns = createSignIns(clock);
  let isOn = false;
  let files: PageFiles | null = null;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (!isOn || !isLoopbackHost(request.headers.host)) sendError(response, 404, 'There is nothing here.');
    else if (path.startsWith(CONTROL)) carry(path.slice(CONTROL.length), request, response);
    else if (path === SIGN_IN && request.method === 'POST') void signIn(request, response);
    else if (path.startsWith(`${SESSION_PATH}/`) && request.method === 'GET')
      void file(path === SIGN_IN ? '' : path.slice(SESSION_PATH.length + 1), request, response);
    else void refuse(request, response, 404, 'nothingHere');
  }

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isFromOwnPage(request, 'application/json')) {
      sendError(response, 403, 'This request does not come from the dashboard.');
      return;
    }
    const input = await readInput(request).catch(() => null);
    const code = typeof input === 'object' && input !== null && 'code' in input ? String(input.code) : '';
    const key = signIns.redeem(code);
    if (key === null)
      sendError(response, 403, 'This link no longer works. Run "pennyrow dashboard" again for a new one.');
    else sendJson(response, 200, { key });
  }

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
    if (!signIns.isSignedIn(keyOf(request))) {
      sendError(
        response,
        401,
        'You are signed out. Run "pennyrow dashboard" on this machine and open the link that it prints.',
        { 'WWW-Authenticate': 'Bearer realm="Pennyrow dashboard"' },
      );
      return;
    }
    recognised(request);
    // Tells a page whether it is still signed in.
    if (request.method === 'HEAD') response.writeHead(204, { 'Cache-Control': 'no-store' }).end();
    else if (
      request.method === 'GET' ||
      isFromOwnPage(request, path.startsWith('files/') ? 'application/octet-stream' : 'application/json')
    )
      void answerRequest(control, path, request, response, 'page');
    else sendError(response, 403, 'This request does not come from the dashboard.');
  }

  return {
    answer,
    link: (baseUrl) => {
      isOn = true;
      const { code, expiresAt } = signIns.invite();
      const { port } = new URL(baseUrl);
      // Behind the mark: no browser sends that anywhere on its own.
      return { url: `https://localhost:${port}${SIGN_IN}#${code}`, expiresAt };
    },
  };
}

/** Another site's page can make a browser send a request, but not with one of these types and its own origin. */
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
  sendJson(response, status, { error }, headers);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  // What nobody reads on of a refused request must not stand in the way of the next one.
  const after = response.req.complete ? {} : { Connection: 'close' };
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...after,
  });
  response.end(bytes);
}

/** A person who opened an address reads a page, in the language that the browser asks for; a program reads JSON. */
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
