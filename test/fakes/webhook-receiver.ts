import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import type { EventMessage } from '../../src/contract/webhooks/events.ts';

export interface Received {
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly message: EventMessage;
  /** The status of the answer; 0 until it is sent. */
  readonly status: number;
}

/** A webhook receiver on a free port that records its requests and answers as the test specifies. */
export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** The accepted requests, in order. */
  readonly accepted: readonly Received[];
  /** The answer to each request: a status, or a handler. */
  answer: number | ((request: IncomingMessage, response: ServerResponse) => void);
  /** Stops listening; `start` listens again on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { answer } = receiver;
      const noted = {
        id: String(request.headers['webhook-id']),
        path: request.url ?? '',
        headers: request.headers,
        body,
        message: JSON.parse(body) as EventMessage,
        status: 0,
      };
      received.push(noted);
      response.once('finish', () => (noted.status = response.statusCode));
      if (typeof answer === 'function') answer(request, response);
      else response.writeHead(answer).end();
    });
  });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    get accepted() {
      return received.filter(({ status }) => status >= 200 && status < 300);
    },
    answer: 200,
    stop,
    start: () => listen(port),
  };
  return receiver;
}

/** Throws unless the library standardwebhooks accepts the message and its signature. */
export function verify(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): void {
  new Webhook(secret).verify(body, headers as Record<string, string>);
}

/** The expected signature for the message's timestamp. */
export function signatureOf(secret: string, { id, body, headers }: Pick<Received, 'id' | 'body' | 'headers'>): string {
  return new Webhook(secret).sign(id, new Date(Number(headers['webhook-timestamp']) * 1000), body);
}
