import http, { type RequestListener } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerTo, bodyOf, newCertificates, openOnePort, sendPlainly } from '../../test/support/one-port.ts';
import type { Certificates } from './tls/certificates.ts';

let certificates: Certificates;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pennyrow-port-'));
  certificates = await newCertificates(folder);
  return () => rmSync(folder, { recursive: true });
});

describe('a plain HTTP request', () => {
  const never: RequestListener = () => expect.unreachable('Plain HTTP reached the handler');

  it.each(['GET', 'POST', 'DELETE', 'OPTIONS'])(
    'is redirected to https with its path and query: %s',
    async (method) => {
      const { port } = await openOnePort(never, certificates);
      const request = http.request({
        port,
        host: '127.0.0.1',
        method,
        path: '/api/v2/rules?a=1&b=%20',
        headers: { host: `localhost:${port}`, authorization: 'Bearer x' },
      });
      const { status, headers, body } = await answerTo(request.end());
      expect(status).toBe(308);
      expect(headers.location).toBe(`https://localhost:${port}/api/v2/rules?a=1&b=%20`);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers.connection).toBe('close');
      expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
    },
  );

  it('with a large body gets the redirect instead of a connection reset', async () => {
    const { port } = await openOnePort(never, certificates);
    const size = 5_000_000;
    const raw = await sendPlainly(
      port,
      `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${size}\r\n\r\n${'a'.repeat(size)}`,
    );
    expect(raw).toMatch(/^HTTP\/1.1 308 /);
  });

  it('that expects 100 Continue gets only the redirect', async () => {
    const { port } = await openOnePort(never, certificates);
    const raw = await sendPlainly(
      port,
      'POST / HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n',
    );
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
  ])('with the Host %s and the target %s is redirected to %s', async (host, target, location) => {
    const { port } = await openOnePort(never, certificates);
    const raw = await sendPlainly(port, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    expect(/\r\nlocation: (.*)\r\n/.exec(raw)?.[1]).toBe(location.replace('PORT', String(port)));
  });

  it('gets the redirect once if the client sends three requests at once', async () => {
    const { port } = await openOnePort(never, certificates);
    const raw = await sendPlainly(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(3));
    expect(raw.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('that is malformed gets a JSON error', async () => {
    const { port } = await openOnePort(never, certificates);
    const raw = await sendPlainly(port, 'hello\r\n\r\n');
    expect(raw).toMatch(/^HTTP\/1.1 400 /);
    expect(bodyOf(raw)).toEqual({ error: expect.any(String) });
  });
});
