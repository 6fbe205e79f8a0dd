import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../test/support/machine.ts';
import { answerTo, bodyOf, newCertificates, openOnePort, sendSecurely } from '../../test/support/one-port.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { OnePortOptions } from './one-port.ts';
import type { Certificates } from './tls/certificates.ts';

const run = promisify(execFile);
const ignore = () => {};

let certificates: Certificates;
let ca: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pennyrow-port-'));
  certificates = await newCertificates(folder);
  ca = certificates.caPem();
  return () => rmSync(folder, { recursive: true });
});

const open = (handler: RequestListener, options?: Partial<OnePortOptions>) =>
  openOnePort(handler, certificates, options);
const echo: RequestListener = (request, response) => void response.end(`${request.method} ${request.url}`);
const IMPATIENT = { greeting: 100, headers: 100, request: 200, idle: 100 };

describe('the https port', () => {
  it('answers at 127.0.0.1, ::1 and localhost', async () => {
    const { port, url } = await open(echo);
    expect(url).toBe(`https://127.0.0.1:${port}`);
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      expect(await answerTo(https.get({ host, port, ca, path: '/a?b=1', agent: false }))).toMatchObject({
        status: 200,
        body: 'GET /a?b=1',
      });
    }
  });

  it.runIf(hasProgram('curl'))('answers curl', async () => {
    const { port } = await open(echo);
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const { stdout } = await run('curl', [
        '--silent',
        '--show-error',
        '--globoff',
        '--cacert',
        certificates.caPath,
        `https://${host}:${port}/a`,
      ]);
      expect(stdout).toBe('GET /a');
    }
  });

  it.runIf(hasProgram('curl'))('is rejected by the certificate check of curl under another host name', async () => {
    const { port } = await open(echo);
    const asBank = [
      '--silent',
      '--cacert',
      certificates.caPath,
      '--resolve',
      `bank.example:${port}:127.0.0.1`,
      `https://bank.example:${port}/`,
    ];
    await expect(run('curl', asBank)).rejects.toMatchObject({ code: 60 });
  });

  it.runIf(hasProgram('python3'))("answers Python's HTTP client", async () => {
    const { url } = await open(echo);
    const script =
      'import ssl, sys, urllib.request as r; print(r.urlopen(sys.argv[1], context=ssl.create_default_context(cafile=sys.argv[2])).read().decode())';
    const { stdout } = await run('python3', ['-c', script, `${url}/a`, certificates.caPath]);
    expect(stdout.trim()).toBe('GET /a');
  });

  it('accepts a client that supports only HTTP/1.0', async () => {
    const { port } = await open(echo);
    const socket = tls.connect({ host: 'localhost', port, ca, ALPNProtocols: ['http/1.0'] });
    await once(socket, 'secureConnect');
    expect(socket.alpnProtocol).toBe('http/1.0');
    const received: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => received.push(bytes));
    socket.write(`GET /a HTTP/1.0\r\nHost: localhost:${port}\r\n\r\n`);
    await once(socket, 'end');
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nGET \/a$/);
  });

  it('accepts a request by `fetch` of Node that trusts the certificate file', async () => {
    const { port } = await open(echo);
    const script = 'console.log(await (await fetch(process.argv[1], { method: "POST", body: "x" })).text())';
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificates.caPath };
    const { stdout } = await run(
      process.execPath,
      ['--input-type=module', '-e', script, `https://localhost:${port}/a`],
      { env },
    );
    expect(stdout.trim()).toBe('POST /a');
  });

  it('keeps a connection open for the next request of the client', async () => {
    const { port } = await open((request, response) => void response.end(String(request.socket.remotePort)));
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca });
    const first = await answerTo(https.get({ port, agent, host: 'localhost' }));
    const second = await answerTo(https.get({ port, agent, host: 'localhost' }));
    agent.destroy();
    expect(second.body).toBe(first.body);
  });

  it('uses a renewed certificate for new connections', async () => {
    const renewed = await newCertificates(temporaryFolder());
    let hand = (_options: tls.SecureContextOptions): void => {};
    const { port } = await open(echo, {
      certificates: { ...certificates, startRenewal: (onRenewed) => (hand = onRenewed) },
    });
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
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400],
    ['a header that is too large', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'a request with conflicting body lengths',
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
    ],
    ['an unknown Expect header', 'GET / HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\n\r\n', 417],
    ['a CONNECT request', 'CONNECT bank.example:443 HTTP/1.1\r\nhost: bank.example\r\n\r\n', 405],
  ])('answers %s with a JSON error', async (_what, bytes, status) => {
    const { port } = await open(echo);
    const raw = await sendSecurely(port, bytes, ca);
    expect(raw).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(bodyOf(raw)).toEqual({ error: expect.any(String) });
  });

  it('adds no error text to a response that has already begun if the next request is malformed', async () => {
    const { port } = await open(
      (_request, response) => void response.writeHead(200, { 'content-length': 9 }).write('part'),
    );
    const raw = await sendSecurely(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\nrubbish\r\n\r\n', ca);
    expect(raw).not.toContain('error');
  });
});

describe('slow clients', () => {
  it.each([
    ['no bytes', ''],
    ['the beginning of a TLS handshake', '\u0016\u0003'],
    ['the beginning of a plain request', 'GET / HT'],
  ])('that send %s are disconnected', async (_what, bytes) => {
    const { port } = await open(echo, { timeouts: IMPATIENT });
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', ignore).write(bytes, 'latin1');
    await once(socket.resume(), 'close');
    expect(socket.destroyed).toBe(true);
  });

  it('that never finish their headers or body get the status 408 and are disconnected', async () => {
    // A long limit for the handshake, because on a busy machine it takes longer than the short limit of these tests.
    const { port } = await open((request) => void request.resume(), { timeouts: { ...IMPATIENT, greeting: 60_000 } });
    expect(await sendSecurely(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n', ca)).toMatch(/^HTTP\/1.1 408 /);
    expect(await sendSecurely(port, 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\npart', ca)).toMatch(
      /^HTTP\/1.1 408 /,
    );
  });

  it('that send nothing do not block other clients', async () => {
    const { port } = await open(echo);
    const silent = Array.from({ length: 50 }, () => net.connect(port, '127.0.0.1'));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    expect(await answerTo(https.get({ host: 'localhost', port, ca, agent: false }))).toMatchObject({ status: 200 });
    for (const socket of silent) socket.destroy();
  });
});

describe('opening the port', () => {
  it('fails if the port is in use, with a message that names the other program and a remedy', async () => {
    const { port } = await open(echo);
    await expect(open(echo, { port })).rejects.toMatchObject({
      code: 'service_port_taken',
      message: expect.stringMatching(
        new RegExp(`Port ${port} is taken by (.+ \\(process ${process.pid}\\)|another program)`),
      ),
      remedy: expect.stringContaining('--port'),
    });
  });

  it('fails if another program uses the port on ::1 only, and releases its own port on 127.0.0.1', async () => {
    const other = net.createServer();
    await once(other.listen(0, '::1'), 'listening');
    const { port } = other.address() as net.AddressInfo;
    await expect(open(echo, { port })).rejects.toMatchObject({ code: 'service_port_taken' });
    other.close();
    await once(other, 'close');
    expect((await open(echo, { port })).port).toBe(port);
  });

  it('skips a host address that the machine does not have, and fails if it has none of the addresses', async () => {
    const { port, url } = await open(echo, { hosts: ['::1', '192.0.2.1'] });
    expect(url).toBe(`https://[::1]:${port}`);
    await expect(open(echo, { hosts: ['192.0.2.1'] })).rejects.toMatchObject({ code: 'service_no_loopback' });
  });
});
