import { randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectMode } from '../../../test/support/machine.ts';
import { createVault } from '../../platform/vault.ts';
import { makeAuthority, makeLeaf } from './certificate-maker.ts';
import { createCertificates } from './certificates.ts';
import type * as Certificates from './certificates.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T12:00:00Z');

let folder: string;
let caPath: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pennyrow-tls-'));
  caPath = join(folder, 'ca.pem');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** A fake installation. `at` starts it at the given time with the certificates that earlier starts have stored. */
function install() {
  const boxes = new Map<string, Buffer>();
  const warnings: string[] = [];
  const silent = () => {};
  const options = {
    caPath,
    vault: createVault(randomBytes(32)),
    secrets: {
      get: (name: string) => boxes.get(name) ?? null,
      set: (name: string, sealed: Buffer) => void boxes.set(name, sealed),
    },
    clock: { now: () => START },
    log: {
      debug: silent,
      info: silent,
      error: silent,
      warn: (_fields: object, message: string) => void warnings.push(message),
    },
  };
  return {
    boxes,
    warnings,
    options,
    at: (now: number) => createCertificates({ ...options, clock: { now: () => now } }),
  };
}

type Made = Awaited<ReturnType<typeof createCertificates>>;
const leafOf = (made: Made) => new X509Certificate(String(made.secureContextOptions().cert));
const caOf = (made: Made) => new X509Certificate(made.caPem());

describe('the certificates of a new install', () => {
  it('are an authority valid for ten years and a leaf valid for 397 days, for this machine only', async () => {
    const made = await install().at(START);
    const [ca, leaf] = [caOf(made), leafOf(made)];
    expect(ca.ca).toBe(true);
    expect(ca.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(ca.subject).toMatch(/^CN=Pennyrow local CA \(.+, 2026-03\)$/);
    expect(ca.validToDate.getTime() - ca.validFromDate.getTime()).toBe(3650 * DAY);
    expect(ca.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(leaf.ca).toBe(false);
    expect(leaf.verify(ca.publicKey)).toBe(true);
    expect(leaf.checkIssued(ca)).toBe(true);
    expect(leaf.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
    expect(leaf.validToDate.getTime() - leaf.validFromDate.getTime()).toBe(397 * DAY);
    expect(leaf.serialNumber).not.toBe(ca.serialNumber);
    expect(made.fingerprint()).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });

  it('are stored sealed, except for the public certificate of the authority', async () => {
    const { boxes, at } = install();
    const made = await at(START);
    expect(readFileSync(caPath, 'utf8')).toBe(made.caPem());
    expectMode(caPath, 0o644);
    expect(readdirSync(folder)).toEqual(['ca.pem']);
    expect([...boxes.keys()].sort()).toEqual(['tls.authority', 'tls.leaf']);
    for (const sealed of boxes.values()) expect(sealed.includes('PRIVATE KEY')).toBe(false);
  });

  it('have different serial numbers', async () => {
    const authority = await makeAuthority('CA', START);
    const serials = await Promise.all(
      Array.from(
        { length: 50 },
        async () => new X509Certificate((await makeLeaf(authority, START)).certificate).serialNumber,
      ),
    );
    expect(new Set(serials).size).toBe(50);
    for (const serial of serials) expect(serial).toMatch(/^[0-7][0-9A-F]{31}$/);
  });
});

describe('the certificates at a later start', () => {
  it('are unchanged, and are loaded without importing the module that makes certificates', async () => {
    const { at, options } = install();
    const first = await at(START);
    const hooks = registerHooks({
      resolve: (specifier, context, next) => {
        if (specifier.includes('certificate-maker')) throw new Error('The maker was loaded');
        return next(specifier, context);
      },
    });
    // The query `?reloaded` loads the module again, so that nothing from the first start is cached.
    const reloaded = (await import(`${import.meta.resolve('./certificates.ts')}?reloaded`)) as typeof Certificates;
    const second = await reloaded.createCertificates(options);
    hooks.deregister();
    expect(second.secureContextOptions()).toEqual(first.secureContextOptions());
    expect(second.fingerprint()).toBe(first.fingerprint());
  });

  it('include the same authority, but a new leaf if the stored one has less than a third of its lifetime left', async () => {
    const { at, warnings } = install();
    const first = await at(START);
    const due = START + 396 * DAY - (397 * DAY) / 3;
    const before = await at(due);
    const after = await at(due + 1);
    expect(leafOf(before).fingerprint256).toBe(leafOf(first).fingerprint256);
    expect(leafOf(after).fingerprint256).not.toBe(leafOf(first).fingerprint256);
    expect(after.caPem()).toBe(first.caPem());
    expect(warnings).toEqual([]);
  });

  it('include a valid leaf and the same authority for ten years', async () => {
    const { at, warnings } = install();
    const first = await at(START);
    for (let now = START; now < START + 3600 * DAY; now += 7 * DAY) {
      const made = await at(now);
      expect(leafOf(made).validToDate.getTime()).toBeGreaterThan(now + 10 * DAY);
      expect(leafOf(made).validToDate.getTime()).toBeLessThanOrEqual(caOf(made).validToDate.getTime());
      expect(made.caPem()).toBe(first.caPem());
    }
    expect(warnings).toEqual([]);
  });

  it('are replaced, with a warning, when the authority expires', async () => {
    const { at, warnings } = install();
    const first = await at(START);
    const second = await at(START + 3630 * DAY);
    expect(second.caPem()).not.toBe(first.caPem());
    expect(leafOf(second).verify(caOf(second).publicKey)).toBe(true);
    expect(readFileSync(caPath, 'utf8')).toBe(second.caPem());
    expect(warnings[0]).toContain('expire');
  });

  it('include a new authority ten minutes after the start if the stored one is not valid yet', async () => {
    vi.useFakeTimers({ now: START - 365 * DAY, toFake: ['setInterval', 'clearInterval', 'Date'] });
    const { at, options } = install();
    const first = await at(START);
    const made = await createCertificates({ ...options, clock: { now: () => Date.now() } });
    expect(made.caPem()).toBe(first.caPem());
    const renewed = new Promise<tls.SecureContextOptions>((resolve) => made.startRenewal(resolve));
    await vi.advanceTimersByTimeAsync(600_000);
    const leaf = new X509Certificate(String((await renewed).cert));
    expect(caOf(made).validFromDate.getTime()).toBeLessThanOrEqual(Date.now());
    expect(leaf.verify(caOf(made).publicKey)).toBe(true);
    made.close();
  });

  it('include the same authority after the clock was set back', async () => {
    const { at } = install();
    const first = await at(START);
    const now = START - 365 * DAY;
    const second = await at(now);
    expect(second.caPem()).toBe(first.caPem());
    expect(leafOf(second).validFromDate.getTime()).toBeLessThanOrEqual(now);
  });

  it('are written to ca.pem again if that file was deleted or changed', async () => {
    const { at, warnings } = install();
    const caPem = (await at(START)).caPem();
    rmSync(caPath);
    await at(START);
    expect(readFileSync(caPath, 'utf8')).toBe(caPem);
    expect(warnings).toEqual([]);
    writeFileSync(caPath, 'something else');
    await at(START);
    expect(readFileSync(caPath, 'utf8')).toBe(caPem);
    expect(warnings).toHaveLength(1);
  });

  it('include a new leaf if another authority has signed the stored one', async () => {
    const [one, other] = [install(), install()];
    await one.at(START);
    await createCertificates({ ...other.options, vault: one.options.vault });
    one.boxes.set('tls.leaf', other.boxes.get('tls.leaf') ?? Buffer.alloc(0));
    const made = await one.at(START);
    expect(leafOf(made).verify(caOf(made).publicKey)).toBe(true);
  });

  it('stay unchanged if the vault has a different key', async () => {
    const { boxes, options, at } = install();
    await at(START);
    const before = new Map(boxes);
    await expect(createCertificates({ ...options, vault: createVault(randomBytes(32)) })).rejects.toMatchObject({
      code: 'vault_wrong_key',
    });
    expect(boxes).toEqual(before);
  });
});

it('the leaf certificate is renewed while the service runs', async () => {
  vi.useFakeTimers({ now: START, toFake: ['setInterval', 'clearInterval', 'Date'] });
  const made = await createCertificates({ ...install().options, clock: { now: () => Date.now() } });
  const first = leafOf(made).fingerprint256;
  const renewed = new Promise<tls.SecureContextOptions>((resolve) => made.startRenewal(resolve));
  await vi.advanceTimersByTimeAsync(DAY);
  expect(leafOf(made).fingerprint256).toBe(first);
  vi.setSystemTime(START + 300 * DAY);
  await vi.advanceTimersByTimeAsync(DAY / 24);
  const { cert } = await renewed;
  expect(new X509Certificate(String(cert)).fingerprint256).not.toBe(first);
  expect(leafOf(made).validFromDate.getTime()).toBeGreaterThan(START + 298 * DAY);
  made.close();
  expect(vi.getTimerCount()).toBe(0);
});

describe('the authority', () => {
  async function handshake(names: { hosts: string[]; addresses: string[] }, servername: string): Promise<string> {
    const authority = await makeAuthority('CA', Date.now());
    const leaf = await makeLeaf(authority, Date.now(), names);
    const server = https.createServer({ cert: leaf.certificate, key: leaf.privateKey });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const socket = tls.connect({
        port: (server.address() as AddressInfo).port,
        host: '127.0.0.1',
        ca: authority.certificate,
        servername,
      });
      return await once(socket, 'secureConnect').then(
        () => 'accepted',
        (error: unknown) => (error as Error).message,
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it('can sign a valid certificate for localhost', async () => {
    expect(await handshake({ hosts: ['localhost'], addresses: [] }, 'localhost')).toBe('accepted');
  });

  it.each([
    [{ hosts: ['bank.example'], addresses: [] }, 'bank.example'],
    [{ hosts: ['localhost', 'bank.example'], addresses: [] }, 'localhost'],
    [{ hosts: ['localhost'], addresses: ['192.0.2.1'] }, 'localhost'],
  ])('cannot sign a valid certificate for any other name, even with its key: %j', async (names, servername) => {
    expect(await handshake(names, servername)).toBe('permitted subtree violation');
  });
});
