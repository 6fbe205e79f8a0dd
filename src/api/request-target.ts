import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../platform/loopback-host.ts';
import type { Refusal } from './answer.ts';

/**
 * Brings a request's target into the one form that is answered, path and query: a client that takes us for a proxy
 * sends a whole URL, whose host then counts in place of the header Host (RFC 9112, 3.2.2). Returns why it cannot.
 */
export function takeTarget(request: IncomingMessage): Refusal | null {
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
