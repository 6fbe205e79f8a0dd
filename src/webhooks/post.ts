import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { VERSION } from '../platform/version.ts';
import { checkedLookup, requireAllowedLiteral, type Target } from './target.ts';

export interface WebhookNetwork {
  readonly ca?: string;
  readonly lookup?: LookupFunction;
  /** Loopback port of a fake receiver, which gets every request. Certificates are still checked against the URL's host. */
  readonly standInPort?: number;
  readonly timeoutMs?: number;
}

export type WebhookResponse = Awaited<ReturnType<typeof post>>;

/** Standard Webhooks recommends 15 to 30 seconds. */
const TIMEOUT_MS = 20_000;
const MAXIMUM_BYTES_READ = 16 * 1024;

/** Does not follow redirects, and limits the response. Rejects on a network error only. */
export async function post(
  target: Target,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  { signal, network = {} }: { readonly signal: AbortSignal; readonly network?: WebhookNetwork },
) {
  requireAllowedLiteral(target);
  const timeout = AbortSignal.timeout(network.timeoutMs ?? TIMEOUT_MS);
  try {
    const incoming = await send(target, message, AbortSignal.any([signal, timeout]), network);
    const { statusCode: status = 0, headers } = incoming;
    return { status, headers, text: await readBeginning(incoming) };
  } catch (thrown) {
    signal.throwIfAborted();
    throw timeout.aborted ? new DeliveryTimeout() : thrown;
  }
}

export class DeliveryTimeout extends Error {}

function send(
  target: Target,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
  { ca, lookup, standInPort }: WebhookNetwork,
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
      ...basicAuthorization(url),
      ...headers,
    },
    signal,
    // No keep-alive: each attempt must connect to an address that was just checked.
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

function basicAuthorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const access = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(access).toString('base64')}` };
}

/** Never rejects: the status has arrived already, so a body that is endless or breaks off does not matter. */
async function readBeginning(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length >= MAXIMUM_BYTES_READ) break;
    }
  } catch {}
  incoming.destroy();
  return Buffer.concat(pieces).subarray(0, MAXIMUM_BYTES_READ).toString('utf8');
}
