import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { createError, PennyrowError } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';

export interface Question {
  readonly url: URL;
  /** Default: GET. A POST without `json` has an empty body. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  readonly json?: unknown;
  readonly signal: AbortSignal;
  readonly network?: NetworkOptions | undefined;
}

/** Network settings; tests use their own certificate authority and shorter timeouts. */
export interface NetworkOptions {
  /** The only hosts that requests and redirects may reach. Default: any host. */
  readonly hosts?: readonly string[];
  /** Loopback port of a fake server that answers for `hosts`; certificates are still checked against the host. */
  readonly standInPort?: number;
  readonly ca?: string;
  /** The limit for one request including redirects. Long by default, because the first response of a bank may be slow. */
  readonly timeoutMs?: number;
  readonly maximumBytes?: number;
}

export interface RawResponse {
  readonly host: string;
  /** True if a redirect led to another origin, to which no credentials were sent. */
  readonly wasRedirected: boolean;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const TIMEOUT_MS = 180_000;
const MAXIMUM_BYTES = 32 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

/**
 * Verifies certificates, follows redirects to https only, and drops credentials and body at the first other origin.
 * Resolves for any status. Errors name the host but no other part of the URL; an abort throws the signal's reason.
 */
export async function ask(question: Question): Promise<RawResponse> {
  const { signal, network = {} } = question;
  const timeout = AbortSignal.timeout(network.timeoutMs ?? TIMEOUT_MS);
  try {
    return await follow({ ...question, signal: AbortSignal.any([signal, timeout]) });
  } catch (thrown) {
    signal.throwIfAborted();
    throw transportProblem(thrown, question.url.host, timeout.aborted);
  }
}

async function follow(question: Question): Promise<RawResponse> {
  let { url, method, credentials, json } = question;
  let wasRedirected = false;
  for (let redirects = 0; ; redirects += 1) {
    if (question.network?.hosts?.includes(url.hostname) === false) throw redirectError('foreign', url.host);
    const incoming = await send({ ...question, url: bare(url), method, credentials, json });
    const { statusCode, headers } = incoming;
    if (!REDIRECTS.has(statusCode) || headers.location === undefined) {
      const text = await read(incoming, url.host, question.network?.maximumBytes ?? MAXIMUM_BYTES);
      return { host: url.host, wasRedirected, status: statusCode ?? 0, headers, text };
    }
    incoming.destroy();
    if (redirects === MOST_REDIRECTS) throw redirectError('endless', url.host);
    const next = URL.parse(headers.location, url.href);
    if (next?.protocol !== 'https:') throw redirectError('other', url.host);
    if (next.origin !== url.origin) {
      credentials = undefined;
      json = undefined;
      wasRedirected = true;
    }
    if (statusCode === 303) {
      method = 'GET';
      json = undefined;
    }
    url = next;
  }
}

function bare(url: URL): URL {
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  return clean;
}

/** `isApart` opens a new connection. Default: true except for GET, because a request on a reused connection may be sent twice. */
function send(question: Question, isApart = (question.method ?? 'GET') !== 'GET'): Promise<IncomingMessage> {
  const { url, method = 'GET', credentials, json, signal, network } = question;
  const body = json === undefined ? '' : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const headers = {
      Host: url.host,
      Accept: 'application/json',
      // Without compression, a body cannot expand beyond its transferred size.
      'Accept-Encoding': 'identity',
      'User-Agent': `Pennyrow/${VERSION}`,
      ...credentials,
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    };
    const { standInPort, hosts, ca } = network ?? {};
    const elsewhere =
      standInPort === undefined || hosts === undefined
        ? {}
        : { hostname: '127.0.0.1', port: standInPort, servername: url.hostname };
    const outgoing = request(
      url,
      {
        method,
        headers,
        signal,
        // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable the certificate check.
        rejectUnauthorized: true,
        ...(ca === undefined ? {} : { ca }),
        ...(isApart ? { agent: false } : {}),
        ...elsewhere,
      },
      resolve,
    );
    outgoing.once('error', (thrown) => {
      if (wasClosedMeanwhile(outgoing, thrown)) resolve(send(question, true));
      else reject(thrown);
    });
    outgoing.end(body);
  });
}

/** A server may close a kept-alive connection just as the next request is sent. GET requests are then repeated. */
function wasClosedMeanwhile({ reusedSocket }: ClientRequest, thrown: NodeJS.ErrnoException): boolean {
  return reusedSocket && (thrown.code === 'ECONNRESET' || thrown.code === 'EPIPE');
}

async function read(incoming: IncomingMessage, host: string, maximum: number): Promise<string> {
  if (Number(incoming.headers['content-length']) > maximum) {
    incoming.destroy();
    throw tooLarge(host, maximum);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unfolded(incoming)) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maximum) throw tooLarge(host, maximum);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Some servers compress although the request forbids it. The decompressed size counts towards the limit. */
function unfolded(incoming: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = incoming.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const unfold = UNFOLD[encoding];
  return unfold === undefined ? incoming : pipeline(incoming, unfold(), () => {});
}

const UNFOLD: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Keeps only the system's error code as the cause, because messages may contain the URL. */
function transportProblem(thrown: unknown, host: string, timedOut: boolean): PennyrowError {
  if (thrown instanceof PennyrowError) return thrown;
  if (timedOut) return createError('source_offline', { reason: 'timeout', host, detail: null, sent: 'other' });
  const code = codeOf(thrown);
  const cause = new Error(code ?? 'no code');
  if (code !== null && isCertificateProblem(code))
    return createError('source_certificate', { host, detail: code }, { cause });
  const reason = code !== null && NAME_CODES.has(code) ? 'name' : 'other';
  return createError('source_offline', { reason, host, detail: code, sent: 'other' }, { cause });
}

function redirectError(reason: 'foreign' | 'endless' | 'other', host: string): PennyrowError {
  return createError('source_redirect', { reason, host });
}

function tooLarge(host: string, limit: number): PennyrowError {
  return createError('source_too_large', { host, limit, sent: 'other' });
}

const NAME_CODES: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']);

function codeOf(thrown: unknown): string | null {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
}

function isCertificateProblem(code: string): boolean {
  return /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|ALTNAME|SSL|TLS|CRL|EPROTO/.test(code);
}
