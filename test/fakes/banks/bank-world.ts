import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { whenOver } from '../../support/lifetime.ts';
import { makeAuthority, makeLeaf } from '../../../src/api/tls/certificate-maker.ts';
import { answerFaultily, type Fault } from '../simplefin/faults.ts';

/** A request as a fake service sees it. */
export interface ServiceRequest {
  readonly method: string;
  /** With the host that was meant. */
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string as it is. */
  readonly body?: unknown;
}

/** How one service answers; throws nothing. */
export type FakeService = (request: ServiceRequest) => ServiceAnswer;

/** Services of banks at their own host names, on one port of this machine, with certificates that the test's authority vouches for. */
export interface BankWorld {
  readonly port: number;
  /** PEM. */
  readonly ca: string;
  readonly seen: ServiceRequest[];
  /** What the next requests get in place of an answer, in turn. */
  readonly faults: Fault[];
  /** What each request gets from now on, in place of an answer. */
  always: Fault | null;
  /** Changes the JSON of each successful answer before it is sent. */
  change: ((body: JsonBody, request: ServiceRequest) => JsonBody) | null;
}

export type JsonBody = Readonly<Record<string, unknown>>;

/** For `cuts` of the access contract: each changes the answers to requests whose path and query match, until the trouble is over. */
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

/** A service that answers otherwise than it should, or not at all, until it is `up` again. */
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
    const asked: ServiceRequest = { method: request.method ?? '', url, headers: request.headers, body };
    world.seen.push(asked);
    const fault = world.faults.shift() ?? world.always;
    if (fault !== null && fault !== 'none' && answerFaultily(response, fault, url)) return;
    const service = services[host];
    if (service === undefined) {
      response.writeHead(421).end();
      return;
    }
    const { status, headers = {}, body: said } = service(asked);
    const isChanged = world.change !== null && status === 200 && typeof said === 'object' && !Array.isArray(said);
    const sent = isChanged ? world.change?.(said as JsonBody, asked) : said;
    const text = sent === undefined ? '' : typeof sent === 'string' ? sent : JSON.stringify(sent);
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers }).end(text);
  }

  return world;
}
