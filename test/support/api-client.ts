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
  /** The body, read as JSON; undefined when there is none. */
  readonly body: unknown;
}

export interface CallOptions {
  readonly token?: string;
  /** Sent as JSON; a text or buffer is sent as it is. */
  readonly body?: unknown;
  /** An empty `host` leaves the Host header out. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Client = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/**
 * Calls the service over https and holds every answer against what is true of all of them: the body is
 * JSON, `error` is the only field of every refusal, and the OpenAPI document describes it. With a clock that is turned
 * by hand, the certificate is held against that one: a service of last year has one that has expired since.
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
    // The certificate is for this machine, whatever the Host header says.
    servername: 'localhost',
    setHost: host !== '',
    method,
    path,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      // Node leaves it out of a DELETE.
      ...(payload !== undefined &&
        others['transfer-encoding'] === undefined && { 'content-length': Buffer.byteLength(payload) }),
      ...(host !== undefined && host !== '' && { host }),
      ...others,
    },
  });
  if (clock !== null) {
    request.once('socket', (socket: TLSSocket) => {
      // One that was kept was looked at when it was made.
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

/** What Node checks by the time that it really is. A session that is taken up again was checked when it began. */
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
