import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { VERSION } from '../platform/version.ts';
import { foreignHost, tooLarge, tooManyRedirects, transportProblem, unsafeRedirect } from './transport-problems.ts';

export interface Question {
  readonly url: URL;
  /** GET unless told otherwise; a POST without `json` has an empty body. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Headers with what lets Pennyrow in, sent to the origin of `url` and to no other. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** The body, sent to the origin of `url` and to no other. */
  readonly json?: unknown;
  readonly signal: AbortSignal;
  readonly line?: Line;
}

/** How servers are reached; tests put a certificate authority of their own and shorter patience in its place. */
export interface Line {
  /** The only ones that may be reached, redirects included; without a list any. */
  readonly hosts?: readonly string[];
  /** The port of this machine at which a stand-in answers for `hosts`, with a certificate of theirs all the same. */
  readonly standInPort?: number;
  /** PEM; trusted instead of the usual authorities. */
  readonly ca?: string;
  /** For one request, redirects included. A bank that is asked for the first time takes its time. */
  readonly timeoutMs?: number;
  /** The largest body that is read. */
  readonly maximumBytes?: number;
}

export interface RawAnswer {
  /** Who answered, after all redirects. */
  readonly host: string;
  /** The question was redirected to another origin, where the access was not sent along. */
  readonly wasSentOn: boolean;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const TIMEOUT_MS = 180_000;
/** Far above 44 days of any person's accounts. */
const MAXIMUM_BYTES = 32 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

/**
 * One question over https, certificates verified. Redirects are followed by hand: to https only, and without
 * credentials and body from the first other origin on. Throws PennyrowError of the room `source`, which names the host
 * and nothing else of the URL; an abort is thrown as the signal has it. Any status is an answer.
 */
export async function ask(question: Question): Promise<RawAnswer> {
  const { signal, line = {} } = question;
  const timeout = AbortSignal.timeout(line.timeoutMs ?? TIMEOUT_MS);
  try {
    return await follow({ ...question, signal: AbortSignal.any([signal, timeout]) });
  } catch (thrown) {
    signal.throwIfAborted();
    throw transportProblem(thrown, question.url.host, timeout.aborted);
  }
}

async function follow(question: Question): Promise<RawAnswer> {
  let { url, method, credentials, json } = question;
  let wasSentOn = false;
  for (let redirects = 0; ; redirects += 1) {
    if (question.line?.hosts?.includes(url.hostname) === false) throw foreignHost(url.host);
    const incoming = await send({ ...question, url: bare(url), method, credentials, json });
    const { statusCode, headers } = incoming;
    if (!REDIRECTS.has(statusCode) || headers.location === undefined) {
      const text = await read(incoming, url.host, question.line?.maximumBytes ?? MAXIMUM_BYTES);
      return { host: url.host, wasSentOn, status: statusCode ?? 0, headers, text };
    }
    incoming.destroy();
    if (redirects === MOST_REDIRECTS) throw tooManyRedirects(url.host);
    const next = URL.parse(headers.location, url.href);
    if (next?.protocol !== 'https:') throw unsafeRedirect(url.host);
    if (next.origin !== url.origin) {
      credentials = undefined;
      json = undefined;
      wasSentOn = true;
    }
    if (statusCode === 303) {
      method = 'GET';
      json = undefined;
    }
    url = next;
  }
}

/** A Location may carry a user and a password, which are nobody's here. */
function bare(url: URL): URL {
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  return clean;
}

interface Sending {
  readonly url: URL;
  readonly method: Question['method'];
  readonly credentials: Question['credentials'];
  readonly json: unknown;
  readonly signal: AbortSignal;
  readonly line?: Line;
  /** Over a connection that was not kept from an earlier question; always so for what may change something there. */
  readonly isApart?: boolean;
}

function send(sending: Sending): Promise<IncomingMessage> {
  const { url, method = 'GET', credentials, json, signal, line, isApart = method !== 'GET' } = sending;
  const body = json === undefined ? '' : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const headers = {
      Host: url.host,
      Accept: 'application/json',
      // What is not compressed cannot unfold to more than was sent.
      'Accept-Encoding': 'identity',
      'User-Agent': `Pennyrow/${VERSION}`,
      ...credentials,
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    };
    const { standInPort, hosts, ca } = line ?? {};
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
        // Said aloud, since NODE_TLS_REJECT_UNAUTHORIZED must not undo it.
        rejectUnauthorized: true,
        ...(ca === undefined ? {} : { ca }),
        ...(isApart ? { agent: false } : {}),
        ...elsewhere,
      },
      resolve,
    );
    outgoing.once('error', (thrown) => {
      if (wasClosedMeanwhile(outgoing, thrown)) resolve(send({ ...sending, isApart: true }));
      else reject(thrown);
    });
    outgoing.end(body);
  });
}

/** A server may close a kept connection just as the next question is sent over it. What only reads is asked again. */
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
    // Leaving the loop closes the line.
    if (size > maximum) throw tooLarge(host, maximum);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Nobody is asked to compress, but some do; what unfolds is counted like what is sent. */
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
