import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PennyrowError } from '../platform/errors.ts';
import { checkedLookup, parseWebhookAddress, addressRange, requireReachable } from './target.ts';

function problemOf(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown instanceof PennyrowError && [thrown.code, (thrown.params as { reason: string }).reason];
  }
  return null;
}

/** A fake DNS. */
function names(addresses: Readonly<Record<string, readonly string[]>>): LookupFunction {
  return (host, _options, callback) =>
    callback(
      null,
      (addresses[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}

function look(url: string, addresses: readonly string[], allowsPrivate = false): Promise<unknown> {
  const target = { url: new URL(url), allowsPrivate };
  const host = target.url.hostname;
  return new Promise((resolve) => {
    checkedLookup(target, names({ [host]: addresses }))(host, {}, (failure, address) =>
      resolve(failure instanceof PennyrowError ? (failure.params as { reason: string }).reason : (failure ?? address)),
    );
  });
}

describe('addressRange', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd00::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['169.254.169.254', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['fe80::1%eth0', 'never'],
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['::7f00:1', 'never'],
    ['224.0.0.1', 'never'],
    ['255.255.255.255', 'never'],
    ['64:ff9b::7f00:1', 'never'],
    ['2002:7f00:1::', 'never'],
    ['ff02::1', 'never'],
    ['somewhere', 'never'],
  ])('of %s is %s', (address, range) => {
    expect(addressRange(address)).toBe(range);
  });
});

describe('a webhook address', () => {
  it('is accepted with https, or with http to any name or address of this machine', () => {
    for (const address of [
      'https://example.com/hook?x=1',
      'http://localhost:9000/',
      'http://127.0.0.1:9000/',
      'http://[::1]:9000/',
      'http://ha.localhost/',
      // These hosts are 127.0.0.1 in hexadecimal and decimal notation.
      'http://0x7f.1/',
      'http://2130706433/',
    ])
      expect(problemOf(() => parseWebhookAddress(address))).toBeNull();
  });

  it.each([
    ['ftp://example.com/', 'form'],
    ['file:///etc/passwd', 'form'],
    ['example.com/hook', 'form'],
    ['', 'form'],
    ['http://example.com/', 'plain'],
    ['http://192.168.1.7/', 'plain'],
    ['http://localhost.example.com/', 'plain'],
    ['http://127.0.0.1.example.com/', 'plain'],
  ])('%s is rejected: %s', (address, reason) => {
    expect(problemOf(() => parseWebhookAddress(address))).toEqual(['webhook_address', reason]);
  });

  it('is rejected if it resolves to a private address that the user did not allow', async () => {
    const url = new URL('https://nas.example.com/');
    const lookup = names({ 'nas.example.com': ['192.168.1.7'] });
    await expect(requireReachable({ url, allowsPrivate: false }, lookup)).rejects.toMatchObject({
      code: 'webhook_address',
    });
    await requireReachable({ url, allowsPrivate: true }, lookup);
  });

  it('is accepted if DNS cannot resolve its name at the moment', async () => {
    const lookup: LookupFunction = (_host, _options, callback) =>
      callback(Object.assign(new Error('off'), { code: 'EAI_AGAIN' }), '');
    const looked = requireReachable({ url: new URL('https://example.com/'), allowsPrivate: false }, lookup);
    await expect(looked).resolves.toBeUndefined();
  });
});

describe('checkedLookup', () => {
  it('returns the address that it has checked', async () => {
    expect(await look('https://example.com/', ['93.184.216.34'])).toBe('93.184.216.34');
    expect(await look('http://localhost/', ['127.0.0.1'])).toBe('127.0.0.1');
  });

  it('rejects a public name if one of its addresses is of this machine', async () => {
    expect(await look('https://evil.example.com/', ['127.0.0.1'], true)).toBe('turned');
    expect(await look('https://evil.example.com/', ['93.184.216.34', '::1'], true)).toBe('turned');
  });

  it('rejects addresses of metadata services, and private addresses unless the user has allowed them', async () => {
    expect(await look('https://evil.example.com/', ['169.254.169.254'], true)).toBe('other');
    expect(await look('https://evil.example.com/', ['10.0.0.1'])).toBe('private');
    expect(await look('https://nas.example.com/', ['10.0.0.1'], true)).toBe('10.0.0.1');
  });

  it('rejects localhost over http if it resolves to another machine', async () => {
    expect(await look('http://localhost/', ['93.184.216.34'])).toBe('plain');
    expect(await look('http://localhost/', ['10.0.0.1'], true)).toBe('private');
  });
});
