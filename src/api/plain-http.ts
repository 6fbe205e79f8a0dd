import http from 'node:http';
import { isLoopbackHost } from '../platform/loopback-host.ts';
import { endWithError } from './raw-answer.ts';

export const NO_PROXY = 'This is not a proxy.';

/**
 * The answer to plain HTTP: 308 to the same address under https, whatever was asked, and nothing else. No header but
 * Host is looked at and no body is read; a token in it was sent in the clear, and must not seem to work.
 */
export function createRedirectServer(options: http.ServerOptions): http.Server {
  const redirect = ({ method, headers, url, socket }: http.IncomingMessage) => {
    const location = `https://${httpsHost(headers.host, socket.localPort)}${pathAndQuery(url ?? '/')}`;
    endWithError(socket, 308, 'This address answers only to https.', { location }, method);
  };
  // Both stand for a request with a body to come, which is not asked for.
  return http
    .createServer(options, redirect)
    .on('checkContinue', redirect)
    .on('checkExpectation', redirect)
    .on('connect', (_request, socket) => endWithError(socket, 405, NO_PROXY, { allow: 'GET, POST, DELETE' }));
}

/** Only names of this machine are repeated, with the port that the client sees: it may come through a tunnel. */
function httpsHost(host: string | undefined, port: number | undefined): string {
  if (!isLoopbackHost(host)) return `localhost:${port}`;
  return /:\d+$/.test(host) ? host : `${host}:${port}`;
}

/** What a proxy would be asked for is a whole URL; of that, and of the `*` of OPTIONS, only a path is repeated. */
function pathAndQuery(target: string): string {
  const path = target.startsWith('/') ? target : (/^[a-z]+:\/\/[^/?#]*(\/.*)$/i.exec(target)?.[1] ?? '/');
  return path.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent);
}
