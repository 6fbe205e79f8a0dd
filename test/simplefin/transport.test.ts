import { describe, expect, test } from 'vitest';
import { toPennyrowError, type PennyrowError } from '../../src/platform/errors.ts';
import { RetryLater } from '../../src/sources/source.ts';
import { CLOUDFLARE_CHALLENGE, CLOUDFLARE_LINE, page, type Fault } from '../fakes/simplefin/faults.ts';
import { fakeSimplefin, type FakeSimplefin } from '../fakes/simplefin/server.ts';
import { sourceBench } from '../fakes/simplefin/source.ts';

async function failing(server: FakeSimplefin, network: object = {}): Promise<PennyrowError> {
  const bench = sourceBench(server, { network: { ca: server.ca, timeoutMs: 60_000, ...network } });
  return bench.fetch().then(
    () => {
      throw new Error('nothing was thrown');
    },
    (thrown: unknown) => toPennyrowError(thrown),
  );
}

/** All data of an error that could be printed, at any depth. */
function everythingIn(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return JSON.stringify(error) ?? '';
  const own = Object.getOwnPropertyNames(error).map(
    (name) => `${name}: ${String((error as unknown as Record<string, unknown>)[name])}`,
  );
  return `${own.join('\n')}\n${JSON.stringify(error)}\n${everythingIn(error.cause, depth + 1)}`;
}

function expectNoSecrets(server: FakeSimplefin, error: PennyrowError): void {
  for (const secret of [...server.secrets, server.accessUrl]) expect(everythingIn(error)).not.toContain(secret);
}

const SERVER_WORDS = JSON.stringify({ errors: ['Card declined'] });

describe('an invalid response', () => {
  test.each<[string, Fault, string]>([
    ['402', { status: 402, body: SERVER_WORDS }, 'source_payment'],
    ['403', { status: 403, body: SERVER_WORDS }, 'source_reauthorise'],
    ['401', { status: 401 }, 'source_reauthorise'],
    ['429', { status: 429 }, 'source_busy'],
    ['500', { status: 500, body: '<h1>Oops</h1>' }, 'source_unavailable'],
    ['503', { status: 503, headers: { 'Retry-After': '120' } }, 'source_unavailable'],
    ['400', { status: 400, body: SERVER_WORDS }, 'source_refused'],
    ['403 without a body', { status: 403 }, 'source_reauthorise'],
    [
      '403 with plain text',
      { status: 403, headers: { 'Content-Type': 'text/plain' }, body: 'Forbidden' },
      'source_reauthorise',
    ],
    ['403 by Cloudflare', CLOUDFLARE_CHALLENGE, 'source_blocked'],
    ['403 by Cloudflare as plain text', CLOUDFLARE_LINE, 'source_blocked'],
    [
      '403 by a gateway',
      { status: 403, headers: { 'Content-Type': 'application/json' }, body: '{"message": "Forbidden"}' },
      'source_blocked',
    ],
    ['403 with a page', page(403, 'Access denied'), 'source_blocked'],
    ['404 with a page', page(404, 'Not found'), 'source_blocked'],
    ['407', { status: 407 }, 'source_blocked'],
    ['524', page(524, 'A timeout occurred'), 'source_unavailable'],
    ['a web page', 'html', 'source_unreadable'],
    [
      'a body wrongly declared as compressed',
      { status: 200, headers: { 'Content-Encoding': 'gzip' }, body: '{"accounts": []}' },
      'source_offline',
    ],
    ['a truncated response', 'cut', 'source_offline'],
    ['a connection reset', 'reset', 'source_offline'],
    ['deeply nested JSON', 'deep', 'source_unreadable'],
    ['JSON with other content', { status: 200, body: '[1, 2]' }, 'source_unreadable'],
    ['an empty object', { status: 200, body: '{}' }, 'source_unreadable'],
    ['nothing', { status: 200, body: '' }, 'source_unreadable'],
  ])('%s is reported with a clear message and a remedy, without a secret', async (_, fault, code) => {
    const server = await fakeSimplefin();
    server.faults.push(fault, fault);
    const error = await failing(server);
    expect(error).toMatchObject({
      code,
      message: expect.stringMatching(/^localhost:\d+ |^The connection to localhost:\d+ /),
      remedy: expect.stringMatching(/\S/),
    });
    if (JSON.stringify(fault).includes('declined')) expect(error.message).toContain('Card declined');
    expectNoSecrets(server, error);
  });

  test('is not read to the end if it is too large', async () => {
    const server = await fakeSimplefin();
    server.faults.push('huge');
    const error = await failing(server, { maximumBytes: 3 * 1024 * 1024 });
    expect(error.code).toBe('source_too_large');
    server.faults.push({ status: 200, headers: { 'Content-Length': '999999999' }, body: 'x' });
    expect((await failing(server)).code).toBe('source_too_large');
  });

  test('causes a timeout if it never arrives, and a canceled run does not wait for it', async () => {
    const server = await fakeSimplefin();
    server.faults.push('silence', 'silence');
    expect(await failing(server, { timeoutMs: 400 })).toMatchObject({
      code: 'source_offline',
      params: { reason: 'timeout' },
    });
    const abort = new AbortController();
    const cancelled = sourceBench(server).fetch({ signal: abort.signal });
    setTimeout(() => abort.abort(), 100);
    await expect(cancelled.catch((thrown: unknown) => toPennyrowError(thrown).code)).resolves.toBe('run_cancelled');
  });

  test('sets the next allowed request by Retry-After, in seconds or as a date, at most a week ahead', async () => {
    const server = await fakeSimplefin();
    const now = sourceBench(server).clock.now();
    for (const [value, wait] of [
      ['120', 120_000],
      [new Date(now + 600_000).toUTCString(), 600_000],
      ['99999999', 7 * 86_400_000],
      ['soon', 3_600_000],
      ['-5', 3_600_000],
    ] as const) {
      server.faults.push({ status: 429, headers: { 'Retry-After': value } });
      const error = await failing(server);
      expect(error).toBeInstanceOf(RetryLater);
      expect((error as RetryLater).notBeforeMs - now).toBe(wait);
    }
  });
});

describe('certificates', () => {
  test.each(['untrusted', 'expired', 'issued for another name'] as const)(
    'are rejected before anything is sent if they are %s',
    async (certificate) => {
      const server = await fakeSimplefin({ certificate });
      const error = await failing(server);
      expect(error).toMatchObject({ code: 'source_certificate', message: expect.stringContaining('certificate') });
      expect(server.seen).toEqual([]);
      expectNoSecrets(server, error);
    },
  );

  test('are verified even if the environment disables verification', async () => {
    const server = await fakeSimplefin({ certificate: 'untrusted' });
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect((await failing(server)).code).toBe('source_certificate');
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])(
    'keep the credentials if they lead to the same origin, with status %i',
    async (redirect) => {
      const server = await fakeSimplefin();
      server.faults.push({ redirect, to: 'same origin' });
      expect((await sourceBench(server).fetch()).transactions).toHaveLength(5);
      expect(server.seen.at(-1)?.path).toMatch(/^\/moved/);
      expect(server.seen.at(-1)?.authorization).toMatch(/^Basic /);
    },
  );

  test('drop the credentials if they lead to another origin, even if a later one leads back', async () => {
    const [server, other] = [await fakeSimplefin(), await fakeSimplefin()];
    other.needsNoAccess = true;
    server.faults.push({ redirect: 302, to: 'origin', origin: other.origin });
    expect((await sourceBench(server).fetch()).transactions).toHaveLength(5);
    expect(other.seen.map(({ authorization }) => authorization)).toEqual([undefined]);

    server.faults.push({ redirect: 302, to: 'origin', origin: other.origin });
    other.faults.push({ redirect: 302, to: 'origin', origin: server.origin });
    // The credentials were not sent, so the server did not reject them.
    expect((await failing(server)).code).toBe('source_blocked');
    expect(server.seen.at(-1)?.authorization).toBeUndefined();
  });

  test('are not followed if they lead to plain http', async () => {
    const server = await fakeSimplefin();
    server.faults.push({ redirect: 302, to: 'origin', origin: server.origin.replace('https:', 'http:') });
    const error = await failing(server);
    expect(error.code).toBe('source_redirect');
    expectNoSecrets(server, error);
  });

  test('are aborted if they have no end', async () => {
    const server = await fakeSimplefin();
    server.faults.push(...Array.from({ length: 20 }, (): Fault => ({ redirect: 302, to: 'same origin' })));
    expect((await failing(server)).code).toBe('source_redirect');
    expect(server.seen).toHaveLength(6);
  });

  test('do not send the user name of the URL that they lead to', async () => {
    const [server, other] = [await fakeSimplefin(), await fakeSimplefin()];
    other.needsNoAccess = true;
    server.faults.push({
      redirect: 302,
      to: 'origin',
      origin: other.origin.replace('https://', 'https://someone:else@'),
    });
    await sourceBench(server).fetch();
    expect(other.seen.map(({ authorization }) => authorization)).toEqual([undefined]);
  });
});

test('credentials that a server returns in its response are never printed', async () => {
  const server = await fakeSimplefin();
  const [first] = server.bank.accounts;
  first?.transactions.push({
    id: 'T-echo',
    posted: 1_773_057_600,
    amount: '1.00',
    description: `You are ${server.secrets.join(' ')} at ${server.accessUrl}`,
  });
  const bench = sourceBench(server);
  const everything = JSON.stringify(await bench.fetch()) + JSON.stringify(bench.archived);
  expect(everything).toContain('T-echo');
  for (const secret of [...server.secrets, server.accessUrl]) expect(everything).not.toContain(secret);
});
