import { hash, timingSafeEqual } from 'node:crypto';
import { oneLine } from '../../../core/one-line.ts';
import { problem } from '../../../messages/problem.ts';
import { type PennyrowError, createError } from '../../../platform/errors.ts';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Problem } from '../../../messages/parameters.ts';
import type { WorkbookContext } from '../../workbook-kind.ts';

/** `spreadsheetId`: the spreadsheet whose permission is renewed; if omitted, the user picks a spreadsheet. */
export type ConsentTarget =
  | { readonly kind: 'new' }
  | { readonly kind: 'existing'; readonly spreadsheetId?: string | undefined };

export type Redirect =
  | { readonly kind: 'code'; readonly code: string; readonly picked: readonly string[] }
  /** The user or Google refused, or the picked file cannot be used. */
  | { readonly kind: 'refused'; readonly error: PennyrowError }
  /** An answer to another request, or an attempt to inject a foreign grant. */
  | { readonly kind: 'foreign'; readonly error: PennyrowError };

export function readRedirect(parameters: URLSearchParams, state: string, target: ConsentTarget): Redirect {
  if (!isEqual(parameters.get('state') ?? '', state)) return { kind: 'foreign', error: consentFailed('state') };
  const refusal = parameters.get('error');
  if (refusal !== null)
    return { kind: 'refused', error: refusal === 'access_denied' ? denied() : refused('other', refusal) };
  const code = parameters.get('code') ?? '';
  if (code === '') return { kind: 'refused', error: refused('noCode', '') };
  const picked = (parameters.get('picked_file_ids') ?? '')
    .split(',')
    .flatMap((id) => (id.trim() === '' ? [] : [id.trim()]));
  const error = pickProblem(picked, target);
  return error === null ? { kind: 'code', code, picked } : { kind: 'refused', error };
}

function pickProblem(picked: readonly string[], target: ConsentTarget): PennyrowError | null {
  if (target.kind === 'new') return null;
  const [id = target.spreadsheetId, ...others] = picked;
  if (id === undefined || others.length > 0) return createError('workbook_consent_picked', { count: picked.length });
  return id === (target.spreadsheetId ?? id) ? null : createError('workbook_consent_other_picked', {});
}

/** Compares digests, so that the duration reveals neither content nor length. */
function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

export function denied(): PennyrowError {
  return createError('workbook_consent_denied', {});
}

export function consentFailed(reason: 'address' | 'other' | 'state'): PennyrowError {
  return createError('consent_failed', { reason, host: '', words: null });
}

export function refused(reason: 'code' | 'noCode' | 'other', detail: string): PennyrowError {
  return createError('workbook_consent_refused', { reason, detail: oneLine(detail, 200) });
}

export interface Shown {
  readonly status: 200 | 400 | 404;
  readonly problem: Problem;
}

/** Time until idle connections are closed. */
const IDLE_CLOSE_MS = 500;

/** Starts the local server that receives the browser's redirect (RFC 8252, section 7.3). */
export async function listenForRedirect(
  onRedirect: (parameters: URLSearchParams) => Shown,
  page: WorkbookContext['page'],
) {
  let answering = 0;
  const server = createServer((request, response) => {
    answering += 1;
    response.once('close', () => (answering -= 1));
    const { status, problem: shown } = answerTo(request, redirectUri, onRedirect);
    page(shown, request.headers['accept-language']).then(
      (html) => response.writeHead(status, HEADERS).end(html),
      () => response.writeHead(status, HEADERS).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    redirectUri,
    close: (): void => {
      server.close();
      closeUnused();
    },
  };

  /** Idle connections would keep the process alive. Responses in progress are completed first. */
  function closeUnused(): void {
    setTimeout(() => (answering === 0 ? server.closeAllConnections() : closeUnused()), IDLE_CLOSE_MS).unref();
  }
}

function answerTo(
  request: IncomingMessage,
  redirectUri: string,
  onRedirect: (parameters: URLSearchParams) => Shown,
): Shown {
  const url = URL.parse(request.url ?? '/', redirectUri);
  const isOurs =
    request.method === 'GET' &&
    `http://${request.headers.host}` === redirectUri &&
    url?.pathname === '/' &&
    url.searchParams.has('state');
  return isOurs ? onRedirect(url.searchParams) : { status: 404, problem: problem('workbook_consent_nothing_here', {}) };
}

/** The URL contains Google's code: no referrer, no cache. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  Connection: 'close',
};
