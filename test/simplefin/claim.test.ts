import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPennyrowError } from '../../src/platform/errors.ts';
import type { Secrets } from '../../src/platform/vault.ts';
import { readAccessUrl, parsePastedText } from '../../src/sources/simplefin/access.ts';
import { authorize } from '../../src/sources/simplefin/authorize.ts';
import { fakeSimplefin, type FakeSimplefin } from '../fakes/simplefin/server.ts';

const { signal } = new AbortController();

/** Secrets in memory, with a record of each step. */
function memorySecrets(
  failing: { save?: (name: string) => void } = {},
): Secrets & { readonly steps: string[]; readonly stored: Map<string, string> } {
  const stored = new Map<string, string>();
  const steps: string[] = [];
  return {
    steps,
    stored,
    read: async (name) => stored.get(name) ?? null,
    save: async (name, secret) => {
      steps.push(`save ${name}`);
      failing.save?.(name);
      stored.set(name, secret);
    },
    remove: async (name) => {
      steps.push(`remove ${name}`);
      stored.delete(name);
    },
  };
}

const claimWith = (server: FakeSimplefin, pasted: string, secrets: Secrets) =>
  authorize(pasted, {
    name: 'simplefin/one',
    secrets,
    signal,
    prove: null,
    savesAnyway: true,
    network: { ca: server.ca },
  });
const codeOf = (thrown: unknown): string => toPennyrowError(thrown).code;

describe('a setup token', () => {
  test('is exchanged for an access URL, which is encrypted immediately', async () => {
    const server = await fakeSimplefin();
    const secrets = memorySecrets();
    expect(await claimWith(server, server.newSetupToken(), secrets)).toEqual({
      news: { host: new URL(server.origin).host },
      proof: null,
    });
    expect(secrets.stored).toEqual(new Map([['simplefin/one', server.accessUrl]]));
    expect(secrets.steps).toEqual([
      'save simplefin/one/rehearsal',
      'remove simplefin/one/rehearsal',
      'save simplefin/one',
    ]);
    expect(server.seen).toMatchObject([{ method: 'POST', authorization: undefined }]);
  });

  test('is accepted with any line breaks and padding', async () => {
    const server = await fakeSimplefin();
    const urlOf = (token: string) => Buffer.from(token, 'base64').toString();
    const bend: ((token: string) => string)[] = [
      (token) => `  ${token.slice(0, 20)}\r\n\t${token.slice(20)}\n`,
      (token) => token.replaceAll('=', ''),
      (token) => `${token}==`,
      (token) => `"${token.replaceAll('+', '-').replaceAll('/', '_')}"`,
      urlOf,
    ];
    for (const bent of bend) {
      const secrets = memorySecrets();
      await claimWith(server, bent(server.newSetupToken()), secrets);
      expect(secrets.stored.get('simplefin/one')).toBe(server.accessUrl);
    }
  });

  test('works once: a used one may be compromised, and the message says to disable it', async () => {
    const server = await fakeSimplefin();
    const token = server.newSetupToken();
    await claimWith(server, token, memorySecrets());
    const secrets = memorySecrets();
    const error = await claimWith(server, token, secrets).then(() => null, toPennyrowError);
    expect(error).toMatchObject({ code: 'source_token_spent', remedy: expect.stringContaining('disable it') });
    expect(JSON.stringify(error) + String(error)).not.toContain(token);
    expect(secrets.stored.size).toBe(0);
  });

  test('is not used up if the secret storage or the disk fails', async () => {
    const server = await fakeSimplefin();
    const secrets = memorySecrets({
      save: () => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    });
    await expect(claimWith(server, server.newSetupToken(), secrets).catch(codeOf)).resolves.toBe('data_disk_full');
    expect(server.seen).toEqual([]);
  });

  test('is reported with the next steps if the access URL could not be saved after the exchange', async () => {
    const server = await fakeSimplefin();
    const secrets = memorySecrets({
      save: (name) => {
        if (name === 'simplefin/one') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    });
    const error = await claimWith(server, server.newSetupToken(), secrets).catch(toPennyrowError);
    expect(error).toMatchObject({
      code: 'source_access_lost',
      message: expect.stringContaining('disk is full'),
      remedy: expect.stringContaining('disable the token'),
    });
  });

  test('is not lost if the caller disconnects while it is claimed', async () => {
    const server = await fakeSimplefin();
    const abort = new AbortController();
    const secrets = memorySecrets({ save: () => void setImmediate(() => abort.abort()) });
    await authorize(server.newSetupToken(), {
      name: 'simplefin/one',
      secrets,
      signal: abort.signal,
      prove: null,
      savesAnyway: true,
      network: { ca: server.ca },
    });
    expect(abort.signal.aborted).toBe(true);
    expect(secrets.stored.get('simplefin/one')).toBe(server.accessUrl);
  });

  test('is not sent anywhere without HTTPS', async () => {
    const server = await fakeSimplefin();
    const token = Buffer.from('http://localhost:1/claim/x').toString('base64');
    await expect(claimWith(server, token, memorySecrets())).rejects.toMatchObject({
      code: 'input_setup_token',
      message: expect.stringContaining('https'),
    });
  });

  test.each([
    ['a web page instead of the access URL', { status: 200, body: '<html>' }, 'source_blocked'],
    ['other text instead of the access URL', { status: 200, body: 'Welcome' }, 'source_claim'],
    [
      'an access URL without HTTPS',
      { status: 200, body: 'http://user:password@bank.example/simplefin' },
      'source_claim',
    ],
    ['a server error', { status: 500 }, 'source_claim'],
    ['a payment error', { status: 402 }, 'source_payment'],
  ])('is not reported as used after %s', async (_, fault, code) => {
    const server = await fakeSimplefin();
    server.faults.push(fault);
    await expect(claimWith(server, server.newSetupToken(), memorySecrets()).catch(codeOf)).resolves.toBe(code);
  });
});

describe('the pasted text', () => {
  test('can be an access URL that was claimed before', async () => {
    const server = await fakeSimplefin();
    const secrets = memorySecrets();
    await claimWith(server, ` ${server.accessUrl}\n`, secrets);
    expect(secrets.stored.get('simplefin/one')).toBe(server.accessUrl);
    expect(server.seen).toEqual([]);
  });

  test('never causes a crash, and no error quotes it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ minLength: 6 }), fc.base64String({ minLength: 8 }), fc.webUrl()), (text) => {
        try {
          parsePastedText(text);
        } catch (thrown) {
          expect(codeOf(thrown)).toBe('input_setup_token');
          expect(String(thrown)).not.toContain(text);
        }
      }),
    );
  });
});

test.each([
  ['https://user:pass@bank.example/simplefin/', 'https://bank.example/simplefin', 'user:pass'],
  ['https://us%40er:p%3Ass%2F%25@bank.example:8443/', 'https://bank.example:8443', 'us@er:p:ss/%'],
  ['https://user@bank.example/x', 'https://bank.example/x', 'user:'],
  ['https://user:100%@bank.example/x', 'https://bank.example/x', 'user:100%'],
])('the access URL %s is read as the address %s and the credentials %s', (text, root, credentials) => {
  const access = readAccessUrl(text);
  expect(access?.root).toBe(root);
  expect(access?.authorization).toBe(`Basic ${Buffer.from(credentials).toString('base64')}`);
});
