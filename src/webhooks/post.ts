import { request as plainRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { VERSION } from '../platform/version.ts';
import { checkedLookup, requireLiteral, type Target } from './target.ts';

/** How receivers are reached; tests put a certificate authority and names of their own in its place, and less time. */
export interface WebhookLine {
  /** PEM; trusted instead of the usual authorities. */
  readonly ca?: string;
  readonly lookup?: LookupFunction;
  /** The port of this machine at which a stand-in answers for all of them, with a certificate of theirs all the same. */
  readonly standInPort?: number;
  /** For the whole of an attempt. */
  readonly timeoutMs?: number;
}

export interface Posted {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The beginning of the answer. */
  readonly text: string;
}

/** Standard Webhooks recommends 15 to 30 seconds. */
const TIMEOUT_MS = 20_000;
/** Enough for what a receiver says of a failure; the rest is not read. */
const MOST_READ = 16 * 1024;

/**
 * Posts JSON once: no redirect is followed, the connection goes to an address that was checked, and both its time and
 * what is read of the answer are bounded. Rejects with what went wrong on the way; any status is an answer.
 */
export async function post(
  target: Target,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  { signal, line = {} }: { readonly signal: AbortSignal; readonly line?: WebhookLine },
): Promise<Posted> {
  requireLiteral(target);
  const timeout = AbortSignal.timeout(line.timeoutMs ?? TIMEOUT_MS);
  try {
    const incoming = await send(target, message, AbortSignal.any([signal, timeout]), line);
    const { statusCode: status = 0, headers } = incoming;
    return { status, headers, text: await readBeginning(incoming) };
  } catch (thrown) {
    signal.throwIfAborted();
    throw timeout.aborted ? new TimedOut() : thrown;
  }
}

/** The receiver did not answer in time. */
export class TimedOut extends Error {}

function send(
  target: Target,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
  { ca, lookup, standInPort }: WebhookLine,
): Promise<IncomingMessage> {
  const { url } = target;
  const address = new URL(url);
  address.username = '';
  address.password = '';
  const options = {
    method: 'POST',
    headers: {
      Host: url.host,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': `Pennyrow/${VERSION}`,
      'Accept-Encoding': 'identity',
      ...accessOf(url),
      ...headers,
    },
    signal,
    // A connection that is kept would be to what was checked long ago.
    agent: false,
    lookup: checkedLookup(target, lookup),
    ...(standInPort === undefined ? {} : { hostname: '127.0.0.1', port: standInPort, servername: url.hostname }),
  } as const;
  return new Promise((resolve, reject) => {
    const outgoing =
      url.protocol === 'http:'
        ? plainRequest(address, options, resolve)
        : secureRequest(
            address,
            { ...options, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) },
            resolve,
          );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** A user and a password in the address are sent as HTTP has them. */
function accessOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const access = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(access).toString('base64')}` };
}

/** A receiver that answers on and on, or breaks off, has answered: its status came first. */
async function readBeginning(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length >= MOST_READ) break;
    }
  } catch {
    // What was read is all that is needed.
  }
  incoming.destroy();
  return Buffer.concat(pieces).subarray(0, MOST_READ).toString('utf8');
}
