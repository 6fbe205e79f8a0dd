import { once } from 'node:events';
import http from 'node:http';
import type { RequestListener, ServerOptions, IncomingMessage, Server } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopbackHost, LOOPBACK_HOSTS } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { refuse, type Refusal, endAfterReading, endWithError } from './answer.ts';
import { type ConnectionLimit, createConnectionLimit, type RequestsUnderWay, trackRequests } from './connections.ts';
import { openPort, portOf } from './open-port.ts';
import type { Certificates } from './tls/certificates.ts';

export interface PortTimeouts {
  /** The timeout of the first byte and of the TLS handshake, in milliseconds like the other timeouts. */
  readonly greeting: number;
  readonly headers: number;
  readonly request: number;
  readonly idle: number;
}

export interface OnePortOptions {
  readonly port: number;
  readonly hosts?: readonly string[];
  readonly handler: RequestListener;
  readonly certificates: Pick<Certificates, 'secureContextOptions' | 'startRenewal'>;
  readonly log: Pick<Log, 'warn'>;
  /** The limit whose `recognize` the handler calls for valid tokens. By default, no connection counts as authenticated. */
  readonly limit?: ConnectionLimit;
  readonly timeouts?: PortTimeouts;
}

export type OnePort = Awaited<ReturnType<typeof listen>>;

const TIMEOUTS: PortTimeouts = { greeting: 10_000, headers: 10_000, request: 30_000, idle: 60_000 };
const HEADER_BYTES = 16 * 1024;
// The first byte of a TLS connection (RFC 8446, 5.1). Plain HTTP begins with a letter.
const TLS_HANDSHAKE = 22;

/** Serves HTTPS and redirects plain HTTP to it on one loopback port. Throws like `openPort`. */
export async function listen({
  port,
  hosts = LOOPBACK_HOSTS,
  handler,
  certificates,
  log,
  limit = createConnectionLimit(),
  timeouts = TIMEOUTS,
}: OnePortOptions) {
  const options = httpOptions(timeouts);
  const secure = https.createServer({
    ...options,
    ...certificates.secureContextOptions(),
    handshakeTimeout: timeouts.greeting,
    // Includes HTTP/1.0, because the handshake with a client that supports only that version would fail.
    ALPNProtocols: ['http/1.1', 'http/1.0'],
  });
  const underWay = trackRequests(secure);
  secure.on('request', limit.begin).on('request', withTarget(handler)).on('clientError', answerClientErrors(underWay));
  refuseOddRequests(secure);

  const plain = createRedirectServer(options);
  plain.on('clientError', answerClientErrors(null));

  const checks = slowClientChecks([secure, plain]);
  const connections = new Set<net.Socket>();
  const accept = (socket: net.Socket) => {
    connections.add(socket);
    limit.take(socket);
    checks.begin();
    socket.on('error', ignore).once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) checks.rest();
    });
    readFirstByte(socket, timeouts.greeting, (byte) =>
      (byte === TLS_HANDSHAKE ? secure : plain).emit('connection', socket),
    );
  };
  const createServer = () => net.createServer({ pauseOnConnect: true, noDelay: true }, accept);

  const doors = await openPort(port, hosts, createServer);
  for (const door of doors) {
    // An error occurs for example if too many files are open. It is only logged, because the client retries.
    door.on('error', (err) => log.warn({ err }, 'A connection could not be taken'));
  }
  const openedPort = portOf(doors[0]) ?? port;
  certificates.startRenewal((renewed) => secure.setSecureContext(renewed));

  async function shut(graceMs: number): Promise<void> {
    const shutDoors = doors.map((door) => once(door.close(), 'close'));
    const outOfGrace = new AbortController();
    await Promise.race([underWay.drain(), sleep(graceMs, undefined, { signal: outOfGrace.signal }).catch(ignore)]);
    outOfGrace.abort();
    for (const socket of connections) socket.destroy();
    checks.rest();
    await Promise.all(shutDoors);
  }

  let closed: Promise<void> | undefined;
  return { port: openedPort, url: urlOf(doors, openedPort), close: (graceMs: number) => (closed ??= shut(graceMs)) };
}

function ignore(): void {}

function withTarget(handler: RequestListener): RequestListener {
  return (request, response) => {
    const refusal = takeTarget(request);
    if (refusal === null) handler(request, response);
    else refuse(response, refusal);
  };
}

function httpOptions({ headers, request, idle }: PortTimeouts): ServerOptions {
  return {
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: Math.min(headers, 2000),
    // The handler checks the Host header, because the error of Node would have no JSON body.
    requireHostHeader: false,
  };
}

function readFirstByte(socket: net.Socket, timeoutMs: number, callBack: (byte: number) => void): void {
  const timer = setTimeout(() => socket.destroy(), timeoutMs);
  socket.once('close', () => clearTimeout(timer));
  socket.once('readable', () => {
    clearTimeout(timer);
    const first = socket.read(1) as Buffer | null;
    if (first?.[0] === undefined) {
      socket.destroy();
    } else {
      socket.unshift(first);
      callBack(first[0]);
    }
  });
}

const STATUS_OF_ERROR: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The headers of a request have ${HEADER_BYTES} bytes at most.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

function answerClientErrors(underWay: RequestsUnderWay | null) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const code = error.code ?? '';
    const isHttp = code.startsWith('HPE_') || code.startsWith('ERR_HTTP_');
    const progress = underWay?.progressOf(socket) ?? 'none';
    if (!isHttp || !socket.writable || progress === 'begun') {
      socket.destroy();
    } else if (progress === 'whole') {
      endAfterReading(socket);
    } else {
      const [status, message] = STATUS_OF_ERROR[code] ?? [400, 'This is not a valid HTTP request.'];
      endWithError(socket, status, message);
    }
  };
}

function refuseOddRequests(server: https.Server): void {
  server.on('checkExpectation', ({ socket }) =>
    endWithError(socket, 417, 'The only expectation that can be met is 100-continue.'),
  );
  server.on('connect', (_request, socket) => endWithError(socket, 405, NO_PROXY, { allow: 'GET, POST, DELETE' }));
}

function urlOf(doors: readonly net.Server[], port: number): string {
  const address = doors[0]?.address();
  return typeof address === 'object' && address?.family === 'IPv6'
    ? `https://[${address.address}]:${port}`
    : `https://127.0.0.1:${port}`;
}

/** If the request line contains a whole URL, splits it into `request.url` and the Host header, as RFC 9112 (3.2.2) requires. */
function takeTarget(request: IncomingMessage): Refusal | null {
  const target = request.url ?? '';
  if (target.startsWith('/') || target === '*') return null;
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return { status: 400, error: 'The address of this request is not valid.' };
  if (!isLoopbackHost(url.host))
    return { status: 421, error: 'This is not a proxy. It answers only for localhost, 127.0.0.1 and [::1].' };
  request.url = `${url.pathname}${url.search}`;
  request.headers.host = url.host;
  return null;
}

const NO_PROXY = 'This is not a proxy.';

/** Redirects every request to https. If http worked, users would not notice that they send their token unencrypted. */
function createRedirectServer(options: http.ServerOptions): http.Server {
  const redirect = ({ method, headers, url, socket }: http.IncomingMessage) => {
    const location = `https://${httpsHost(headers.host, socket.localPort)}${pathAndQuery(url ?? '/')}`;
    endWithError(socket, 308, 'This address answers only to https.', { location }, method);
  };
  // A client with `Expect: 100-continue` sends its body only after a reply, so redirects it without requesting the body.
  return http
    .createServer(options, redirect)
    .on('checkContinue', redirect)
    .on('checkExpectation', redirect)
    .on('connect', (_request, socket) => endWithError(socket, 405, NO_PROXY, { allow: 'GET, POST, DELETE' }));
}

/** Keeps the host and port of a Host header that names this machine, because the port may be that of an SSH tunnel. */
function httpsHost(host: string | undefined, port: number | undefined): string {
  if (!isLoopbackHost(host)) return `localhost:${port}`;
  return /:\d+$/.test(host) ? host : `${host}:${port}`;
}

function pathAndQuery(target: string): string {
  const path = target.startsWith('/') ? target : (/^[a-z]+:\/\/[^/?#]*(\/.*)$/i.exec(target)?.[1] ?? '/');
  return path.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent);
}

/** Node checks for slow clients with a timer. `rest` stops the timer, so that the machine can sleep while there is no connection. */
function slowClientChecks(servers: readonly Server[]) {
  let isRunning = false;
  return {
    begin: () => {
      if (isRunning) return;
      isRunning = true;
      // On "listening", Node starts the timer for connection timeouts. These servers never emit it, because they do not listen.
      for (const server of servers) server.emit('listening');
    },
    rest: () => {
      isRunning = false;
      // These servers do not listen on a port, so `close` only stops the timer.
      for (const server of servers) server.close();
    },
  };
}
