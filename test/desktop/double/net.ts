import { EventEmitter } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { ClientRequest, ClientRequestConstructorOptions } from 'electron';

export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

export interface NetDouble {
  readonly net: { request(options: ClientRequestConstructorOptions | string): ClientRequest };
  readonly sent: readonly SentRequest[];
}

/** Electron's `net` over the real network: redirects must be followed explicitly, and failures have Chromium's codes. */
export function netDouble(): NetDouble {
  const sent: SentRequest[] = [];

  function request(options: ClientRequestConstructorOptions | string): ClientRequest {
    if (typeof options === 'string') throw new TypeError('This double takes options.');
    const { protocol = 'http:', hostname = '', port, path = '/', method = 'GET', headers = {} } = options;
    const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
    const events = new EventEmitter();
    let isAborted = false;
    sent.push({ url: url.href, headers });
    const out = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { method, headers });
    out.on('response', (response) => {
      const { statusCode = 0, headers: answered } = response;
      if (statusCode < 300 || statusCode >= 400 || answered.location === undefined)
        return void events.emit('response', asElectron(response));
      events.emit('redirect', statusCode, method, new URL(answered.location, url).href, {});
      if (!isAborted) out.destroy(new Error('Redirect was cancelled'));
    });
    out.on('error', (cause: NodeJS.ErrnoException) => {
      if (!isAborted) events.emit('error', new Error(CHROMIUM[cause.code ?? ''] ?? 'net::ERR_FAILED', { cause }));
    });
    const part = {
      on: events.on.bind(events),
      once: events.once.bind(events),
      removeListener: events.removeListener.bind(events),
      end: (data?: Buffer) => void out.end(data),
      abort: () => {
        if (isAborted) return;
        isAborted = true;
        out.destroy();
        events.emit('abort');
        events.emit('close');
      },
    } satisfies Partial<Record<keyof ClientRequest, unknown>>;
    return part as unknown as ClientRequest;
  }

  return { net: { request }, sent };
}

/** Chromium's codes for system errors: https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h */
const CHROMIUM: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'net::ERR_NAME_NOT_RESOLVED',
};

/** A response of Electron. If the connection breaks, the stream fails with Chromium's code. */
function asElectron(response: IncomingMessage): Readable {
  const { statusCode, statusMessage, headers } = response;
  const stream = Readable.from(chunksOf(response), { objectMode: false });
  return Object.assign(stream, { statusCode, statusMessage, headers, httpVersion: response.httpVersion });
}

async function* chunksOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of response) yield chunk as Buffer;
  } catch (cause) {
    throw new Error('net::ERR_CONTENT_LENGTH_MISMATCH', { cause });
  }
}
