import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
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
  readonly headers?: Readonly<Record<string, string>>;
}

export type Client = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/**
 * Calls the service over https and holds every answer against what is true of all of them: the body is
 * JSON, `error` is the only field of every refusal, and the OpenAPI document describes it.
 */
export function createClient(url: string, ca: string): Client {
  return async (method, path, options = {}) => {
    const answer = await send(new URL(url), ca, method, path, options);
    if (method !== 'HEAD' && answer.status !== 304) {
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.text));
      if (answer.status >= 300) expect(answer.body).toEqual({ error: expect.stringMatching(/^.+$/) });
      expect(await answerProblem(method, path, answer.status, answer.body)).toBeNull();
    }
    return answer;
  };
}

async function send(url: URL, ca: string, method: string, path: string, { token, body, headers }: CallOptions): Promise<Answer> {
  const asJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const request = https.request({
    host: url.hostname,
    port: url.port,
    ca,
    agent: false,
    method,
    path,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  request.end(asJson ? JSON.stringify(body) : (body as string | Buffer | undefined));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const received = await text(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: received,
    body: received === '' ? undefined : (JSON.parse(received) as unknown),
  };
}
