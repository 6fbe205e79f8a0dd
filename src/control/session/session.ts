import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import { isLoopbackHost } from '../../platform/loopback-host.ts';
import { answerRequest } from '../answer-request.ts';
import type { Control } from '../control.ts';
import { MESSAGE_HEADERS, messagePage } from './message-page.ts';
import { languageOf, type MessageName } from './message-words.ts';
import { findPageFiles, type PageFiles } from './page-files.ts';
import { createSignIns } from './sign-ins.ts';

/** Everything of the session lies below it; the v2 API knows nothing of it. */
export const SESSION_PATH = '/dashboard';

export interface Session {
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Makes a link that signs one browser in, once. The first one turns the dashboard on. */
  link(baseUrl: string): { readonly url: string; readonly expiresAt: string };
}

/** `__Host-`: the browser sends it to this origin only, over https only, and no other site can set it. */
const COOKIE = '__Host-pennyrow';
const COOKIE_RULES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/**
 * Control's carrier for the dashboard of an install without a desktop. Off until a link was asked for on the
 * machine itself. Signing in needs the link's code; everything else needs the cookie that it gives, and a change
 * also needs to come from a page of this origin.
 */
export function createSession(options: { readonly control: Control; readonly clock: Clock }): Session {
  const signIns = createSignIns(options.clock);
  let isOn = false;
  let files: PageFiles | null = null;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'https://localhost');
    if (!isOn || !isLoopbackHost(request.headers.host)) sendError(response, 404, 'There is nothing here.');
    else if (url.pathname === `${SESSION_PATH}/sign-in`) signIn(url.searchParams.get('code') ?? '', request, response);
    else if (!signIns.isSignedIn(cookieOf(request))) sendPage(request, response, 401, 'signedOut');
    else if (url.pathname.startsWith(`${SESSION_PATH}/control/`)) control(url.pathname.slice(SESSION_PATH.length + '/control/'.length), request, response);
    else if (url.pathname.startsWith(`${SESSION_PATH}/`) && request.method === 'GET') void file(url.pathname.slice(SESSION_PATH.length + 1), request, response);
    else sendPage(request, response, 404, 'nothingHere');
  }

  function signIn(code: string, request: IncomingMessage, response: ServerResponse): void {
    const cookie = request.method === 'GET' ? signIns.redeem(code) : null;
    if (cookie === null) {
      sendPage(request, response, 403, 'linkOver');
      return;
    }
    response.writeHead(303, { 'Set-Cookie': `${COOKIE}=${cookie}; ${COOKIE_RULES}`, Location: `${SESSION_PATH}/`, 'Cache-Control': 'no-store' });
    response.end();
  }

  async function file(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    files ??= findPageFiles();
    if (files === null) {
      sendPage(request, response, 503, 'notBuilt');
      return;
    }
    const found = await files.read(path).catch(() => null);
    if (found === null) sendPage(request, response, 404, 'nothingHere');
    else response.writeHead(200, { ...found.headers, 'Content-Length': found.body.length }).end(found.body);
  }

  function control(path: string, request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'GET' || isFromOwnPage(request, path.startsWith('files/') ? 'application/octet-stream' : 'application/json')) void answerRequest(options.control, path, request, response);
    else sendError(response, 403, 'This request does not come from the dashboard.');
  }

  return {
    answer,
    link: (baseUrl) => {
      isOn = true;
      const { code, expiresAt } = signIns.invite();
      const { port } = new URL(baseUrl);
      return { url: `https://localhost:${port}${SESSION_PATH}/sign-in?code=${code}`, expiresAt };
    },
  };
}

/** Another site's page can make a browser send a request, but not with one of these types and its own origin. */
function isFromOwnPage({ headers }: IncomingMessage, type: 'application/json' | 'application/octet-stream'): boolean {
  return headers.origin === `https://${headers.host}` && headers['content-type']?.startsWith(type) === true;
}

function cookieOf({ headers }: IncomingMessage): string {
  const pairs = (headers.cookie ?? '').split(/; */);
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
}

function sendError(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ error }));
}

/** In the language that the browser asks for. */
function sendPage({ headers }: IncomingMessage, response: ServerResponse, status: number, name: MessageName): void {
  response.writeHead(status, MESSAGE_HEADERS);
  response.end(messagePage(name, languageOf(headers['accept-language'])));
}
