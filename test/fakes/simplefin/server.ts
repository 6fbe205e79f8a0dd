import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { whenOver } from '../../support/lifetime.ts';
import { answerBody, twoBanks, type TransactionQuery, type FakeBank, type FakeError, type Shape } from './bank.ts';
import { certificateFor, type CertificateKind } from './certificates.ts';
import { answerDialect, dialectOf, type Dialect } from './dialects.ts';
import { answerFaultily, type Fault } from './faults.ts';

export interface FakeSimplefinOptions {
  /** The versions that `/info` lists; an empty list means that there is no `/info`. Both by default. */
  readonly versions?: readonly string[];
  /** Sends the fields of both versions at once, as a server may during migration. */
  readonly isMixed?: boolean;
  readonly certificate?: CertificateKind;
  /** The time in epoch milliseconds, for `budget` and the default period. */
  readonly now?: () => number;
  /** By default derived from `versions`. */
  readonly dialect?: Dialect;
}

/** How a server limits the period of one request. */
export interface Cap {
  readonly days: number;
  readonly how: 'silently' | 'gen.api' | 'refuse';
}

export interface SeenRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly authorization: string | undefined;
}

/** A SimpleFIN server over https that enforces the protocol. */
export interface FakeSimplefin {
  readonly origin: string;
  /** The certificate authority of the server, as PEM. */
  readonly ca: string;
  bank: FakeBank;
  readonly seen: SeenRequest[];
  /** Faults for the next requests, in order, one for each. */
  readonly faults: Fault[];
  /** If set, every request with the access URL gets this fault instead of an answer. */
  always: Fault | null;
  /** How the server interprets the parameter `version`; a test may change it. */
  dialect: Dialect;
  /** Compresses answers, even if the client does not accept compression. */
  isGzipped: boolean;
  cap: Cap | null;
  /** How many requests in any 24 hours are allowed before it answers 429. */
  budget: number;
  /** If false, the access URL is revoked. */
  isOpen: boolean;
  /** Answers without checking credentials, as an unrelated page might. */
  needsNoAccess: boolean;
  /** Returns a new setup token, which can be claimed once. */
  newSetupToken(): string;
  readonly accessUrl: string;
  /** Parts of the access URL that must never be displayed or logged. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

const USER = 'user+name@0123456789abcdef';
const PASSWORD = 'pa:ss/wörd %41 0123456789abcdef';
const DAY = 86_400;

export async function fakeSimplefin({
  versions = ['1', '2'],
  isMixed = false,
  certificate = 'good',
  now = Date.now,
  dialect = dialectOf(versions, isMixed),
}: FakeSimplefinOptions = {}): Promise<FakeSimplefin> {
  const { ca, ...identity } = await certificateFor(certificate);
  const server = createServer(identity, (request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `https://localhost:${port}`;
  const unclaimed = new Set<string>();
  const counted: number[] = [];
  const credentials = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`;
  const fake: FakeSimplefin = {
    origin,
    ca,
    bank: twoBanks(),
    seen: [],
    faults: [],
    always: null,
    dialect,
    isGzipped: false,
    cap: null,
    budget: 24,
    isOpen: true,
    needsNoAccess: false,
    newSetupToken: () => {
      const secret = `claimsecret${String(unclaimed.size + 1).padStart(12, '0')}`;
      unclaimed.add(secret);
      return Buffer.from(`${origin}/simplefin/claim/${secret}`).toString('base64');
    },
    accessUrl: `https://${credentials}@localhost:${port}/simplefin`,
    secrets: [USER, PASSWORD, ...credentials.split(':'), Buffer.from(`${USER}:${PASSWORD}`).toString('base64')],
    close: () => closeServer(server),
  };
  whenOver(() => fake.close());

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    fake.seen.push({
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
    });
    let body = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.length;
    const isClaim = request.url?.startsWith('/simplefin/claim/') === true;
    const fault = fake.faults.shift() ?? (isClaim ? null : fake.always);
    const url = new URL(request.url ?? '', origin);
    if (fault !== null && fault !== 'none' && answerFaultily(response, fault, url)) return;
    const path = url.pathname.replace(/^\/moved/, '');
    if (path.startsWith('/simplefin/claim/'))
      return answerClaim(request, response, path.slice('/simplefin/claim/'.length), body);
    if (path === '/currency/miles') return json(response, 200, { name: 'Example Airline Miles', abbr: 'miles' });
    if (request.method !== 'GET') return json(response, 405, { errors: ['GET only'] });
    if (!fake.needsNoAccess && !hasAccess(request)) return json(response, 403, failure('Access refused'));
    if (!mayAsk()) {
      response.setHeader('Retry-After', '3600');
      return json(response, 429, failure('Too many requests'));
    }
    if (path === '/simplefin/info' && versions.length > 0) return json(response, 200, { versions });
    if (path === '/simplefin/accounts') return answerAccounts(url, response);
    json(response, 404, failure('No such page'));
  }

  function answerClaim(request: IncomingMessage, response: ServerResponse, secret: string, body: number): void {
    const isRight =
      request.method === 'POST' &&
      body === 0 &&
      request.headers['content-length'] === '0' &&
      request.headers.authorization === undefined;
    if (!isRight) return text(response, 400, 'POST with Content-Length: 0 and nothing else');
    if (!unclaimed.delete(secret)) return text(response, 403, 'Forbidden');
    text(response, 200, `${fake.accessUrl}\n`);
  }

  function hasAccess({ headers }: IncomingMessage): boolean {
    const given = /^Basic ([0-9A-Za-z+/]+=*)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    return fake.isOpen && Buffer.from(given, 'base64').toString('utf8') === `${USER}:${PASSWORD}`;
  }

  function mayAsk(): boolean {
    while (counted.length > 0 && (counted[0] ?? 0) <= now() - DAY * 1000) counted.shift();
    if (counted.length >= fake.budget) return false;
    counted.push(now());
    return true;
  }

  function answerAccounts({ searchParams }: URL, response: ServerResponse): void {
    const dialect = answerDialect(fake.dialect, searchParams);
    if ('refusal' in dialect) return json(response, 400, failure(dialect.refusal));
    const numbers = ['start-date', 'end-date'].map((name) => searchParams.get(name));
    if (numbers.some((value) => value !== null && !/^\d{1,12}$/.test(value)))
      return json(response, 400, failure('A date is epoch seconds'));
    const end = Number(numbers[1] ?? Math.floor(now() / 1000) + DAY);
    const start = Number(numbers[0] ?? end - 2 * DAY);
    const query = {
      start,
      end,
      pending: searchParams.get('pending') === '1',
      balancesOnly: searchParams.get('balances-only') === '1',
      accounts: searchParams.getAll('account'),
      now: Math.floor(now() / 1000),
    };
    answerCapped(response, dialect.shape, query);
  }

  function answerCapped(response: ServerResponse, version: Shape, query: TransactionQuery): void {
    const { cap } = fake;
    if (cap === null || query.end - query.start <= cap.days * DAY)
      return send(response, answerBody(fake.bank, version, query));
    if (cap.how === 'refuse') return json(response, 400, failure(`At most ${cap.days} days`));
    const errors: FakeError[] =
      cap.how === 'gen.api' ? [{ code: 'gen.api', msg: `The range was cut to ${cap.days} days` }] : [];
    send(response, answerBody(fake.bank, version, { ...query, start: query.end - cap.days * DAY }, errors));
  }

  function send(response: ServerResponse, body: object): void {
    if (!fake.isGzipped) return json(response, 200, body);
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .end(gzipSync(JSON.stringify(body)));
  }

  function failure(message: string): object {
    return fake.dialect !== 'version 1' && fake.dialect !== 'version 1, strict'
      ? { errlist: [{ code: 'gen.', msg: message }] }
      : { errors: [message] };
  }

  return fake;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function text(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(body);
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
