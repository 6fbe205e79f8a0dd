import { METHODS } from 'node:http';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pennyrow, startService } from '../cli/pennyrow.ts';
import { sendPlainly, sendSecurely } from '../support/one-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CRLF = '\r\n';
const lines = (...all: readonly string[]): string => [...all, '', ''].join(CRLF);
const get = (target: string, ...headers: readonly string[]): string =>
  lines(`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers);

/** Malformed and unusual targets of a request. */
const TARGETS = [
  'https://[',
  'http://',
  'https://',
  'https:',
  'https:///',
  'https://localhost:99999/',
  'https://localhost:x/',
  'https://user@localhost/',
  'HTTPS://%/',
  'https://bank.example/api/v2/transactions',
  'http://[::1',
  'https://[::1]',
  'https://localhost',
  'https://127.0.0.1/api/v2/transactions',
  'ftp://localhost/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:,x',
  '*',
  '/',
  '//',
  '///',
  '//[',
  '//[/',
  '//localhost',
  '/\\',
  '/%',
  '/%zz',
  '/%00',
  '/%ff',
  '/..',
  '/../..',
  '/./',
  '/;',
  '/:',
  '/::',
  '/?',
  '/?%',
  '/??',
  '/#',
  '/#a',
  '/a b',
  '/\t',
  '/é',
  '/\u0001',
  '/\u007f',
  '?',
  '#',
  'api',
  'localhost:443',
  '[::1]:443',
  ':',
  '%',
  '\\',
  '{',
  '<script>',
  '/api',
  '/api/',
  '/api/v2',
  '/api/v2/',
  '/api/v2/transactions/',
  '/api//v2/transactions',
  '/api/v2/transactions?%',
  '/api/v2/transactions?a=b&a=c',
  '/api/v2/transactions;x',
  '/api/v2/%74ransactions',
  '/API/V2/TRANSACTIONS',
  '/api/v2/transactions%2F',
  '/api/v2/__proto__',
  '/api/v3/transactions',
  '/api/v2/transactions#x',
  '/constructor',
  '/favicon.ico',
  '/robots.txt',
  '/.well-known/x',
  '/dashboard',
  '/dashboard/',
  '/dashboard?',
  '/dashboard/%',
  '/dashboard/..',
  '/dashboard/../api/v2/transactions',
  '/dashboardx',
  '/dashboard/control/',
  '/dashboard/control/call',
  '/dashboard/control/call/',
  '/dashboard/control/call/%',
  '/dashboard/control/events',
  '/dashboard/control/files/%',
  '/dashboard/nothing',
  '/dashboard/assets/',
  '/dashboard/assets/..%2f..%2fpackage.json',
  '/dashboard//',
  '/dashboard/\\',
  `/${'a'.repeat(8000)}`,
  `/${'a'.repeat(17_000)}`,
];

const HEADERS = [
  'Host:',
  'Host: bank.example',
  'Host: localhost:99999',
  'Host: localhost, localhost',
  'Content-Length: -1',
  'Content-Length: x',
  'Content-Length: 1, 2',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: chunked, gzip',
  'Expect: 200-ok',
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Connection: upgrade\r\nUpgrade: h2c',
  'Authorization:',
  'Authorization: Bearer',
  'Authorization: Basic x',
  `Authorization: Bearer ${'x'.repeat(9000)}`,
  'Authorization: Bearer a\r\nAuthorization: Bearer b',
  'Origin: null',
  'Origin: https://bank.example',
  'Accept: x/y',
  'Accept: *',
  'Accept-Encoding: identity;q=0',
  'Range: bytes=0-1',
  'If-Match: x',
  'If-None-Match: *',
  'Cookie: a',
  'X: \u0000',
  'X: \u0001',
  'X : y',
  ' X: y',
  ': y',
  'X',
  'X: a\r\n b',
  'Ü: y',
  'X: é',
  `X: ${'x'.repeat(17_000)}`,
  Array.from({ length: 300 }, (_, number) => `X${number}: y`).join(CRLF),
  'TE: trailers',
  'Trailer: Host',
  'Proxy-Connection: keep-alive',
  'Sec-WebSocket-Version: 13',
  'HTTP2-Settings: x',
];

const WHOLE = {
  'no HTTP': 'hello\r\n\r\n',
  'a blank line': '\r\n\r\nx\r\n\r\n',
  'lines that end oddly': 'GET / HTTP/1.1\nHost: localhost\n\n',
  'a lone carriage return': 'GET / HTTP/1.1\rHost: localhost\r\r',
  'no version': 'GET /\r\n\r\n',
  'version 0.9': lines('GET / HTTP/0.9'),
  'version 1.0': lines('GET / HTTP/1.0'),
  'version 1.2': lines('GET / HTTP/1.2', 'Host: localhost', 'Connection: close'),
  'version 2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'version 9.9': lines('GET / HTTP/9.9', 'Host: localhost'),
  'another protocol': lines('GET / ICE/1.0', 'Host: localhost'),
  'no target': lines('GET HTTP/1.1', 'Host: localhost'),
  'two spaces': lines('GET  / HTTP/1.1', 'Host: localhost', 'Connection: close'),
  'no Host': lines('GET / HTTP/1.1', 'Connection: close'),
  'a method of its own': lines('BREW / HTTP/1.1', 'Host: localhost'),
  'a method in lower case': lines('get / HTTP/1.1', 'Host: localhost'),
  'a very long method': lines(`${'A'.repeat(500)} / HTTP/1.1`, 'Host: localhost'),
  'a proxy that is asked for nothing': lines('CONNECT / HTTP/1.1', 'Host: localhost'),
  'a bad chunk': `${lines('POST /api/v2/sync_transactions HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked')}zz\r\n`,
  'a chunk with very long extensions': `${lines('POST /api/v2/sync_transactions HTTP/1.1', 'Host: localhost', 'Connection: close', 'Transfer-Encoding: chunked')}1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
  'both lengths': lines('POST / HTTP/1.1', 'Host: localhost', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
  'two hosts': lines('GET / HTTP/1.1', 'Host: localhost', 'Host: bank.example', 'Connection: close'),
  'a TLS record inside of TLS': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'nothing but NUL': '\u0000\u0000\u0000\u0000\r\n\r\n',
};

const METHOD_TARGETS = [
  '/api/v2/transactions',
  '/',
  '*',
  '/dashboard/',
  '/dashboard/control/events',
  '/dashboard/sign-in',
];

/** The requests by name. The names omit long parts. */
const REQUESTS = new Map([
  ...TARGETS.map((target) => [`GET ${target}`, get(target)] as const),
  ...HEADERS.flatMap((header) =>
    ['/api/v2/transactions', '/dashboard/control/events'].map(
      (target) => [`${target} ${header}`, get(target, header)] as const,
    ),
  ),
  ...METHODS.flatMap((method) =>
    METHOD_TARGETS.map(
      (target) =>
        [`${method} ${target}`, lines(`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close')] as const,
    ),
  ),
  ...Object.entries(WHOLE),
]);

interface Read {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Skips an interim answer, such as 100. */
function read(raw: string): Read {
  const answer = raw.replace(/^HTTP\/1\.1 1\d\d [^]*?\r\n\r\n/, '');
  const [head = '', ...rest] = answer.split(/\r\n\r\n/);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    type: /^content-type: (.*)$/im.exec(head)?.[1]?.trim() ?? '',
    body: rest.join('\r\n\r\n'),
  };
}

/** The problem of an answer, as a text; null if the answer is correct. */
function wrongWith(request: string, raw: string, isAlwaysRefused: boolean): string | null {
  const { status, type, body } = read(raw);
  if (status === 0) return `no answer: ${raw.slice(0, 100)}`;
  if (!isAlwaysRefused && status >= 200 && status < 300) return null;
  if (status < 300 || status >= 500) return `${status}: ${raw.slice(0, 100)}`;
  if (type !== 'application/json; charset=utf-8') return `${status} ${type}`;
  // An answer to HEAD has no body.
  if (request.startsWith('HEAD ')) return body === '' ? null : `${status} ${body}`;
  try {
    const answer = JSON.parse(body) as Record<string, unknown>;
    return Object.keys(answer).join() === 'error' && typeof answer['error'] === 'string' && answer['error'] !== ''
      ? null
      : `${status} ${body}`;
  } catch {
    return `${status} ${body}`;
  }
}

test('every rejected request gets {error} as JSON, over HTTPS and plain HTTP, and the service keeps running', async () => {
  const folder = temporaryFolder();
  const ready = JSON.parse((await startService(folder, '--json')).firstLine) as {
    readonly url: string;
    readonly ca: string;
  };
  const port = Number(new URL(ready.url).port);
  const ca = readFileSync(ready.ca, 'utf8');
  await pennyrow(folder, 'dashboard');
  const wrong: string[] = [];
  for (const [name, request] of REQUESTS) {
    const [secure, plain] = await Promise.all([sendSecurely(port, request, ca), sendPlainly(port, request)]);
    const found = {
      https: wrongWith(request, secure, false),
      http: name.includes('TLS') ? null : wrongWith(request, plain, true),
    };
    for (const [how, what] of Object.entries(found))
      if (what !== null) wrong.push(`${JSON.stringify(name.slice(0, 60))} over ${how}: ${what}`);
  }
  expect(wrong).toEqual([]);
  expect(read(await sendSecurely(port, get('/api/openapi.json'), ca)).status).toBe(200);
});
