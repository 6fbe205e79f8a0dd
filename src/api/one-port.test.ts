import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '../platform/vault.ts';
import { listen, type OnePort, type OnePortOptions } from './one-port.ts';
import { createCertificates, type Certificates } from './tls/certificates.ts';

const run = promisify(execFile);
const has = (tool: string) => spawnSync(tool, ['--version']).error === undefined;
const ignore = () => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

let folder: string;
let certificates: Certificates;
let ca: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pennyrow-port-'));
  const boxes = new Map<string, Buffer>();
  certificates = await createCertificates({
    caPath: join(folder, 'ca.pem'),
    vault: createVault(randomBytes(32)),
    secrets: { get: (name) => boxes.get(name) ?? null, set: (name, sealed) => void boxes.set(name, sealed) },
    clock: { now: () => Date.now() },
    log,
  });
  ca = certificates.caPem();
});
afterAll(() => {
  certificates.close();
  rmSync(folder, { recursive: true });
});

const opened: OnePort[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close(0)));
});

async function open(handler: RequestListener, options: Partial<OnePortOptions> = {}): Promise<OnePort> {
  const port = await listen({ port: 0, handler, certificates, log, ...options });
  opened.push(port);
  return port;
}

const echo: RequestListener = (request, response) => void response.end(`${request.method} ${request.url}`);
const IMPATIENT = { greeting: 100, headers: 100, request: 200, idle: 100 };

async function answer(request: http.ClientRequest): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: string }> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Sends bytes as they are, and gives back all that comes until the connection ends. */
async function talk(socket: net.Socket, bytes: string): Promise<string> {
  socket.on('error', ignore).write(bytes, 'latin1');
  return text(socket).catch(() => '(reset)');
}

const plainly = (port: number, bytes: string) => talk(net.connect(port, '127.0.0.1'), bytes);
const securely = (port: number, bytes: string) => talk(tls.connect({ port, host: '127.0.0.1', ca, servername: 'localhost' }), bytes);
const bodyOf = (raw: string): unknown => JSON.parse(raw.slice(raw.indexOf('\r\n\r\n') + 4));

describe('https', () => {
  it('answers at each loopback address and by name', async () => {
    const { port, url } = await open(echo);
    expect(url).toBe(`https://127.0.0.1:${port}`);
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      expect(await answer(https.get({ host, port, ca, path: '/a?b=1', agent: false }))).toMatchObject({ status: 200, body: 'GET /a?b=1' });
    }
  });

  it.runIf(has('curl'))('answers curl', async () => {
    const { port } = await open(echo);
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const { stdout } = await run('curl', ['--silent', '--show-error', '--globoff', '--cacert', certificates.caPath, `https://${host}:${port}/a`]);
      expect(stdout).toBe('GET /a');
    }
  });

  it.runIf(has('curl'))('is refused by curl under a name that is not of this machine', async () => {
    const { port } = await open(echo);
    const asBank = ['--silent', '--cacert', certificates.caPath, '--resolve', `bank.example:${port}:127.0.0.1`, `https://bank.example:${port}/`];
    await expect(run('curl', asBank)).rejects.toMatchObject({ code: 60 });
  });

  it.runIf(has('python3'))("answers Python's standard library", async () => {
    const { url } = await open(echo);
    const script = 'import ssl, sys, urllib.request as r; print(r.urlopen(sys.argv[1], context=ssl.create_default_context(cafile=sys.argv[2])).read().decode())';
    const { stdout } = await run('python3', ['-c', script, `${url}/a`, certificates.caPath]);
    expect(stdout.trim()).toBe('GET /a');
  });

  it("answers Node's fetch", async () => {
    const { port } = await open(echo);
    const script = 'console.log(await (await fetch(process.argv[1], { method: "POST", body: "x" })).text())';
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificates.caPath };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, `https://localhost:${port}/a`], { env });
    expect(stdout.trim()).toBe('POST /a');
  });

  it('keeps a connection for the next request', async () => {
    const { port } = await open((request, response) => void response.end(String(request.socket.remotePort)));
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca });
    const first = await answer(https.get({ port, agent, host: 'localhost' }));
    const second = await answer(https.get({ port, agent, host: 'localhost' }));
    agent.destroy();
    expect(second.body).toBe(first.body);
  });

  it('shows a renewed certificate to new connections', async () => {
    const renewed = await otherCertificates();
    let hand = (_options: tls.SecureContextOptions): void => {};
    const { port } = await open(echo, { certificates: { ...certificates, startRenewal: (onRenewed) => (hand = onRenewed) } });
    const shown = async () => {
      const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { fingerprint256 } = socket.getPeerCertificate();
      socket.destroy();
      return fingerprint256;
    };
    const before = await shown();
    hand(renewed.secureContextOptions());
    expect(await shown()).not.toBe(before);
  });

  it.each([
    ['what is no HTTP', 'hello\r\n\r\n', 400],
    ['a header that is too large', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['two lengths of one body', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n', 400],
    ['an odd expectation', 'GET / HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\n\r\n', 417],
    ['the wish for a proxy', 'CONNECT bank.example:443 HTTP/1.1\r\nhost: bank.example\r\n\r\n', 405],
  ])('answers %s with a JSON error', async (_what, bytes, status) => {
    const { port } = await open(echo);
    const raw = await securely(port, bytes);
    expect(raw).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(bodyOf(raw)).toEqual({ error: expect.any(String) });
  });

  it('never writes an error into an answer that has begun', async () => {
    const { port } = await open((_request, response) => void response.writeHead(200, { 'content-length': 9 }).write('part'));
    const raw = await securely(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\nrubbish\r\n\r\n');
    expect(raw).not.toContain('error');
  });
});

async function otherCertificates(): Promise<Certificates> {
  const made = await createCertificates({
    caPath: join(folder, 'other.pem'),
    vault: createVault(randomBytes(32)),
    secrets: { get: () => null, set: ignore },
    clock: { now: () => Date.now() },
    log,
  });
  made.close();
  return made;
}

describe('plain HTTP', () => {
  const never: RequestListener = () => expect.unreachable('Plain HTTP reached the handler');

  it.each(['GET', 'POST', 'DELETE', 'OPTIONS'])('is sent to https, path and query kept: %s', async (method) => {
    const { port } = await open(never);
    const request = http.request({ port, host: '127.0.0.1', method, path: '/api/v2/rules?a=1&b=%20', headers: { host: `localhost:${port}`, authorization: 'Bearer x' } });
    const { status, headers, body } = await answer(request.end());
    expect(status).toBe(308);
    expect(headers.location).toBe(`https://localhost:${port}/api/v2/rules?a=1&b=%20`);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers.connection).toBe('close');
    expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
  });

  it('is answered though a large body is never read', async () => {
    const { port } = await open(never);
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Buffer.alloc(5_000_000), redirect: 'manual' });
    expect(response.status).toBe(308);
  });

  it('is not told to send a body that was announced', async () => {
    const { port } = await open(never);
    const raw = await plainly(port, 'POST / HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n');
    expect(raw).toMatch(/^HTTP\/1.1 308 /);
  });

  it.each([
    ['bank.example', '/', 'https://localhost:PORT/'],
    ['localhost', '/a', 'https://localhost:PORT/a'],
    ['[::1]:9000', '/a', 'https://[::1]:9000/a'],
    ['127.0.0.1:9000', '//bank.example/a', 'https://127.0.0.1:9000//bank.example/a'],
    ['localhost', 'http://bank.example/a?b=1', 'https://localhost:PORT/a?b=1'],
    ['localhost', 'http://bank.example', 'https://localhost:PORT/'],
    ['localhost@bank.example', '/', 'https://localhost:PORT/'],
  ])('under the Host %s for %s leads to %s', async (host, target, location) => {
    const { port } = await open(never);
    const raw = await plainly(port, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    expect(/\r\nlocation: (.*)\r\n/.exec(raw)?.[1]).toBe(location.replace('PORT', String(port)));
  });

  it('is answered once when several requests come at once', async () => {
    const { port } = await open(never);
    const raw = await plainly(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(3));
    expect(raw.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('that is malformed gets a JSON error', async () => {
    const { port } = await open(never);
    const raw = await plainly(port, 'hello\r\n\r\n');
    expect(raw).toMatch(/^HTTP\/1.1 400 /);
    expect(bodyOf(raw)).toEqual({ error: expect.any(String) });
  });
});

describe('slow clients', () => {
  it.each([
    ['that say nothing', ''],
    ['that begin a TLS handshake and stop', '\u0016\u0003'],
    ['that begin a plain request and stop', 'GET / HT'],
  ])('%s are cut off', async (_what, bytes) => {
    const { port } = await open(echo, { patience: IMPATIENT });
    const socket = net.connect(port, '127.0.0.1');
    await talk(socket, bytes);
    expect(socket.closed || socket.readableEnded).toBe(true);
  });

  it('that never end their headers, or their body, are told and cut off', async () => {
    const { port } = await open((request) => void request.resume(), { patience: IMPATIENT });
    expect(await securely(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n')).toMatch(/^HTTP\/1.1 408 /);
    expect(await securely(port, 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\npart')).toMatch(/^HTTP\/1.1 408 /);
  });

  it('do not keep others from being served', async () => {
    const { port } = await open(echo);
    const silent = Array.from({ length: 50 }, () => net.connect(port, '127.0.0.1'));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    expect(await answer(https.get({ host: 'localhost', port, ca, agent: false }))).toMatchObject({ status: 200 });
    for (const socket of silent) socket.destroy();
  });
});

describe('closing', () => {
  it('ends idle connections and those that never said anything, and takes no new ones', async () => {
    const onePort = await open(echo);
    const agent = new https.Agent({ keepAlive: true, ca });
    await answer(https.get({ host: 'localhost', port: onePort.port, agent }));
    const silent = net.connect(onePort.port, '127.0.0.1').on('error', ignore);
    await once(silent, 'connect');
    await onePort.close(1_000_000);
    await expect(once(net.connect(onePort.port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    agent.destroy();
  });

  it('waits for the whole of a large answer that a slow client has not read yet', async () => {
    const size = 20_000_000;
    const onePort = await open((_request, response) => void response.end(Buffer.alloc(size)));
    const agent = new https.Agent({ keepAlive: true, ca });
    const [response] = (await once(https.get({ host: 'localhost', port: onePort.port, agent }), 'response')) as [IncomingMessage];
    const closed = onePort.close(1_000_000);
    let received = 0;
    for await (const chunk of response) received += (chunk as Buffer).length;
    await closed;
    expect(received).toBe(size);
    agent.destroy();
  });

  it('lets a request under way finish, and tells its client not to come back', async () => {
    const reached = Promise.withResolvers<ServerResponse>();
    const onePort = await open((_request, response) => reached.resolve(response));
    const agent = new https.Agent({ keepAlive: true, ca });
    const answered = answer(https.get({ host: 'localhost', port: onePort.port, agent }));
    const response = await reached.promise;
    const closed = onePort.close(1_000_000);
    response.end('done');
    expect(await answered).toMatchObject({ status: 200, body: 'done', headers: { connection: 'close' } });
    await closed;
    agent.destroy();
  });

  it('ends a request that outlasts its grace, and can be asked for twice', async () => {
    const reached = Promise.withResolvers<void>();
    const onePort = await open(() => reached.resolve());
    const failure = once(https.get({ host: 'localhost', port: onePort.port, ca, agent: false }), 'error');
    await reached.promise;
    await Promise.all([onePort.close(10), onePort.close(10)]);
    expect(await failure).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
  });
});

describe('the port', () => {
  it('is refused when it is taken, with the name of who has it and the remedy', async () => {
    const { port } = await open(echo);
    await expect(open(echo, { port })).rejects.toMatchObject({
      code: 'service_port_taken',
      message: expect.stringMatching(new RegExp(`Port ${port} is taken by (.+ \\(process ${process.pid}\\)|another program)`)),
      remedy: expect.stringContaining('--port'),
    });
  });

  it('is refused, and let go of, when only the other address family has it', async () => {
    const other = net.createServer();
    await once(other.listen(0, '::1'), 'listening');
    const { port } = other.address() as net.AddressInfo;
    await expect(open(echo, { port })).rejects.toMatchObject({ code: 'service_port_taken' });
    other.close();
    await once(other, 'close');
    expect((await open(echo, { port })).port).toBe(port);
  });

  it('does without an address that the machine does not have', async () => {
    const { port, url } = await open(echo, { hosts: ['::1', '192.0.2.1'] });
    expect(url).toBe(`https://[::1]:${port}`);
    await expect(open(echo, { hosts: ['192.0.2.1'] })).rejects.toMatchObject({ code: 'service_no_loopback' });
  });
});
