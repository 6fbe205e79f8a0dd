import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { VERSION } from '../platform/version.ts';
import { checkedLookup, requireAllowedLiteral, type Target } from './target.ts';

export interface WebhookNetwork {
  readonly ca?: string;
  readonly lookup?: LookupFunction;
  /** In tests: the loopback port of a fake receiver for all requests. Certificates must still match the host of the URL. */
  readonly standInPort?: number;
  readonly timeoutMs?: number;
}

export type WebhookResponse = Awaited<ReturnType<typeof post>>;

/** The specification Standard Webhooks recommends a timeout of 15 to 30 seconds. */
const TIMEOUT_MS = 20_000;
const MAXIMUM_BYTES_READ = 16 * 1024;

/** Does not follow redirects, and reads only the beginning of the response. Rejects only if there is no response. */
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
    // Opens a new connection for each attempt, so that each attempt checks the address again.
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

/** Never rejects, because the status is sufficient even if the body is endless or incomplete. */
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
