import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { expect } from 'vitest';
import type { Clock } from '../../src/platform/clock.ts';
import { answerProblem } from './openapi-check.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body parsed as JSON; undefined if there is none. */
  readonly body: unknown;
}

export interface CallOptions {
  readonly token?: string;
  /** Sent as JSON, except for a string or buffer, which is sent unchanged. */
  readonly body?: unknown;
  /** An empty `host` omits the Host header. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Client = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/**
 * Calls the service over https and checks every answer: the body is JSON, a refusal has only the field `error`, and the
 * OpenAPI document describes the answer. With a manual clock, the certificate is validated against that clock, since it
 * may have expired in real time.
 */
export function createClient(url: string, ca: string, clock: Clock | null = null): Client {
  return async (method, path, options = {}) => {
    const answer = await send(new URL(url), { ca, clock }, method, path, options);
    if (method !== 'HEAD' && answer.status !== 304) {
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.text));
      if (answer.status >= 300) expect(answer.body).toEqual({ error: expect.stringMatching(/^.+$/) });
      expect(await answerProblem(method, path, answer.status, answer.body)).toBeNull();
    }
    return answer;
  };
}

interface Trust {
  readonly ca: string;
  readonly clock: Clock | null;
}

async function send(
  url: URL,
  { ca, clock }: Trust,
  method: string,
  path: string,
  { token, body, headers }: CallOptions,
): Promise<Answer> {
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const { host, ...others } = headers ?? {};
  const request = https.request({
    host: url.hostname,
    port: url.port,
    ca,
    rejectUnauthorized: clock === null,
    // The certificate is for localhost, whatever the Host header is.
    servername: 'localhost',
    setHost: host !== '',
    method,
    path,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      // Set here, because Node omits it for DELETE requests.
      ...(payload !== undefined &&
        others['transfer-encoding'] === undefined && { 'content-length': Buffer.byteLength(payload) }),
      ...(host !== undefined && host !== '' && { host }),
      ...others,
    },
  });
  if (clock !== null) {
    request.once('socket', (socket: TLSSocket) => {
      // The certificate of a reused connection was checked when it was opened.
      if (request.reusedSocket) return;
      socket.once('secureConnect', () => {
        const problem = distrust(socket, ca, clock);
        if (problem !== null) request.destroy(new Error(problem));
      });
    });
  }
  request.end(payload);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const received = await text(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: received,
    body: received === '' ? undefined : (JSON.parse(received) as unknown),
  };
}

/** Repeats Node's certificate checks at the time of `clock`; null if they pass. A resumed session was checked earlier. */
function distrust(socket: TLSSocket, ca: string, clock: Clock): string | null {
  if (socket.isSessionReused()) return null;
  const certificate = socket.getPeerX509Certificate();
  const authority = new X509Certificate(ca);
  if (certificate === undefined || !certificate.checkIssued(authority) || !certificate.verify(authority.publicKey))
    return 'The certificate is not of the authority of the service.';
  if (certificate.checkHost('localhost') === undefined) return 'The certificate is not for localhost.';
  const isValid =
    certificate.validFromDate.getTime() <= clock.now() && clock.now() <= certificate.validToDate.getTime();
  return isValid
    ? null
    : `The certificate is valid from ${certificate.validFrom} to ${certificate.validTo}, and it is ${new Date(clock.now()).toISOString()}.`;
}
