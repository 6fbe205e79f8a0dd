import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { whenOver } from '../../support/lifetime.ts';
import { makeAuthority, makeLeaf } from '../../../src/api/tls/certificate-maker.ts';
import { answerFaultily, type Fault } from '../simplefin/faults.ts';

/** A request as a fake service receives it. */
export interface ServiceRequest {
  readonly method: string;
  /** Includes the host name that the client requested. */
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, except for a string, which is sent unchanged. */
  readonly body?: unknown;
}

/** Returns the answer of one service; must not throw. */
export type FakeService = (request: ServiceRequest) => ServiceAnswer;

/**
 * Serves fake banking services under their real host names, on one local port, with certificates signed by the test
 * authority.
 */
export interface BankWorld {
  readonly port: number;
  /** PEM. */
  readonly ca: string;
  readonly seen: ServiceRequest[];
  /** Faults for the next requests, in order, one for each. */
  readonly faults: Fault[];
  /** If set, every request gets this fault instead of an answer. */
  always: Fault | null;
  /** If set, changes the JSON of each successful answer before it is sent. */
  change: ((body: JsonBody, request: ServiceRequest) => JsonBody) | null;
}

export type JsonBody = Readonly<Record<string, unknown>>;

/** Each returned function makes `world` change its answers to requests whose path and query match. */
export function cutsIn(
  world: Pick<BankWorld, 'change'>,
  path: RegExp,
  changes: Readonly<Record<string, (body: JsonBody) => JsonBody>>,
): Record<string, () => void> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [
      name,
      () => {
        world.change = (body, { url }) => (path.test(url.pathname + url.search) ? change(body) : body);
      },
    ]),
  );
}

/** Functions that make all services answer 429 or 503 until `up` is called. */
export function troubleIn(
  world: Pick<BankWorld, 'always'> & Partial<Pick<BankWorld, 'change'>>,
): Record<'busy' | 'down' | 'up', () => void> {
  const meets = (fault: Fault | null) => (): void => {
    world.always = fault;
    world.change = null;
  };
  return {
    busy: meets({ status: 429, headers: { 'Retry-After': '600' } }),
    down: meets({ status: 503 }),
    up: meets(null),
  };
}

export async function bankWorld(services: Readonly<Record<string, FakeService>>): Promise<BankWorld> {
  const now = Date.now();
  const authority = await makeAuthority('Test banks', now, Object.keys(services));
  const leaf = await makeLeaf(authority, now, { hosts: Object.keys(services), addresses: [] });
  const server = createServer({ cert: leaf.certificate, key: leaf.privateKey }, (request, response) => {
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  whenOver(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const world: BankWorld = { port, ca: authority.certificate, seen: [], faults: [], always: null, change: null };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { host = '' } = request.headers;
    const url = new URL(request.url ?? '/', `https://${host}`);
    const body = Buffer.concat(chunks).toString('utf8');
    const received: ServiceRequest = { method: request.method ?? '', url, headers: request.headers, body };
    world.seen.push(received);
    const fault = world.faults.shift() ?? world.always;
    if (fault !== null && fault !== 'none' && answerFaultily(response, fault, url)) return;
    const service = services[host];
    if (service === undefined) {
      response.writeHead(421).end();
      return;
    }
    const { status, headers = {}, body: content } = service(received);
    const isChanged = world.change !== null && status === 200 && typeof content === 'object' && !Array.isArray(content);
    const sent = isChanged ? world.change?.(content as JsonBody, received) : content;
    const text = sent === undefined ? '' : typeof sent === 'string' ? sent : JSON.stringify(sent);
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers }).end(text);
  }

  return world;
}
