import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Problem } from '../../../messages/parameters.ts';
import { problem } from '../../../messages/problem.ts';
import type { WorkbookContext } from '../../workbook-kind.ts';

/** Waits on this machine for the browser that Google sends back (RFC 8252, section 7.3). */
export interface RedirectListener {
  /** `http://127.0.0.1:PORT` */
  readonly redirectUri: string;
  close(): void;
}

/** The page that the browser shows at the end. */
export interface Shown {
  readonly status: 200 | 400 | 404;
  readonly said: Problem;
}

/** A browser that has its answer no longer needs the connections that it opened ahead. */
const LAST_WORDS_MS = 500;

/** `onRedirect` gets the parameters of whatever may be Google's answer, and says what the browser shows. */
export async function listenForRedirect(
  onRedirect: (parameters: URLSearchParams) => Shown,
  page: WorkbookContext['page'],
): Promise<RedirectListener> {
  let answering = 0;
  const server = createServer((request, response) => {
    answering += 1;
    response.once('close', () => (answering -= 1));
    const { status, said } = answerTo(request, redirectUri, onRedirect);
    page(said, request.headers['accept-language']).then(
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
    close: () => {
      server.close();
      closeUnused();
    },
  };

  /** One that a browser never used would hold the process. A page is still told whole, however long that takes. */
  function closeUnused(): void {
    setTimeout(() => (answering === 0 ? server.closeAllConnections() : closeUnused()), LAST_WORDS_MS).unref();
  }
}

function answerTo(
  request: IncomingMessage,
  redirectUri: string,
  onRedirect: (parameters: URLSearchParams) => Shown,
): Shown {
  const url = URL.parse(request.url ?? '/', redirectUri);
  // Another name in Host is a web page that had its own name point here.
  const isOurs =
    request.method === 'GET' &&
    `http://${request.headers.host}` === redirectUri &&
    url?.pathname === '/' &&
    url.searchParams.has('state');
  return isOurs ? onRedirect(url.searchParams) : { status: 404, said: problem('workbook_consent_nothing_here', {}) };
}

/** The address holds Google's code: it goes nowhere and is kept nowhere. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  Connection: 'close',
};
